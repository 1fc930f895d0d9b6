import { and, asc, count, countDistinct, eq, gte, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { OpsDay } from '#contract/ops/day.ts';
import { OrderState } from '#contract/order/order.ts';
import { instantOfWall } from '#domain/place/calendar.ts';
import { wallTime } from '#domain/place/zone.ts';
import type { Tx } from '#server/db/database.ts';
import { alert } from '#server/db/schema/people/alert.ts';
import { orderChild } from '#server/db/schema/order.ts';
import { campaign } from '#server/db/schema/shop/campaign.ts';
import { item } from '#server/db/schema/shop/item.ts';
import { pause } from '#server/db/schema/shop/pause.ts';
import { stock } from '#server/db/schema/shop/stock.ts';
import type { Staff } from '#server/platform/principal.ts';
import { isInForce } from '#server/services/catalog/pause.ts';
import { ofStaff } from './reach.ts';

const HOUR = 3_600_000;

/** How many wait for one message, by campaign and by what they wait for. Campaigns are of the whole shop. */
const awaitedOf = async (tx: Tx, tenantId: string, { hubIds }: Staff): Promise<OpsDay['awaited']> =>
  hubIds
    ? []
    : tx
        .select({ campaign: campaign.name, when: alert.awaits, people: count() })
        .from(alert)
        .innerJoin(campaign, and(eq(campaign.tenantId, alert.tenantId), eq(campaign.id, alert.campaignId)))
        .where(eq(alert.tenantId, tenantId))
        .groupBy(campaign.id, campaign.name, campaign.priority, alert.awaits)
        .orderBy(asc(campaign.priority), asc(campaign.id), asc(alert.awaits));

/** What is sold out, today's orders by the hour, in São Paulo, and what is waited for. @param now epoch ms */
export async function dayOf(tx: Tx, tenantId: string, staff: Staff, now: number): Promise<OpsDay> {
  const midnight = new Date(instantOfWall(wallTime(now).date, '00:00'));
  // São Paulo is whole hours from UTC.
  const hour = sql<number>`floor(extract(epoch from ${orderChild.createdAt}) / 3600)::int`;
  const [awaited, gone, made] = await Promise.all([
    awaitedOf(tx, tenantId, staff),
    tx
      .select({ all: count() })
      .from(item)
      .innerJoin(campaign, and(eq(campaign.tenantId, item.tenantId), eq(campaign.id, item.campaignId)))
      .leftJoin(stock, and(eq(stock.tenantId, item.tenantId), eq(stock.itemId, item.id)))
      .leftJoin(
        pause,
        and(
          eq(pause.tenantId, item.tenantId),
          eq(pause.kind, 'item'),
          eq(pause.targetId, item.id),
          isInForce(now),
        ),
      )
      .where(
        and(
          eq(item.tenantId, tenantId),
          eq(item.active, true),
          eq(campaign.active, true),
          or(isNull(campaign.endsAt), gte(campaign.endsAt, new Date(now))),
          or(isNull(stock.quantity), lte(stock.quantity, 0), eq(pause.kind, 'item')),
        ),
      ),
    tx
      .select({ hour, orders: countDistinct(orderChild.orderId) })
      .from(orderChild)
      .where(
        and(
          ofStaff(tenantId, staff),
          // All of them, so that the index of the board is read.
          inArray(orderChild.state, OrderState.options),
          gte(orderChild.createdAt, midnight),
        ),
      )
      .groupBy(hour)
      .orderBy(asc(hour)),
  ]);
  return {
    soldOut: gone[0]?.all ?? 0,
    hours: made.map((one) => ({ at: new Date(one.hour * HOUR).toISOString(), orders: one.orders })),
    awaited,
  };
}
