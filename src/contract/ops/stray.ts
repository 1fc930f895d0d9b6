import * as v from 'valibot';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, NeededText, OrderCode, Uuid } from '#contract/scalars.ts';
import { MoneyDone } from './approval.ts';
import { ReturnId } from './bank-id.ts';

const reason = NeededText(140);
/** What becomes of money that nothing here had asked for. */
export const StrayEnd = v.variant('how', [
  /** it pays this order, whose charge is of the same amount */
  v.object({ how: v.literal('order'), orderCode: OrderCode, reason }),
  /** it went back at the bank */
  v.object({ how: v.literal('returned'), returnId: ReturnId, at: Instant, reason }),
  /** the bank's statement does not show it: nothing came */
  v.object({ how: v.literal('absent'), reason }),
]);
export type StrayEnd = v.InferOutput<typeof StrayEnd>;
export const resolveStray = endpoint({
  name: 'resolveStray',
  method: 'POST',
  path: '/api/ops/strays/{id}/resolve',
  audience: 'staff',
  action: 'money.settle',
  params: v.object({ id: Uuid }),
  headers: ['Idempotency-Key'],
  body: StrayEnd,
  response: MoneyDone,
  status: 200,
  also: [202],
  problems: [
    'MALFORMED',
    'NOT_FOUND',
    'ROLE',
    'FRESH_PROOF',
    'APPROVAL',
    'TRANSFER_USED',
    'AMOUNT',
    'ILLEGAL_EVENT',
    'KEY_REUSED',
  ],
  summary: 'Says what became of money without an owner, once: it pays an order, went back, or never came.',
  source: 'operator study, §4; D52',
});
