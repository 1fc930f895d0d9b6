import { ApiProblem, NetworkFault } from '#contract/problem.ts';
import { type OpenedOrderContext, openedOrderMachine } from '#machines/orders/opened-order.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { NOW, bug, fault, order, orderCode, refusedAs } from '../samples.ts';

const code = orderCode(1);
const pass = { proof: 'P.1.x', until: NOW + 1_800_000 };
const follow = { orderCode: code, state: 'PAID', events: [], allowedEvents: [] } as const;
const opened = (state: 'PAID' | 'COMPLETED') => ({
  order: order(1, 1, state),
  follow: { ...follow, events: [], allowedEvents: [] },
  now: NOW,
});

export const machine = openedOrderMachine;
export const model: Model<typeof openedOrderMachine> = {
  inputs: [{ code }],
  events: [
    { type: 'claim.requested' },
    { type: 'load.retried' },
    { type: 'network.restored' },
    { type: 'page.shown' },
  ],
  outcomes: {
    recallPass: [{ ok: null }, { ok: pass }, fault],
    readOpened: [
      { ok: opened('PAID') },
      { ok: opened('COMPLETED') },
      refusedAs('FRESH_PROOF'),
      refusedAs('NOT_FOUND'),
      fault,
      bug,
    ],
    claimOpened: [{ ok: undefined }, refusedAs('FRESH_PROOF'), refusedAs('TAKEN'), fault, bug],
  },
  reduceContext: ({ pass: held, opened: known, failures, problem }) => [
    held !== null,
    known?.order.state,
    failures > 0,
    problem?.code,
  ],
};

const codeOf = (error: unknown): string =>
  error instanceof ApiProblem ? error.code : error instanceof NetworkFault ? 'NETWORK' : 'FAILED';

/** Nothing is shown without a proof, nor after its end; nothing is claimed that was not asked for. */
export const oracle: Oracle = (snapshot, { steps, before, calls }) => {
  const context = snapshot.context as OpenedOrderContext;
  const event = steps.at(-1);
  for (const { port, input } of calls)
    expectThat(
      JSON.stringify(input) ===
        JSON.stringify(port === 'recallPass' ? { code } : { code, proof: pass.proof }),
      'of this order, with its own proof',
    );
  const claims = calls.filter(({ port }) => port === 'claimOpened').length;
  expectThat(
    claims <= steps.filter(({ type }) => type === 'claim.requested').length,
    'nothing is claimed that nobody asked for',
  );
  expectThat(
    snapshot.hasTag('shown') === snapshot.matches('shown') &&
      (!snapshot.hasTag('shown') || context.opened !== null),
    'there is an order where one is shown',
  );
  if (snapshot.matches('ended'))
    expectThat(context.opened === null && context.pass === null, 'nothing of it stays after the proof');
  if (!before || !event) return;
  const { type } = event;
  const name = event['error'] ? codeOf(event['error']) : '';
  if (type === 'xstate.done.actor.recallPass')
    expectThat(snapshot.matches(event['output'] ? 'reading' : 'closed'), 'read with a proof, closed without');
  if (type.startsWith('xstate.done.actor.re') && type.endsWith('Opened'))
    expectThat(snapshot.matches({ shown: 'resting' }) && context.failures === 0, 'an answer is shown');
  if (name === 'FRESH_PROOF') expectThat(snapshot.matches('ended'), 'a proof that is over is said to be');
  else if (type === 'xstate.error.actor.readOpened')
    expectThat(
      snapshot.matches(
        (({ NOT_FOUND: 'closed', NETWORK: 'offline' } as Record<string, string>)[name] ??
          'failed') as 'failed',
      ),
      `${name} of the order`,
    );
  else if (type === 'xstate.error.actor.refreshOpened')
    expectThat(
      snapshot.matches({ shown: 'resting' }) && context.opened === before.context['opened'],
      'what was known stays',
    );
  else if (type === 'xstate.error.actor.claimOpened')
    expectThat(snapshot.matches({ shown: name === 'TAKEN' ? 'taken' : 'unclaimed' }), `${name} of the claim`);
  if (type === 'xstate.done.actor.claimOpened') expectThat(snapshot.matches({ shown: 'claimed' }), 'claimed');
  if (type === 'claim.requested')
    expectThat(
      snapshot.hasTag('claim.busy'),
      'taking it may be asked for while it is shown, and again after a failure',
    );
  if (type === 'load.retried') expectThat(snapshot.matches('reading'), 'asking again is a way out');
  if (type.startsWith('xstate.after'))
    expectThat(
      snapshot.matches('ended') ||
        snapshot.matches('reading') ||
        snapshot.matches({ shown: 'refreshing' }) ||
        (before.context as OpenedOrderContext).opened?.order.state === 'COMPLETED',
      'a timer ends it, asks again, or leaves alone what is over',
    );
  if (type.includes('untilNext'))
    expectThat(
      snapshot.matches({ shown: 'refreshing' }) ===
        ((before.context as OpenedOrderContext).opened?.order.state === 'PAID'),
      'what moves is looked at again',
    );
};
