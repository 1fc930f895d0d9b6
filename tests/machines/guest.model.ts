import { type GuestContext, guestMachine } from '#machines/guest/guest.machine.ts';
import { ask } from '#machines/navigation/place.ts';
import { expectThat } from '../support/expect-that.ts';
import { refusal } from '../support/samples.ts';
import type { Model, Oracle } from '../support/walk.ts';
import { bug, fault, guest as kept, leadId } from './samples.ts';

const ana = { name: 'Ana Lima', phone: '+5511987650000', privacyVersion: '1' };
const [whole, nameless, unreached] = [ana, { ...ana, name: '' }, { ...ana, phone: '+551134567890' }];
const asked = ask('guest.lead', {}, { for: 'guest' });

export const machine = guestMachine;
export const model: Model<typeof guestMachine> = {
  inputs: [
    { asked, draft: null },
    { asked, draft: kept },
  ],
  events: [
    asked,
    { type: 'answer.edited', typed: { name: 'Ana' } },
    { type: 'answer.edited', typed: { accepted: '1' } },
    { type: 'guest.submitted', guest: whole },
    { type: 'guest.submitted', guest: nameless },
    { type: 'guest.submitted', guest: unreached },
    { type: 'load.retried' },
    { type: 'network.restored' },
    { type: 'restored' },
  ],
  outcomes: {
    keepGuest: [{ ok: { id: leadId } }, fault, bug, refusal('MALFORMED'), refusal('NOT_FOUND')],
  },
  reduceContext: (given) => {
    const { typed, guest, problem } = given as GuestContext;
    return [typed, guest !== null, problem?.code];
  },
};

/**
 * Nobody goes on whom an order would not take; what was typed is never lost; what was kept is told once, and a
 * record that is gone is made anew.
 */
export const oracle: Oracle = (snapshot, { steps, calls, told, before }) => {
  const context = snapshot.context as GuestContext;
  const event = steps.at(-1);
  const at = (...states: string[]) => states.some((state) => snapshot.matches({ lead: state } as never));
  for (const [tag, holds] of [
    ['editable', at('editing', 'refused')],
    ['busy', at('keeping')],
    ['refused', at('refused')],
    ['offline', at('offline')],
    ['failed', at('failed')],
  ] as const)
    expectThat(snapshot.hasTag(tag) === holds, `${tag} is what it says`);
  if (at('keeping'))
    expectThat(
      JSON.stringify(calls.at(-1)?.input) === JSON.stringify({ guest: whole }) && context.guest === whole,
      'whoever is whole is kept, and nobody else',
    );
  if (!event || !before) return;
  const was = before.context as GuestContext;
  const own = told.filter((each) => each.event === event).map(({ action }) => action);
  if (event.type === 'answer.edited')
    expectThat(
      JSON.stringify(context.typed) === JSON.stringify({ ...was.typed, ...(event['typed'] as object) }) &&
        JSON.stringify(snapshot.value) === JSON.stringify(before.value),
      'what is typed is kept, and moves nobody',
    );
  else expectThat(context.typed === was.typed, 'what was typed stays');
  if (event.type === 'guest.submitted')
    expectThat(
      event['guest'] === whole ? at('keeping') : context.guest === was.guest,
      'an order takes a name, and a phone that a code reaches',
    );
  if (event.type === 'xstate.done.actor.keepGuest')
    expectThat(
      snapshot.matches('done') &&
        own.join() === 'notifyKnown' &&
        JSON.stringify(snapshot.output) === JSON.stringify({ typed: context.typed, guest: whole }),
      'known once the server says so',
    );
  else expectThat(snapshot.status === 'active', 'nothing else ends it');
  if (event.type === 'xstate.error.actor.keepGuest') {
    const error = event['error'] as Error & { code?: string };
    expectThat(
      at(error.name === 'NetworkFault' ? 'offline' : error.code === 'MALFORMED' ? 'refused' : 'failed') &&
        own.join() === (error.code === 'NOT_FOUND' ? 'notifyLost' : '') &&
        context.problem !== null &&
        context.failures === was.failures + 1,
      'what was not kept says why',
    );
  }
  if (
    before.matches({ lead: 'offline' } as never) &&
    (['network.restored', 'load.retried', 'restored'].includes(event.type) ||
      event.type.startsWith('xstate.after'))
  )
    expectThat(at('keeping'), 'tried again by itself, or with the network');
  if (before.matches({ lead: 'failed' } as never) && event.type === 'load.retried')
    expectThat(at('keeping'), 'or when somebody asks');
};
