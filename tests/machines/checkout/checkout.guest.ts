import type { CheckoutContext } from '#machines/checkout/facts.ts';
import type { checkoutMachine } from '#machines/checkout/checkout.machine.ts';
import { ask } from '#machines/navigation/place.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { account, cartUuid, quote, refusal } from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { drafts } from './checkout.model.ts';
import { bug, fault, guest as kept, leadId } from '../samples.ts';

/** The purchase by somebody who says who they are instead of signing in. */

const ana = { name: 'Ana Lima', phone: '+5511987650000', privacyVersion: '1' };
const [whole, nameless, unreached] = [ana, { ...ana, name: '' }, { ...ana, phone: '+551134567890' }];
const asked = ask('checkout.lead', {}, { for: 'guest' });
const rui = { self: false, name: 'Rui', phone: '+5511987650001' };
const begun = (draft: object, who: typeof kept | null) => ({
  asked: { ...asked, params: { cartUuid } },
  cart: { uuid: cartUuid, count: 2, draft },
  account: null,
  guest: who,
});

export const guestModel: Model<typeof checkoutMachine> = {
  inputs: [begun(drafts.empty, null), begun({ ...drafts.delivered, recipient: rui }, kept)],
  events: [
    asked,
    ask('checkout.shipping', { cartUuid }),
    { type: 'answer.edited', typed: { name: 'Ana' } },
    { type: 'answer.edited', typed: { accepted: '1' } },
    { type: 'guest.submitted', guest: whole },
    { type: 'guest.submitted', guest: nameless },
    { type: 'guest.submitted', guest: unreached },
    { type: 'account.found', account },
    { type: 'load.retried' },
    { type: 'network.restored' },
    { type: 'restored' },
  ],
  outcomes: {
    quote: [{ ok: quote }],
    keepGuest: [{ ok: { id: leadId } }, fault, bug, refusal('MALFORMED'), refusal('NOT_FOUND')],
  },
  reduceContext: (given) => {
    const { who, submitted, problem, account: found, draft } = given as CheckoutContext;
    return [
      who.typed,
      who.guest === whole,
      submitted !== null,
      problem?.code,
      found !== null,
      draft.recipient,
    ];
  },
};

/**
 * Nobody goes on whom an order would not take; what was typed is never lost; what was kept is told once, and a
 * record that is gone is made anew. Whoever turns out to be signed in is not asked.
 */
export const guestOracle: Oracle = (snapshot, { steps, calls, told, before }) => {
  const context = snapshot.context as CheckoutContext;
  const event = steps.at(-1);
  const at = (...states: string[]) => states.some((state) => snapshot.matches({ lead: state } as never));
  if (snapshot.matches('lead')) {
    for (const [tag, holds] of [
      ['editable', at('editing', 'refused')],
      ['busy', at('keeping')],
      ['refused', at('refused')],
      ['offline', at('offline')],
      ['failed', at('failed')],
    ] as const)
      expectThat(snapshot.hasTag(tag) === holds, `${tag} is what it says`);
    expectThat(context.account === null, 'whoever is signed in is known');
  }
  if (at('keeping'))
    expectThat(
      JSON.stringify(calls.findLast(({ port }) => port === 'keepGuest')?.input) ===
        JSON.stringify({ guest: whole }),
      'whoever is whole is kept, and nobody else',
    );
  if (!event || !before) return;
  const was = before.context as CheckoutContext;
  const wasAsked = before.matches('lead');
  const own = told.filter((each) => each.event === event).map(({ action }) => action);
  if (event.type === 'account.found')
    expectThat(
      context.account === account && context.who.guest === null && context.who.typed.name === '',
      'an account takes what was typed away',
    );
  else if (event.type === 'answer.edited' && wasAsked)
    expectThat(
      JSON.stringify(context.who.typed) ===
        JSON.stringify({ ...was.who.typed, ...(event['typed'] as object) }) &&
        JSON.stringify(snapshot.value) === JSON.stringify(before.value),
      'what is typed is kept, and moves nobody',
    );
  else expectThat(context.who.typed === was.who.typed, 'what was typed stays');
  if (event.type === 'guest.submitted' && wasAsked)
    expectThat(
      event['guest'] === whole ? at('keeping') : context.submitted === was.submitted,
      'an order takes a name, and a phone that a code reaches',
    );
  if (event.type === 'xstate.done.actor.keepGuest')
    expectThat(
      snapshot.matches('shipping') &&
        own.includes('notifyKnown') &&
        own.includes('notifyDraft') &&
        context.who.guest === whole &&
        context.draft.recipient?.name === (was.draft.recipient?.self === false ? 'Rui' : 'Ana Lima'),
      'known once the server says so: they receive it, unless somebody else does',
    );
  else if (event.type !== 'account.found')
    expectThat(context.who.guest === was.who.guest, 'who buys is who was kept');
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
