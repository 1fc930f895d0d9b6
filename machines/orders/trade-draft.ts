import type { Returnable } from '#contract/order/after-purchase.ts';
import type { Order } from '#contract/order/order.ts';
import { type Parts } from '#domain/order/order-change.ts';
import { type TradeReason, needsPhoto, openReasons, tradeDeadline } from '#domain/order/trade.ts';

/** What somebody chose and typed of a trade, so far. It outlives a reload and a sign-in. */
export interface TradeDraft {
  reason: TradeReason | null;
  lines: Parts;
  text: string;
  /** pictures as the shop knows them */
  photos: readonly string[];
  wish: 'REFUND' | 'EXCHANGE';
  /** the item that is to come instead */
  wanted: string | null;
}
/** Nothing is chosen yet. */
export const noDraft: TradeDraft = {
  reason: null,
  lines: [],
  text: '',
  photos: [],
  wish: 'REFUND',
  wanted: null,
};
/** An order with what of it may go back, at a moment of the shop's clock (epoch ms). */
export interface TradeFacts {
  order: Order;
  facts: Returnable;
  now: number;
}

/** What of a draft still fits the order: lines of which something is left, a reason whose time is not over. */
export function fitting({ order, facts, now }: TradeFacts, draft: TradeDraft): TradeDraft {
  const reasons = openReasons(order, facts, now);
  return {
    ...draft,
    // What the shop offers instead is asked for anew.
    wanted: null,
    reason: draft.reason && reasons.includes(draft.reason) ? draft.reason : null,
    lines: draft.lines.flatMap(({ line, quantity }) => {
      const most = Math.min(quantity, facts.lines[line]?.left ?? 0);
      return most > 0 ? [{ line, quantity: most }] : [];
    }),
  };
}

/** What is still missing before it can be asked for; null for nothing. */
export type TradeLack = 'lines' | 'reason' | 'late' | 'photo' | 'pending';
export function lackOf(
  { order, facts, now }: TradeFacts,
  { reason, lines, photos }: TradeDraft,
  isPending: boolean,
): TradeLack | null {
  if (lines.length === 0) return 'lines';
  if (reason === null) return 'reason';
  const chosen = lines.map(({ line }) => line);
  if (now >= tradeDeadline(order, facts, reason, chosen)) return 'late';
  if (!needsPhoto(reason)) return null;
  if (isPending) return 'pending';
  return photos.length === 0 ? 'photo' : null;
}
