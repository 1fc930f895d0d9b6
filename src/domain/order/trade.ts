import type { Returnable } from '#contract/order/after-purchase.ts';
import { type Cents, inCents } from '#contract/money.ts';
import type { Order } from '#contract/order/order.ts';
import { type Parts, type ReturnKind, returnAmount, returnDeadline } from './order-change.ts';

/** Why goods go back, as people say it; each is one of the kinds that the shop counts days by. Source: D52. */
export const TRADE_REASONS = ['DEFECT', 'WRONG', 'MISSING', 'REGRET'] as const;
export type TradeReason = (typeof TRADE_REASONS)[number];

/** What was not ordered is at fault: consumer code art. 18 and 26. */
export const kindOf = (reason: TradeReason): ReturnKind => (reason === 'WRONG' ? 'DEFECT' : reason);
/** Whether it has to be seen. */
export const needsPhoto = (reason: TradeReason): boolean => kindOf(reason) === 'DEFECT';

type Facts = Pick<Returnable, 'deliveredAt' | 'lines' | 'shipping'>;
type Items = Pick<Order, 'items'>;

/** Whether all of the lines named last for years. */
const last = ({ items }: Items, lines: readonly number[]): boolean =>
  lines.length > 0 && lines.every((line) => items[line]?.item.durable === true);
/** Lines of which something is left. */
export const linesLeft = ({ lines }: Facts): number[] =>
  lines.flatMap(({ left }, line) => (left > 0 ? [line] : []));

/**
 * The last instant (epoch ms, exclusive) for a reason.
 * @param lines that are to go back; for none of them the latest that any line has
 */
export function tradeDeadline(
  order: Items,
  facts: Facts,
  reason: TradeReason,
  lines: readonly number[] = [],
): number {
  const lasts = lines.length > 0 ? last(order, lines) : linesLeft(facts).some((line) => last(order, [line]));
  return returnDeadline(Date.parse(facts.deliveredAt ?? ''), kindOf(reason), lasts);
}
/** Reasons that something can still go back for. */
export const openReasons = (order: Items, facts: Facts, now: number): TradeReason[] =>
  TRADE_REASONS.filter((reason) => now < tradeDeadline(order, facts, reason));

/** What the goods are worth that are to go back: what the shop gives back for them. */
export const tradeAmount = ({ lines, shipping }: Facts, chosen: Parts): Cents =>
  returnAmount(
    {
      lines: lines.map(({ quantity, paid }) => ({ quantity, paid: inCents(paid) })),
      shippingTotal: inCents(shipping),
    },
    chosen,
    lines.flatMap(({ quantity, left }, line) =>
      quantity > left ? [{ line, quantity: quantity - left }] : [],
    ),
  );
