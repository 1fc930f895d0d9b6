import { and, asc, desc, eq, exists, gte, inArray, like, lt, or, sql } from 'drizzle-orm';
import { type PgColumn, unionAll } from 'drizzle-orm/pg-core';
import type { Order } from '#contract/order/order.ts';
import { foldText } from '#domain/search.ts';
import { addDays, instantOfWall } from '#domain/place/calendar.ts';
import type { Tx } from '#server/db/database.ts';
import { order, orderChild, orderItem } from '#server/db/schema/order.ts';
import type { Buyer } from '#server/platform/principal.ts';
import { childReplies, orderReplies } from './order-reply.ts';
import { ownedBy } from './own-order.ts';

export interface OrderFilter {
  size: number;
  page: number;
  campaignIds?: string[] | undefined;
  created_after?: string | undefined;
  created_before?: string | undefined;
  status?: string[] | undefined;
  searchText?: string | undefined;
  onlyParent?: boolean | undefined;
}
/** A column without accents and capitals, as {@link foldText} makes text. */
export const folded = (column: PgColumn) =>
  sql`lower(translate(${column}, 'ÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑáàâãäéèêëíìîïóòôõöúùûüçñ', 'AAAAAEEEEIIIIOOOOOUUUUCNaaaaaeeeeiiiiooooouuuucn'))`;
/** A row of a list of orders and their parts. */
const listing = (id: PgColumn, orderId: PgColumn, at: PgColumn, isPart: number) => ({
  id: sql<string>`${id}`.as('id'),
  orderId: sql<string>`${orderId}`.as('order_id'),
  at: sql`${at}`.as('at'),
  isPart: sql`${isPart}::int`.as('is_part'),
});
/** Text that a person typed, safe inside LIKE. */
export const likeOf = (text: string) => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** What a page asks for, of orders or of their parts. */
function filtered(
  tx: Tx,
  { campaignIds, created_after, created_before, status, searchText }: OrderFilter,
  one: typeof order | typeof orderChild,
) {
  const codePart = (searchText ?? '').replace(/[\s-]/g, '').toUpperCase();
  const ofOrder = one === order;
  const isOf = ofOrder
    ? and(eq(orderItem.tenantId, order.tenantId), eq(orderItem.orderId, order.id))
    : and(eq(orderItem.tenantId, orderChild.tenantId), eq(orderItem.orderChildId, orderChild.id));
  const campaignOf = sql`${orderChild.campaignId}::text`;
  const isCampaign = (ids: string[]) =>
    ofOrder
      ? exists(
          tx
            .select({ one: sql`1` })
            .from(orderChild)
            .where(
              and(
                eq(orderChild.tenantId, order.tenantId),
                eq(orderChild.orderId, order.id),
                inArray(campaignOf, ids),
              ),
            ),
        )
      : inArray(campaignOf, ids);
  return and(
    status?.length ? inArray(one.state, status) : undefined,
    created_after ? gte(one.createdAt, new Date(instantOfWall(created_after, '00:00'))) : undefined,
    created_before
      ? lt(one.createdAt, new Date(instantOfWall(addDays(created_before, 1), '00:00')))
      : undefined,
    campaignIds?.length ? isCampaign(campaignIds) : undefined,
    searchText
      ? or(
          codePart === '' ? undefined : like(one.code, likeOf(codePart)),
          exists(
            tx
              .select({ one: sql`1` })
              .from(orderItem)
              .where(and(isOf, like(folded(orderItem.name), likeOf(foldText(searchText))))),
          ),
        )
      : undefined,
  );
}

/** Orders and parts of orders by their ids, in that order. */
async function listed(
  tx: Tx,
  tenantId: string,
  ids: readonly { id: string; orderId: string }[],
): Promise<Order[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select()
    .from(order)
    .where(
      and(
        eq(order.tenantId, tenantId),
        inArray(
          order.id,
          ids.map(({ orderId }) => orderId),
        ),
      ),
    );
  const replies = await orderReplies(
    tx,
    rows.filter((row) => ids.some(({ id }) => id === row.id)),
  );
  const parts = ids.filter(({ id, orderId }) => id !== orderId);
  const children = parts.length
    ? await tx
        .select()
        .from(orderChild)
        .where(
          and(
            eq(orderChild.tenantId, tenantId),
            inArray(
              orderChild.id,
              parts.map(({ id }) => id),
            ),
          ),
        )
    : [];
  for (const row of rows)
    replies.push(
      ...(await childReplies(
        tx,
        row,
        children.filter(({ orderId }) => orderId === row.id),
      )),
    );
  return ids.flatMap(({ id }) => replies.find((reply) => reply.id === id) ?? []);
}

/**
 * One page of a buyer's orders. Days are São Paulo's days, both included. Parts are listed with their orders
 * when `onlyParent` is false.
 */
export async function pageOf(tx: Tx, tenantId: string, buyer: Buyer, filter: OrderFilter) {
  const { size, page, onlyParent = true } = filter;
  const parents = tx
    .select(listing(order.id, order.id, order.createdAt, 0))
    .from(order)
    .where(and(eq(order.tenantId, tenantId), ownedBy(buyer), filtered(tx, filter, order)));
  const parts = tx
    .select(listing(orderChild.id, orderChild.orderId, orderChild.createdAt, 1))
    .from(orderChild)
    .innerJoin(order, and(eq(order.tenantId, orderChild.tenantId), eq(order.id, orderChild.orderId)))
    .where(and(eq(orderChild.tenantId, tenantId), ownedBy(buyer), filtered(tx, filter, orderChild)));
  const all = onlyParent ? parents.as('listed') : unionAll(parents, parts).as('listed');
  const [counted] = await tx.select({ all: sql<number>`count(*)::int` }).from(all);
  const rows = await tx
    .select({ id: all.id, orderId: all.orderId })
    .from(all)
    .orderBy(desc(all.at), desc(all.orderId), asc(all.isPart), asc(all.id))
    .limit(size)
    .offset(page * size);
  const totalElements = counted?.all ?? 0;
  const totalPages = Math.ceil(totalElements / size);
  return {
    content: await listed(tx, tenantId, rows),
    page,
    size,
    totalElements,
    totalPages,
    last: page >= totalPages - 1,
  };
}
