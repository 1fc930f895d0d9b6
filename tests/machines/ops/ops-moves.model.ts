import { type Move, type MovesContext, movesMachine, MOST_CHOSEN } from '#machines/ops/moves.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { movable } from './ops-samples.ts';
import { bug, fault, refusedAs } from '../samples.ts';

const one = movable(1);
const other = movable(2);
const ready = movable(3, { state: 'READY_FOR_PICKUP', allowedEvents: ['order.delivered'] });
const begin: Move = { type: 'preparation.started', targets: [one, other] };
const leaving = movable(4, { state: 'PREPARING', allowedEvents: ['order.shipped'] });
const shipping: Move = {
  type: 'order.shipped',
  targets: [leaving],
  news: { trackingCode: 'BR123', invoiceUrl: 'https://nfe.exemplo.com/1' },
};
const unfit: Move[] = [
  { ...shipping, news: { invoiceUrl: 'javascript:alert(1)' } },
  { ...shipping, news: { invoiceUrl: 'nfe.exemplo.com' } },
  { ...begin, targets: [one], news: { place: 'Campinas' } },
  { ...shipping, targets: [leaving, movable(5, { allowedEvents: ['order.shipped'] })] },
  { type: 'order.shipped', targets: [one] },
  { type: 'preparation.started', targets: [] },
  { type: 'preparation.started', targets: [one, ready] },
  { type: 'preparation.started', targets: Array.from({ length: MOST_CHOSEN + 1 }, (_, n) => movable(n)) },
  { type: 'order.canceled', targets: [one] },
  { type: 'order.canceled', targets: [one], reason: ' ' },
  { type: 'order.delivered', targets: [ready] },
];
const result = (problem: 'VERSION' | null) => ({
  orderId: one.orderId,
  childId: one.childId,
  code: one.code,
  problem: problem && { code: problem },
});

export const machine = movesMachine;
export const model: Model<typeof movesMachine> = {
  inputs: [undefined],
  events: [
    { type: 'order.chosen', order: one },
    { type: 'order.chosen', order: other },
    { type: 'choice.cleared' },
    { type: 'move.requested', move: begin },
    { type: 'move.requested', move: shipping },
    { type: 'move.requested', move: { type: 'order.canceled', targets: [one], reason: 'acabou' } },
    { type: 'move.requested', move: { type: 'order.delivered', targets: [ready], reason: 'sem código' } },
    ...unfit.map((move) => ({ type: 'move.requested', move }) as const),
    { type: 'move.undone' },
    { type: 'told.seen' },
    { type: 'load.retried' },
    { type: 'network.restored' },
  ],
  outcomes: {
    sendMove: [{ ok: [result(null)] }, { ok: [result('VERSION')] }, fault, refusedAs('ROLE'), bug],
  },
  reduceContext: ({ chosen, move, next, results, problem }) => [
    chosen,
    move?.type,
    next?.type,
    results.map((each: { problem: unknown }) => Boolean(each.problem)),
    Boolean(problem),
  ],
};

/** Nothing is sent before its time to be taken back, once only, and nothing but what is legal. */
export const oracle: Oracle = (snapshot, { steps, before, calls, told }) => {
  const context = snapshot.context as MovesContext;
  const event = steps.at(-1);
  for (const { input } of calls) {
    const { move } = input as { move: Move };
    expectThat(!unfit.includes(move), 'only what is legal for all of them is sent');
  }
  const keys = calls.map(({ input }) => `${(input as { key: string }).key}`);
  const moves = new Map<string, unknown>();
  calls.forEach(({ input }, index) => {
    const key = keys[index] ?? '';
    const { move } = input as { move: Move };
    expectThat(!moves.has(key) || moves.get(key) === move, 'a key belongs to one move');
    moves.set(key, move);
  });
  expectThat(new Set(context.chosen).size === context.chosen.length, 'an order is chosen once');
  expectThat(context.chosen.length <= MOST_CHOSEN, 'a choice is bounded');
  expectThat(!snapshot.matches('choosing') || context.move === null, 'a move that is over is forgotten');
  if (!before || !event) return;
  const wasSent = calls.length > 0;
  if (event.type === 'move.undone' && before.matches('confirming'))
    expectThat(snapshot.matches('choosing'), 'what was not sent is taken back');
  if (event.type === 'move.requested' && unfit.includes(event['move'] as Move))
    expectThat(snapshot.value === before.value, 'what is not legal changes nothing');
  else if (event.type === 'move.requested' && before.matches('choosing'))
    expectThat(snapshot.matches('confirming') && context.move === event['move'], 'a move waits to be sent');
  if (event.type === 'move.requested' && before.matches('confirming') && before.context['next'] === null)
    expectThat(
      unfit.includes(event['move'] as Move) ||
        (snapshot.matches('sending') && context.next === event['move']),
      'the next move sends the one before it, and waits',
    );
  if (event['error'] && before.matches('sending'))
    expectThat(
      snapshot.matches('waiting') === (event['error'] === fault.error),
      'without an answer it is sent again',
    );
  if (event['output'] && before.matches('sending'))
    expectThat(told.at(-1)?.action === 'notifyMoved' && wasSent, 'the desk hears what moved');
  if (before.matches('waiting')) expectThat(snapshot.matches('sending'), 'what waits is sent again');
  if (event.type.startsWith('xstate.after') && before.matches('told'))
    expectThat(
      snapshot.matches('told') ===
        (before.context['results'] as { problem: unknown }[]).some((r) => r.problem) ||
        before.context['problem'] !== null,
      'a refusal stays until it is read',
    );
};
