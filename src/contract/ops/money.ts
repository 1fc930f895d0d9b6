import * as v from 'valibot';
import { endpoint } from '#contract/endpoint.ts';
import { Reais } from '#contract/reais.ts';
import { Instant, Uuid } from '#contract/scalars.ts';
import { MoneyDone, OpsApproval } from './approval.ts';
import { EndToEndId, ReturnId } from './bank-id.ts';
import { OpsCharge, OpsRefund } from './charge.ts';
import { OpsDispute } from './dispute.ts';

const ofOrder = {
  orderId: Uuid,
  orderCode: v.string(),
  orderState: v.string(),
  /** masked */ name: v.string(),
};
/** What waits for a person in the money of a shop. */
export const OpsMoney = v.object({
  /** static Pix codes: no bank tells of their payment */ charges: v.array(
    v.object({ ...OpsCharge.entries, ...ofOrder }),
  ),
  /** to be sent back at the bank, or refused by a provider */ refunds: v.array(
    v.object({
      ...OpsRefund.entries,
      ...ofOrder,
      /** of the transfer that came in: a Pix goes back by it alone */ endToEndId: v.optional(v.string()),
      /** a Pix can be given back until then */ until: v.optional(Instant),
      /** a provider that can be asked once more */ canRetry: v.boolean(),
    }),
  ),
  /** money that came in and that nothing here had asked for */ strays: v.array(
    v.object({
      id: Uuid,
      at: Instant,
      txid: v.string(),
      amount: Reais,
      endToEndId: v.optional(v.string()),
      why: v.string(),
    }),
  ),
  /** contested by a payer’s bank and not decided, the nearest deadline first */ disputes: v.array(
    v.object({ ...OpsDispute.entries, ...ofOrder }),
  ),
  /** what waits for a second person */ approvals: v.array(OpsApproval),
});
export type OpsMoney = v.InferOutput<typeof OpsMoney>;
export const readMoney = endpoint({
  name: 'readMoney',
  method: 'GET',
  path: '/api/ops/money',
  audience: 'staff',
  action: 'money.read',
  response: OpsMoney,
  status: 200,
  problems: [],
  summary: 'Pix to confirm, refunds to settle and money that nobody asked for, the oldest first.',
  source: 'operator study, §2, §4',
});

const params = v.object({ id: Uuid });
export const confirmCharge = endpoint({
  name: 'confirmCharge',
  method: 'POST',
  path: '/api/ops/charges/{id}/confirm',
  audience: 'staff',
  action: 'money.settle',
  params,
  headers: ['Idempotency-Key'],
  body: v.object({ endToEndId: EndToEndId, amount: Reais, paidAt: Instant }),
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
  summary:
    'Confirms a static Pix by what the bank statement says: the end-to-end id, which counts once in a shop, and the amount, which must be the charge’s.',
  source: 'operator study, §5; SEC-21',
});
export const settleRefund = endpoint({
  name: 'settleRefund',
  method: 'POST',
  path: '/api/ops/refunds/{id}/settle',
  audience: 'staff',
  action: 'money.settle',
  params,
  headers: ['Idempotency-Key'],
  body: v.object({ returnId: ReturnId, at: Instant }),
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
    'ILLEGAL_EVENT',
    'KEY_REUSED',
  ],
  summary: 'Notes that a refund was sent back at the bank, with the id of the return.',
  source: 'operator study, §5',
});
export const retryRefund = endpoint({
  name: 'retryRefund',
  method: 'POST',
  path: '/api/ops/refunds/{id}/retry',
  audience: 'staff',
  action: 'money.settle',
  params,
  headers: ['Idempotency-Key'],
  response: MoneyDone,
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND', 'ROLE', 'FRESH_PROOF', 'ILLEGAL_EVENT', 'KEY_REUSED'],
  summary: 'Asks a provider once more for a refund that it refused.',
  source: 'operator study, §4',
});
