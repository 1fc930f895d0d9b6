import * as v from 'valibot';
import { endpoint } from '#contract/endpoint.ts';
import { Reais } from '#contract/reais.ts';
import { Instant, NeededText, Uuid } from '#contract/scalars.ts';

/** What of money may wait for a second person. */
export const ApprovalAction = v.picklist([
  'charge.confirm',
  'refund.settle',
  'stray.order',
  'stray.returned',
  'stray.absent',
  'dispute.returned',
]);
export type ApprovalAction = v.InferOutput<typeof ApprovalAction>;

/** What was done with money: to an order, or to money of none. */
export const MoneyDone = v.union([
  v.object({ orderId: Uuid, orderState: v.string(), version: v.number() }),
  /** 202: nothing is done yet */ v.object({ approvalId: Uuid, until: Instant }),
  v.object({ strayId: Uuid }),
]);
export type MoneyDone = v.InferOutput<typeof MoneyDone>;

/** Something that waits for a second person. */
export const OpsApproval = v.object({
  id: Uuid,
  action: ApprovalAction,
  amount: Reais,
  orderId: v.optional(Uuid),
  orderCode: v.optional(v.string()),
  /** at the bank: of the transfer, or of its return */ bankId: v.optional(v.string()),
  reason: v.optional(v.string()),
  askedBy: v.string(),
  /** by whoever reads this: they may take it back, and not approve it */ isOwn: v.boolean(),
  /** nobody else could approve it: they may do so themselves from then on */ aloneFrom: v.optional(Instant),
  at: Instant,
  until: Instant,
});
export type OpsApproval = v.InferOutput<typeof OpsApproval>;

const params = v.object({ id: Uuid });
export const approve = endpoint({
  name: 'approve',
  method: 'POST',
  path: '/api/ops/approvals/{id}/approve',
  audience: 'staff',
  action: 'money.approve',
  params,
  headers: ['Idempotency-Key'],
  response: MoneyDone,
  status: 200,
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
  summary:
    'Does what another of the staff asked for, at once; nobody approves what they asked for themselves.',
  source: 'operator study, §3, §4',
});
export const refuseApproval = endpoint({
  name: 'refuseApproval',
  method: 'POST',
  path: '/api/ops/approvals/{id}/refuse',
  audience: 'staff',
  action: 'money.approve',
  params,
  headers: ['Idempotency-Key'],
  body: v.object({ reason: NeededText(140) }),
  status: 204,
  problems: ['MALFORMED', 'NOT_FOUND', 'ROLE', 'FRESH_PROOF', 'APPROVAL', 'KEY_REUSED'],
  summary: 'Refuses what another asked for, or takes back what one asked for oneself.',
  source: 'operator study, §4',
});
