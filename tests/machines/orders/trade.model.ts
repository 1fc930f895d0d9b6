import type { Returnable } from '#contract/order/after-purchase.ts';
import type { Order } from '#contract/order/order.ts';
import { ApiProblem, NetworkFault } from '#contract/problem.ts';
import { noDraft } from '#machines/orders/trade-draft.ts';
import { tradeMachine } from '#machines/orders/trade.machine.ts';
import type { TradeContext, TradeLoaded, TradeRequest } from '#machines/orders/trade-setup.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { uuid } from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { NOW, bug, campaignId, fault, item, itemId, order as sampleOrder, refusedAs } from '../samples.ts';

const DAY = 86_400_000;
const bought = (n: number, durable = false): Order['items'][number] => ({
  item: { id: itemId(n), name: `Item ${n}`, ...(durable ? { durable } : {}) },
  quantity: 2,
  campaignId: campaignId(1),
  unitPrice: 10,
  discount: 0,
  total: 20,
});
const order = (state: Order['state'], allowedEvents: Order['allowedEvents'] = []): Order => ({
  ...sampleOrder(1, 1, state),
  id: uuid(1),
  items: [bought(1), bought(2, true)],
  allowedEvents,
});
const facts = (days: number, left = 2): Returnable => ({
  deliveredAt: new Date(NOW - days * DAY).toISOString(),
  lines: [
    { quantity: 2, left, paid: 20 },
    { quantity: 2, left, paid: 20 },
  ],
  shipping: 5,
});
const loaded = (of: Order, known: Returnable, draft = noDraft): { ok: TradeLoaded } => ({
  ok: { order: of, facts: known, now: NOW, draft },
});
const open = order('COMPLETED', ['return.requested']);
const choice = (n: number) => ({ ...open, id: uuid(n) });

export const machine = tradeMachine;
export const model: Model<typeof tradeMachine> = {
  inputs: [
    { id: uuid(1), isClient: true },
    { id: uuid(1), isClient: false },
    { id: null, isClient: true },
  ],
  events: [
    { type: 'reason.chosen', reason: 'REGRET' },
    { type: 'reason.chosen', reason: 'DEFECT' },
    { type: 'reason.chosen', reason: 'MISSING' },
    { type: 'line.changed', line: 0, quantity: 1 },
    { type: 'line.changed', line: 0, quantity: 0 },
    { type: 'line.changed', line: 1, quantity: 3 },
    { type: 'text.changed', text: 'Amassado' },
    { type: 'photos.changed', ids: [uuid(7)], isPending: false },
    { type: 'photos.changed', ids: [], isPending: true },
    { type: 'trade.described' },
    { type: 'wish.chosen', wish: 'EXCHANGE', wanted: null },
    { type: 'wish.chosen', wish: 'EXCHANGE', wanted: itemId(3) },
    { type: 'wish.chosen', wish: 'REFUND', wanted: null },
    { type: 'trade.reopened' },
    { type: 'trade.confirmed' },
    { type: 'load.retried' },
    { type: 'network.restored' },
    { type: 'page.shown' },
  ],
  outcomes: {
    loadCandidates: [{ ok: [] }, { ok: [choice(1)] }, { ok: [choice(1), choice(2)] }, fault, bug],
    loadTrade: [
      loaded(open, facts(1)),
      // A draft of before, with more than is left and a reason whose days are over.
      loaded(open, facts(20, 1), { ...noDraft, reason: 'REGRET', lines: [{ line: 0, quantity: 2 }] }),
      // Over for what is eaten, and not for what lasts.
      loaded(open, facts(40)),
      loaded(open, facts(120)),
      loaded(open, facts(1, 0)),
      loaded(order('SHIPPED'), { lines: facts(1).lines, shipping: 5 }),
      loaded(order('RETURN_REQUESTED'), facts(1)),
      loaded(order('CANCELED'), facts(1, 0)),
      refusedAs('NOT_FOUND'),
      fault,
      bug,
    ],
    loadAlternatives: [{ ok: [item(3)] }, fault],
    sendTrade: [
      { ok: order('RETURN_REQUESTED') },
      refusedAs('ILLEGAL_EVENT'),
      refusedAs('RETURN_LATE'),
      refusedAs('MALFORMED'),
      fault,
      bug,
    ],
  },
  reduceContext: (given) => {
    const { id, isClient, known, choices, draft, isPending, offered, problem } = given as TradeContext;
    return [
      id,
      isClient,
      known?.order.state,
      known?.facts.deliveredAt,
      known?.facts.lines[0]?.left,
      choices.length,
      draft.reason,
      draft.lines,
      draft.text !== '',
      draft.photos.length,
      draft.wish,
      draft.wanted,
      isPending,
      offered.length,
      problem !== null,
    ];
  },
};

const judged = (context: TradeContext): string => {
  const { order: of, facts: known } = context.known ?? {};
  if (!of || !known) return 'none';
  if (of.state === 'RETURN_REQUESTED') return 'asked';
  if (of.state === 'CANCELED' || known.lines.every(({ left }) => left === 0)) return 'over';
  if (of.state === 'SHIPPED') return 'early';
  return Date.parse(known.deliveredAt ?? '') < NOW - 100 * DAY ? 'late' : 'describing';
};
/** What may be sent, said again without the chart. */
function sendable({ reason, items, photos, wish, wanted }: TradeRequest, context: TradeContext): boolean {
  const days = (NOW - Date.parse(context.known?.facts.deliveredAt ?? '')) / DAY;
  return (
    items.length > 0 &&
    items.every(({ line, quantity }) => quantity <= (context.known?.facts.lines[line]?.left ?? 0)) &&
    (reason !== 'REGRET' || days < 7) &&
    days < 30 &&
    (reason === 'DEFECT') === photos.length > 0 &&
    (wish === 'REFUND' || context.isClient) &&
    (wanted.length === 0 || (wish === 'EXCHANGE' && context.offered.some(({ id }) => id === wanted[0]?.id)))
  );
}

/** Nothing is sent that the shop must refuse, and nothing chosen is lost by a refusal or a silence. */
export const oracle: Oracle = (snapshot, { steps, before, calls }) => {
  const context = snapshot.context as TradeContext;
  const event = steps.at(-1);
  if (snapshot.matches('sending'))
    expectThat(
      sendable(calls.at(-1)?.input as TradeRequest, context),
      'only what is whole and in time is sent',
    );
  const value = String(snapshot.value);
  if (/describing|offering|deciding|sending|unsent|sent|late$/.test(value))
    expectThat(context.known !== null, 'an order is known where something is chosen of it');
  expectThat(!snapshot.matches('choosing') || context.choices.length > 1, 'there is a choice');
  if (!before || !event) return;
  const was = before.context as TradeContext;
  const { type } = event;
  if (type === 'xstate.done.actor.loadTrade')
    expectThat(snapshot.matches(judged(context) as never), `the order says ${judged(context)}`);
  if (
    type === 'xstate.done.actor.loadTrade' &&
    was.known === null &&
    context.known?.facts.lines[0]?.left === 1
  )
    expectThat(
      context.draft.reason === null && context.draft.lines.every(({ quantity }) => quantity === 1),
      'of a draft is left what still fits',
    );
  if (type.startsWith('xstate.done.actor.loadCandidates'))
    expectThat(
      snapshot.matches(['empty', 'loading', 'choosing'][(event['output'] as unknown[]).length] as never),
      'none, the only one, or a list',
    );
  if (type === 'xstate.error.actor.loadTrade' || type === 'xstate.error.actor.loadCandidates') {
    const { error } = event as unknown as { error: unknown };
    const expected =
      error instanceof NetworkFault ? 'offline' : error instanceof ApiProblem ? 'gone' : 'failed';
    expectThat(snapshot.hasTag(expected), `${expected} is said`);
  }
  if (type === 'xstate.error.actor.sendTrade') {
    const { error } = event as unknown as { error: unknown };
    const code = error instanceof ApiProblem ? error.code : '';
    const ways: Record<string, string> = {
      ILLEGAL_EVENT: 'loading',
      RETURN_LATE: 'late',
      MALFORMED: 'describing',
    };
    const expected = ways[code] ?? 'unsent';
    expectThat(snapshot.matches(expected as never) && context.problem !== null, `${code}: ${expected}`);
    expectThat(
      JSON.stringify({ ...context.draft, photos: [] }) === JSON.stringify({ ...was.draft, photos: [] }),
      'a refusal takes nothing that was chosen',
    );
    expectThat(
      (context.draft.photos.length === 0) === (code === 'MALFORMED' || was.draft.photos.length === 0),
      'nor a photo, unless the shop does not know it',
    );
  }
  if (type === 'xstate.done.actor.sendTrade')
    expectThat(
      snapshot.matches('sent') && context.known?.order.state === 'RETURN_REQUESTED',
      'it is asked for',
    );
  if (
    before.matches('unsent') &&
    (type === 'load.retried' || type === 'network.restored' || type.startsWith('xstate.after'))
  )
    expectThat(snapshot.matches('sending'), 'it goes again');
  if (type === 'line.changed' && before.matches('describing'))
    expectThat(
      context.draft.lines.every(
        ({ line, quantity }) => quantity <= (context.known?.facts.lines[line]?.left ?? 0),
      ),
      'never more than is left',
    );
  if (type === 'trade.reopened' && (before.matches('deciding') || before.matches('unsent')))
    expectThat(snapshot.matches('describing'), 'what was said can be changed');
  if (type.endsWith('actor.loadAlternatives'))
    expectThat(snapshot.matches('deciding'), 'with or without alternatives one goes on');
};
