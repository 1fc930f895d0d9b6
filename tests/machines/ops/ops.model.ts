import { isPassing } from '#machines/flow-problem.ts';
import { type OpsContext, opsMachine } from '#machines/ops/ops.machine.ts';
import { FIRST_PLACE, type DeskPlace, placeOf, requestOf } from '#machines/ops/screens.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { staff } from './ops-samples.ts';
import { bug, fault, refusedAs } from '../samples.ts';

const money: DeskPlace = { screen: 'money', id: null, search: {} };
const me = staff('OWNER');
export const machine = opsMachine;
export const model: Model<typeof opsMachine> = {
  inputs: [{ asked: FIRST_PLACE }],
  events: [
    requestOf(money),
    { type: 'session.lost' },
    { type: 'signout.requested' },
    { type: 'load.retried' },
    { type: 'network.restored' },
  ],
  outcomes: {
    restoreStaff: [{ ok: me }, refusedAs('UNAUTHENTICATED'), refusedAs('INTERNAL'), fault, bug],
    login: [{ ok: me }],
    signOut: [{ ok: undefined }, fault],
  },
  reduceContext: (context) => [context['asked'], Boolean(context['me']), context['isLost']],
};

/** Only the server ends a sign-in, and where somebody wanted to be outlives it. */
export const oracle: Oracle = (snapshot, { steps, before, calls, told }) => {
  const context = snapshot.context as OpsContext;
  const event = steps.at(-1);
  expectThat(
    snapshot.hasTag('desk') === (context.me !== null) || snapshot.hasTag('leaving'),
    'who is here is known',
  );
  const wanted = steps.flatMap((step) => placeOf(step) ?? []).at(-1) ?? FIRST_PLACE;
  expectThat(context.asked.screen === wanted.screen, 'where somebody wanted to be is kept');
  expectThat(!context.isLost || snapshot.hasTag('login'), 'a lost sign-in is said where one signs in');
  if (!before || !event) return;
  if (isPassing(event['error']) && before.matches('restoring'))
    expectThat(
      snapshot.matches('unreachable') && context.failures > before.context['failures'],
      'a bad network signs nobody out, and is asked less and less',
    );
  if (placeOf(event) && before.matches('desk'))
    expectThat(told.at(-1)?.action === 'notifyDesk', 'the desk hears where one wants to be');
  if (event.type === 'session.lost' && before.matches('desk'))
    expectThat(snapshot.matches('login') && context.isLost, 'a sign-in that ended is said');
  if (snapshot.matches('desk') && !before.matches('desk'))
    expectThat(
      calls.some(
        ({ port, input }) =>
          port === 'desk' && (input as { place: DeskPlace }).place.screen === wanted.screen,
      ),
      'the desk opens where one wanted to be',
    );
  if (before.matches('leaving'))
    expectThat(snapshot.matches('login') || !/xstate/.test(event.type), 'one leaves');
};
