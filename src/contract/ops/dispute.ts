import * as v from 'valibot';
import { endpoint } from '#contract/endpoint.ts';
import { Reais } from '#contract/reais.ts';
import { Instant, NeededText, Uuid } from '#contract/scalars.ts';
import { MoneyDone } from './approval.ts';
import { EndToEndId, ReturnId } from './bank-id.ts';

/** Where a contested Pix stands; the last two are its ends. */
export const DisputeState = v.picklist(['open', 'answered', 'returned', 'kept']);
export type DisputeState = v.InferOutput<typeof DisputeState>;

/** A Pix whose payer asked their bank for it back. */
export const OpsDispute = v.object({
  id: Uuid,
  chargeId: Uuid,
  state: DisputeState,
  /** what of the transfer is contested */ amount: Reais,
  endToEndId: v.string(),
  /** the bank's own number of it */ protocol: v.optional(v.string()),
  /** the bank says that it sent the money back already; a person looks into the statement */ isReturnTold:
    v.boolean(),
  openedAt: Instant,
  /** an answer counts until then */ dueAt: Instant,
  /** what the shop told the bank */ answer: v.optional(v.string()),
  answeredAt: v.optional(Instant),
  endedAt: v.optional(Instant),
  returnId: v.optional(v.string()),
});
export type OpsDispute = v.InferOutput<typeof OpsDispute>;

/** A protocol as the bank writes it. */
const Protocol = v.pipe(v.string(), v.trim(), v.maxLength(60));
const problems = [
  'MALFORMED',
  'NOT_FOUND',
  'ROLE',
  'FRESH_PROOF',
  'AMOUNT',
  'ILLEGAL_EVENT',
  'KEY_REUSED',
] as const;
export const openDispute = endpoint({
  name: 'openDispute',
  method: 'POST',
  path: '/api/ops/disputes',
  audience: 'staff',
  action: 'money.settle',
  headers: ['Idempotency-Key'],
  body: v.object({
    /** the bank's message names the transfer, and no order */ endToEndId: EndToEndId,
    amount: Reais,
    openedAt: Instant,
    protocol: v.optional(Protocol),
  }),
  response: MoneyDone,
  status: 200,
  problems: [...problems],
  summary:
    'Notes that a bank contests a Pix (MED): the transfer that it names, how much of it, and since when. One at a time of each transfer.',
  source: 'operator study, §1, §4; Banco Central, Regulamento do Pix (Mecanismo Especial de Devolução)',
});

/** What becomes of a contested Pix. */
export const DisputeChange = v.variant('how', [
  /** the shop sent the bank what it has */
  v.object({ how: v.literal('answered'), answer: NeededText(500) }),
  /** the bank took the money back */
  v.object({ how: v.literal('returned'), returnId: ReturnId, amount: Reais, at: Instant }),
  /** the bank leaves it with the shop */
  v.object({ how: v.literal('kept'), reason: NeededText(140) }),
]);
export type DisputeChange = v.InferOutput<typeof DisputeChange>;
export const changeDispute = endpoint({
  name: 'changeDispute',
  method: 'PUT',
  path: '/api/ops/disputes/{id}',
  audience: 'staff',
  action: 'money.settle',
  params: v.object({ id: Uuid }),
  headers: ['Idempotency-Key'],
  body: DisputeChange,
  response: MoneyDone,
  status: 200,
  also: [202],
  problems: [...problems, 'APPROVAL', 'TRANSFER_USED'],
  summary: 'Notes what the shop answered, that the bank sent the money back, or that it stays with the shop.',
  source: 'operator study, §4',
});
