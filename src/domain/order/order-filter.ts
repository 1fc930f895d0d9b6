import type { Order, OrderState } from '#contract/order/order.ts';
import { addDays } from '#domain/place/calendar.ts';
import { wallTime } from '#domain/place/zone.ts';
import { foldText } from '#domain/search.ts';
import { hasOrderTag, statesTagged } from './order-states.ts';

/** What of one's orders is wanted, as an address says it. What it does not know of a value it leaves out. */
export interface OrderFilter {
  /** one of {@link orderKinds} */
  status?: string;
  /** id of a campaign */
  campaign?: string;
  /** so many days back */
  days?: string;
  /** of a code, or of an item's name */
  q?: string;
}

/** The kinds of orders that a person tells apart; every state is of one. */
export const orderKinds: readonly string[] = ['topay', 'moving', 'delivered', 'over'];
const kindOf = (state: OrderState): string =>
  hasOrderTag(state, 'unpaid')
    ? 'topay'
    : hasOrderTag(state, 'over')
      ? 'over'
      : hasOrderTag(state, 'delivered')
        ? 'delivered'
        : 'moving';

/** Every state has a tag of these. */
const allStates = [...new Set((['unpaid', 'paid', 'over'] as const).flatMap(statesTagged))];
/** The states of a kind; none of a kind that nobody knows. */
export const statesOfKind = (kind: string): OrderState[] =>
  allStates.filter((state) => kindOf(state) === kind);

/** How many days back may be looked for. */
const periods: readonly string[] = ['30', '90', '365'];

/** The filter without what it does not know; null when nothing of it is left. */
export function knownFilter({ status, campaign, days, q }: OrderFilter): OrderFilter | null {
  const known = {
    ...(status !== undefined && orderKinds.includes(status) ? { status } : {}),
    ...(campaign ? { campaign } : {}),
    ...(days !== undefined && periods.includes(days) ? { days } : {}),
    ...(q ? { q } : {}),
  };
  return Object.keys(known).length > 0 ? known : null;
}

/** The first day of so many back, by the calendar of São Paulo. @param now epoch ms */
export const firstDay = (days: string, now: number): string => addDays(wallTime(now).date, -Number(days));

/** Whether an order is wanted, as the server would say it. @param now epoch ms */
export function isWanted(order: Order, { status, campaign, days, q }: OrderFilter, now: number): boolean {
  const code = (q ?? '').replace(/[\s-]/g, '').toUpperCase();
  const text = foldText(q ?? '');
  return (
    (status === undefined || kindOf(order.state) === status) &&
    (campaign === undefined ||
      order.properties.campaignId === campaign ||
      order.items.some(({ campaignId }) => campaignId === campaign)) &&
    (days === undefined || wallTime(order.timestamp).date >= firstDay(days, now)) &&
    (q === undefined ||
      (code !== '' && order.code.includes(code)) ||
      order.items.some(({ item }) => foldText(item.name).includes(text)))
  );
}
