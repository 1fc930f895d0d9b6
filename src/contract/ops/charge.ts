import * as v from 'valibot';
import { Reais } from '#contract/reais.ts';
import { Instant, Uuid } from '#contract/scalars.ts';

/** A charge of an order as the desk sees it. */
export const OpsCharge = v.object({
  id: Uuid,
  type: v.picklist(['PIX', 'CREDIT_CARD', 'WALLET', 'FREE']),
  state: v.string(),
  amount: Reais,
  refunded: Reais,
  provider: v.string(),
  txid: v.string(),
  endToEndId: v.optional(v.string()),
  createdAt: Instant,
  expiresAt: v.optional(Instant),
  settledAt: v.optional(Instant),
});
/** Money of a charge that is on its way back, or back. */
export const OpsRefund = v.object({
  id: Uuid,
  chargeId: Uuid,
  amount: Reais,
  state: v.picklist(['requested', 'settled', 'failed']),
  reason: v.string(),
  /** a person sends it back at the bank: no provider can be asked */ isManual: v.boolean(),
  requestedAt: Instant,
  settledAt: v.optional(Instant),
  returnId: v.optional(v.string()),
});
