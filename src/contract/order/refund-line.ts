import * as v from 'valibot';
import { Reais } from '../reais.ts';
import { Instant } from '../scalars.ts';

/** Money of an order that is back, or on its way back to where it came from (D52). */
export const RefundLine = v.object({
  amount: Reais,
  to: v.picklist(['PIX', 'CREDIT_CARD', 'WALLET']),
  /** what the wallet was called */ wallet: v.optional(v.string()),
  /** `failed`: it was not taken, and the shop finds another way */
  state: v.picklist(['requested', 'settled', 'failed']),
  /** when it was asked for, or came */ at: Instant,
});
export type RefundLine = v.InferOutput<typeof RefundLine>;
