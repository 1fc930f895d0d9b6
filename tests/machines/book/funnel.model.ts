import type { Funnel } from '#contract/ops/funnel.ts';
import { type FunnelContext, funnelMachine } from '#machines/book/funnel.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { bug, fault, refusedAs } from '../samples.ts';

const empty: Funnel = { days: 7, fewest: 5, states: [] };
const full: Funnel = {
  days: 7,
  fewest: 5,
  states: [
    {
      state: 'payment',
      entries: 12,
      exits: 11,
      median: { from: 15, to: 30 },
      causes: [{ event: 'page.left', count: 6 }],
      isShort: true,
    },
  ],
};

export const machine = funnelMachine;
export const model: Model<typeof funnelMachine> = {
  inputs: [{ hasStore: true }, { hasStore: false }],
  events: [
    { type: 'days.asked', days: 7 },
    { type: 'days.asked', days: 90 },
    { type: 'funnel.closed' },
    { type: 'load.retried' },
    { type: 'tester.asked' },
  ],
  outcomes: {
    loadFunnel: [
      { ok: full },
      { ok: empty },
      refusedAs('UNAUTHENTICATED'),
      refusedAs('TOKEN_REVOKED'),
      refusedAs('ROLE'),
      fault,
      bug,
    ],
    becomeTester: [{ ok: undefined }, fault, bug],
  },
  reduceContext: (given) => {
    const { hasStore, days, funnel } = given as FunnelContext;
    return [hasStore, days, funnel?.states.length ?? null];
  },
};

/** Numbers are there where the store told them to somebody who may read them, and nowhere else. */
export const oracle: Oracle = (snapshot, { steps, before }) => {
  const { hasStore, days, funnel } = snapshot.context as FunnelContext;
  const value = String(snapshot.value);
  expectThat(hasStore || ['off', 'absent'].includes(value), 'nothing is asked where no store is');
  expectThat(value !== 'told' || funnel?.states.length === 1, 'what is told can be seen');
  expectThat(value !== 'empty' || funnel?.states.length === 0, 'nothing was counted');
  expectThat(funnel === null || ['told', 'empty', 'loading'].includes(value), 'no numbers without a right');
  const event = steps.at(-1);
  if (!event || !before) return expectThat(value === 'off', 'not looked at');
  const was = String(before.value);
  if (event.type === 'days.asked')
    return expectThat(
      hasStore ? value === 'loading' && days === event['days'] : value === 'absent',
      'asked for over these days',
    );
  if (event.type === 'funnel.closed') return expectThat(value === 'off', 'closed');
  if (event.type === 'load.retried')
    return expectThat(
      value === (['told', 'empty', 'signedOut', 'refused', 'failed'].includes(was) ? 'loading' : was),
      'asked again',
    );
  if (event.type === 'tester.asked')
    return expectThat(value === (was === 'signedOut' ? 'entering' : was), 'by whoever is not signed in');
  if (event.type === 'xstate.done.actor.becomeTester') return expectThat(value === 'loading', 'signed in');
  if (event.type === 'xstate.error.actor.becomeTester') return expectThat(value === 'failed', 'said');
  if (event.type === 'xstate.done.actor.loadFunnel')
    return expectThat(value === (event['output'] === full ? 'told' : 'empty'), 'told');
  if (event.type === 'xstate.error.actor.loadFunnel')
    expectThat(['signedOut', 'refused', 'failed'].includes(value), 'said why');
};
