import { lineKey } from '#domain/cart-line.ts';
import type { CartContext } from '#machines/cart/facts.ts';
import { cartMachine } from '#machines/cart/cart.machine.ts';
import { readCart } from '#machines/stored.ts';
import {
  address,
  bug,
  campaignId,
  cartOf,
  cartUuid,
  fault,
  pricedLine,
  refusal,
  uuid,
} from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { held } from './cart.held.ts';
import { oracle as judgeCart } from './cart.oracle.ts';
import { ending, judgeRepeat, judgeRequest } from './cart.request.ts';
import { NOW } from '../samples.ts';

export const keyOfLine = (n: number) => lineKey(held(n, 1));
const smaller = uuid(0);
const stored = (more: object = {}) => ({
  version: 1,
  uuid: cartUuid,
  base: { version: 1, lines: [held(1, 2)], draft: {} },
  edits: [],
  saved: null,
  leadId: uuid(7),
  isClient: false,
  ...more,
});
const saved = cartOf(4, [pricedLine(1, 1), pricedLine(3, 2)], { uuid: uuid(8) });

export const machine = cartMachine;
export const model: Model<typeof cartMachine> = {
  inputs: [
    {},
    { memory: readCart(stored(), undefined) },
    { memory: readCart(stored({ edits: [{ kind: 'added', line: held(2, 1) }], isClient: true }), undefined) },
    { memory: readCart('torn', [held(1, 1), { torn: true }]), leadId: null },
  ],
  events: [
    { type: 'line.added', line: held(1, 1) },
    { type: 'line.added', line: held(2, 3) },
    { type: 'line.added', line: held(1, 0) },
    { type: 'line.changed', key: keyOfLine(1), quantity: 5 },
    { type: 'line.changed', key: keyOfLine(1), quantity: 0 },
    { type: 'line.changed', key: 'unknown', quantity: 1 },
    { type: 'line.removed', key: keyOfLine(1) },
    { type: 'draft.changed', patch: { location: address } },
    { type: 'coupon.decided', code: 'FEIRA10' },
    { type: 'changes.acknowledged' },
    { type: 'campaigns.loaded', campaigns: [ending] },
    { type: 'checkout.requested', now: NOW },
    { type: 'checkout.requested', now: NOW + 1 },
    { type: 'checkout.withdrawn' },
    { type: 'order.repeated', lines: [held(1, 2), held(2, 1)], now: NOW },
    { type: 'repeat.withdrawn' },
    { type: 'order.placed', cartUuid },
    { type: 'order.placed', cartUuid: uuid(9) },
    { type: 'cart.corrected', cart: cartOf(9, [pricedLine(1, 1)]) },
    { type: 'cart.corrected', cart: cartOf(0, []) },
    { type: 'write.awaited' },
    { type: 'cart.numbered', uuid: cartUuid },
    { type: 'cart.read.elsewhere', uuid: cartUuid, edits: 1 },
    { type: 'cart.changed.elsewhere', uuid: cartUuid, version: 9 },
    { type: 'cart.changed.elsewhere', uuid: smaller, version: 2 },
    { type: 'cart.changed.elsewhere', uuid: uuid(99), version: 2 },
    { type: 'cart.changed.elsewhere', uuid: null, version: 0, ordered: cartUuid },
    { type: 'session.opened' },
    { type: 'session.opened', inCheckout: true },
    { type: 'session.closed', by: 'signout' },
    { type: 'session.closed', by: 'restore' },
    { type: 'lead.known', id: uuid(7) },
    { type: 'lead.closed' },
    { type: 'saved.restored' },
    { type: 'saved.dropped' },
    { type: 'network.restored' },
    { type: 'load.retried' },
    { type: 'restored' },
  ],
  outcomes: {
    drawCart: [{ ok: { uuid: cartUuid } }, fault, bug],
    ensureLead: [{ ok: { id: uuid(7) } }, fault, bug],
    putCart: [
      {
        ok: cartOf(2, [pricedLine(1, 1)], {
          changes: [{ id: uuid(101), campaignId, kind: 'QUANTITY', reason: 'STOCK', before: 2, after: 1 }],
        }),
      },
      fault,
      bug,
      refusal('VERSION', { current: cartOf(7, [pricedLine(4, 1)]) }),
      refusal('VERSION'),
      refusal('ORDERED'),
      refusal('NOT_FOUND'),
      refusal('TOKEN_EXPIRED'),
    ],
    loadCart: [
      { ok: cartOf(9, [pricedLine(1, 2)]) },
      fault,
      refusal('NOT_FOUND'),
      refusal('TOKEN_REVOKED'),
      bug,
    ],
    loadSavedCart: [{ ok: saved }, { ok: null }, fault, bug],
  },
  reduceContext: (given) => {
    const context = given as CartContext;
    const who = context.isClient ? 'client' : context.leadId === null ? 'visitor' : 'lead';
    const conflicts = context.base.version === 7 && who === 'lead' ? Math.min(context.failures, 3) : 0;
    return [
      context.uuid === null,
      context.edits.length > 0,
      context.lines.length > 0,
      context.heard > context.base.version,
      context.requestedAt,
      context.repeatedAt !== null,
      context.campaigns.length > 0,
      who,
      context.saved !== null,
      conflicts,
    ];
  },
};

export const oracle: Oracle = (snapshot, seen) => {
  judgeCart(snapshot, seen);
  judgeRequest(snapshot, seen);
  judgeRepeat(snapshot, seen);
};
