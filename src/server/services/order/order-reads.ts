import { and, asc, desc, eq, exists, gte, inArray, like, lt, or, sql } from 'drizzle-orm';
import { type PgColumn, unionAll } from 'drizzle-orm/pg-core';
import type * as v from 'valibot';
import {
  type DeliveryNews,
  type Follow,
  type Order,
  OrderState,
  type PublicOrder,
  type sendOrderEvent,
} from '#contract/order.ts';
import { ApiProblem } from '#contract/problem.ts';
import { maskName } from '#domain/person/name.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import { foldText } from '#domain/search.ts';
import { addDays, instantOfWall } from '#domain/place/zone.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { prepared } from '#server/db/prepared.ts';
import { document } from '#server/db/schema/shop/document.ts';
import { order, orderChild, orderEvent, orderItem } from '#server/db/schema/order.ts';
import { shippingMethod } from '#server/db/schema/shop/shipping-method.ts';
import { networkOf } from '#server/platform/limits.ts';
import type { Buyer } from '#server/platform/principal.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { RequestPayment } from '#server/services/payment/payment-retry.ts';
import { type OrderLife, type OrderRow, stateOf } from './order-life.ts';
import { type ChildRow, aheadOf, childrenOf } from './order-family.ts';
import { allowedOfPart, allowedOfWhole, childReplies, orderReplies, orderReply } from './order-reply.ts';

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
/** An order, and the part of it that was asked for. */
export interface Found {
  row: OrderRow;
  child: ChildRow | null;
}
type Asked = Pick<v.InferOutput<typeof sendOrderEvent.body>, 'reason' | 'paymentMethod'>;
const openStates = OrderState.options.filter((state) => !hasOrderTag(state, 'final'));
const ownedBy = (buyer: Buyer) =>
  buyer.kind === 'lead'
    ? eq(order.leadId, buyer.leadId)
    : buyer.accountId === null
      ? sql`false`
      : eq(order.accountId, buyer.accountId);
const owned = (by: 'id' | 'code', whose: 'leadId' | 'accountId') =>
  prepared((tx) =>
    tx
      .select()
      .from(order)
      .where(
        and(
          eq(order.tenantId, sql.placeholder('tenantId')),
          eq(order[by], sql.placeholder('name')),
          eq(order[whose], sql.placeholder('owner')),
        ),
      )
      .for('update'),
  );
const ownedRows = {
  id: { leadId: owned('id', 'leadId'), accountId: owned('id', 'accountId') },
  code: { leadId: owned('code', 'leadId'), accountId: owned('code', 'accountId') },
};
/** A buyer's order by its id or code, locked. */
const lockOwn = async (
  tx: Tx,
  tenantId: string,
  buyer: Buyer,
  by: { id: string } | { code: string },
): Promise<OrderRow[]> => {
  const [name, rows] = 'id' in by ? [by.id, ownedRows.id] : [by.code, ownedRows.code];
  if (buyer.kind === 'lead') return rows.leadId(tx).execute({ tenantId, name, owner: buyer.leadId });
  return buyer.accountId === null
    ? []
    : rows.accountId(tx).execute({ tenantId, name, owner: buyer.accountId });
};
/** Lines of the history that changed the state; the others are about contact and windows. */
const isMove = sql`${orderEvent.fromState} is distinct from ${orderEvent.toState}`;
/** A column without accents and capitals, as {@link foldText} makes text. */
const folded = (column: typeof orderItem.name) =>
  sql`lower(translate(${column}, 'ÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑáàâãäéèêëíìîïóòôõöúùûüçñ', 'AAAAAEEEEIIIIOOOOOUUUUCNaaaaaeeeeiiiiooooouuuucn'))`;
/** A row of a list of orders and their parts. */
const listing = (id: PgColumn, orderId: PgColumn, at: PgColumn, isPart: number) => ({
  id: sql<string>`${id}`.as('id'),
  orderId: sql<string>`${orderId}`.as('order_id'),
  at: sql`${at}`.as('at'),
  isPart: sql`${isPart}::int`.as('is_part'),
});
/** Text that a person typed, safe inside LIKE. */
const likeOf = (text: string) => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/**
 * Reading orders and what a buyer may ask of one. Other people's orders and missing ones look alike. Source:
 * specification §7; D43, D45–D51; SEC-12, SEC-13.
 */
export function orderReadService(
  { db, limits, env }: Core,
  { life, requestPayment }: { life: OrderLife; requestPayment: RequestPayment },
) {
  /** Codes that do not exist, per address: nobody walks through them (SEC-12). */
  const misses = { points: 300 * (env.sandbox ? 1_000 : 1), seconds: 3_600 };

  /**
   * An order of this buyer, locked, as it stands: what was due of it is not done yet. Asked at once, so that
   * what is asked next is read under the lock.
   */
  async function ownLocked(
    tx: Tx,
    tenantId: string,
    buyer: Buyer,
    by: { id: string } | { code: string },
  ): Promise<OrderRow> {
    const [row] = await lockOwn(tx, tenantId, buyer, by);
    if (!row) throw new ApiProblem('NOT_FOUND');
    return row;
  }
  /** The same with what was due of it done first. */
  const own = async (...of: Parameters<typeof ownLocked>): Promise<OrderRow> =>
    life.applyDueEvents(of[0], await ownLocked(...of));
  /** The same, or the order that it is a part of, with that part. */
  async function ownPart(
    tx: Tx,
    tenantId: string,
    buyer: Buyer,
    by: { id: string } | { code: string },
  ): Promise<Found> {
    const [whole] = await lockOwn(tx, tenantId, buyer, by);
    if (whole) return { row: await life.applyDueEvents(tx, whole), child: null };
    const [part] = await tx
      .select({ orderId: orderChild.orderId, id: orderChild.id })
      .from(orderChild)
      .where(
        and(
          eq(orderChild.tenantId, tenantId),
          'id' in by ? eq(orderChild.id, by.id) : eq(orderChild.code, by.code),
        ),
      );
    if (!part) throw new ApiProblem('NOT_FOUND');
    const row = await own(tx, tenantId, buyer, { id: part.orderId });
    // As it is once the order is ours.
    return { row, child: (await childrenOf(tx, row)).find(({ id }) => id === part.id) ?? null };
  }
  const newest = (tx: Tx, tenantId: string, buyer: Buyer, states?: Order['state'][]) =>
    tx
      .select()
      .from(order)
      .where(and(eq(order.tenantId, tenantId), ownedBy(buyer), states && inArray(order.state, states)))
      .orderBy(desc(order.createdAt), desc(order.id))
      .limit(50);

  return {
    own,
    ownLocked,
    ownPart,
    withCode,
    byId: (tenantId: string, buyer: Buyer, id: string): Promise<Order> =>
      db.tenant(tenantId, async (tx) => partReply(tx, await ownPart(tx, tenantId, buyer, { id }))),
    byCode: (tenantId: string, buyer: Buyer, code: string): Promise<Order> =>
      db.tenant(tenantId, async (tx) => partReply(tx, await ownPart(tx, tenantId, buyer, { code }))),
    /** Each part as an order of its own; a part has none. */
    children: (tenantId: string, buyer: Buyer, code: string): Promise<Order[]> =>
      db.tenant(tenantId, async (tx) => {
        const { row, child } = await ownPart(tx, tenantId, buyer, { code });
        return child ? [] : childReplies(tx, row, await childrenOf(tx, row));
      }),
    list: (tenantId: string, buyer: Buyer): Promise<Order[]> =>
      db.read(tenantId, async (tx) => orderReplies(tx, await newest(tx, tenantId, buyer))),
    listOpen: (tenantId: string, buyer: Buyer): Promise<Order[]> =>
      db.read(tenantId, async (tx) => orderReplies(tx, await newest(tx, tenantId, buyer, openStates))),

    /**
     * Days are São Paulo's days, both included. Parts are listed with their orders when `onlyParent` is
     * false.
     */
    page: (tenantId: string, buyer: Buyer, filter: OrderFilter) =>
      db.read(tenantId, async (tx) => {
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
      }),

    /** What anybody with the code may see, and nothing more. */
    async public(tenantId: string, code: string, ip: string): Promise<PublicOrder> {
      const key = `code:miss:${networkOf(ip)}`;
      if ((await limits.left(key, misses)) === 0)
        throw new ApiProblem('TOO_MANY_REQUESTS', { retryAfter: misses.seconds });
      const found = await db.read(tenantId, async (tx) => {
        const found = await withCode(tx, tenantId, code);
        if (!found) return null;
        const { row, child } = found;
        const items = await tx
          .select({ name: orderItem.name, quantity: orderItem.quantity })
          .from(orderItem)
          .where(
            and(
              eq(orderItem.tenantId, tenantId),
              eq(orderItem.orderId, row.id),
              child ? eq(orderItem.orderChildId, child.id) : undefined,
            ),
          )
          .orderBy(asc(orderItem.position));
        const address = row.shippingAddress as { city?: string } | null; // validated when written
        return {
          code: (child ?? row).code,
          state: stateOf(child ?? row),
          type: row.type,
          creationDate: row.createdAt.toISOString(),
          name: maskName(row.userName ?? ''),
          ...(address?.city ? { city: address.city } : {}),
          items,
          events: (await history(tx, row, child)).map(({ state, at }) => ({ state, at })),
        };
      });
      if (found) return found;
      await limits.take(key, misses);
      throw new ApiProblem('NOT_FOUND');
    },

    follow: (tenantId: string, buyer: Buyer, id: string): Promise<Follow> =>
      db.tenant(tenantId, async (tx) => {
        const { row, child } = await ownPart(tx, tenantId, buyer, { id });
        const documents = await tx
          .select()
          .from(document)
          .where(
            and(
              eq(document.tenantId, tenantId),
              inArray(document.collection, ['status', 'shippingCompanies']),
            ),
          );
        const labels = documents.filter(({ collection }) => collection === 'status');
        const textOf = (state: string) =>
          (labels.find((one) => one.id === state)?.body as { delivered?: string } | undefined)?.delivered ??
          'Em processamento'; // StatusLabel in the contract
        // Validated when written.
        const { window, shippingMethod: choice } = row.properties as unknown as Order['properties'];
        const carrier = choice
          ? await carrierOf(
              tx,
              tenantId,
              choice.id,
              documents.filter(({ collection }) => collection === 'shippingCompanies'),
            )
          : null;
        const events = await history(tx, row, child);
        const { trackingCode, invoiceUrl } = Object.assign(
          {},
          ...events.map(({ news }) => news),
        ) as DeliveryNews; // the newest of each
        return {
          orderCode: (child ?? row).code,
          state: stateOf(child ?? row),
          ...(window ? { eta: window } : {}),
          ...(carrier
            ? { carrier: { ...carrier, ...(trackingCode === undefined ? {} : { trackingCode }) } }
            : {}),
          events: events.map(({ state, at, news: { place } }) => ({
            state,
            at,
            text: textOf(state),
            ...(place === undefined ? {} : { place }),
          })),
          ...(invoiceUrl === undefined ? {} : { invoiceUrl }),
          allowedEvents: child
            ? allowedOfPart(row, child)
            : allowedOfWhole(row, (await aheadOf(tx, [row])).has(row.id)),
        };
      }),

    /** @throws ApiProblem NOT_CANCELABLE once preparation began */
    cancel: (tenantId: string, buyer: Buyer, id: string, reason: string | undefined): Promise<void> =>
      db.tenant(tenantId, async (tx) => {
        const { row, child } = await ownPart(tx, tenantId, buyer, { id });
        const legal = child
          ? allowedOfPart(row, child)
          : allowedOfWhole(row, (await aheadOf(tx, [row])).has(row.id));
        if (!legal.includes('order.canceled') || !hasOrderTag(stateOf(child ?? row), 'cancelable'))
          throw new ApiProblem('NOT_CANCELABLE', { allowedEvents: legal });
        await life.apply(tx, row, 'order.canceled', buyer.kind, {
          reason: reason ?? 'BUYER',
          childId: child?.id,
        });
      }),

    /**
     * Another try to pay, or a cancellation that the shop must accept.
     * @throws ApiProblem ILLEGAL_EVENT, STOCK, PIX_LIMIT, PAYMENT_METHOD
     */
    ask: (
      tenant: TenantRecord,
      buyer: Buyer,
      id: string,
      type: 'payment.requested' | 'cancellation.requested',
      { reason, paymentMethod }: Asked,
    ): Promise<Order> =>
      db.tenant(tenant.id, async (tx) => {
        const { row, child } = await ownPart(tx, tenant.id, buyer, { id });
        if (child && !allowedOfPart(row, child).includes(type))
          throw new ApiProblem('ILLEGAL_EVENT', { allowedEvents: allowedOfPart(row, child) });
        if (type === 'payment.requested')
          return orderReply(tx, await requestPayment(tx, tenant, row, buyer.kind, paymentMethod));
        await life.apply(tx, row, type, buyer.kind, { reason, childId: child?.id });
        return partReply(tx, await ownPart(tx, tenant.id, buyer, { id }));
      }),
  };

  /** The order or the part of one that has a code, whoever's. */
  async function withCode(tx: Tx, tenantId: string, code: string): Promise<Found | null> {
    const [whole] = await tx
      .select()
      .from(order)
      .where(and(eq(order.tenantId, tenantId), eq(order.code, code)));
    if (whole) return { row: whole, child: null };
    const [part] = await tx
      .select({ row: order, child: orderChild })
      .from(orderChild)
      .innerJoin(order, and(eq(order.tenantId, orderChild.tenantId), eq(order.id, orderChild.orderId)))
      .where(and(eq(orderChild.tenantId, tenantId), eq(orderChild.code, code)));
    return part ?? null;
  }

  /** Who brings it, in the words of the tenant's document `shippingCompanies` (§7, D47). */
  async function carrierOf(
    tx: Tx,
    tenantId: string,
    methodId: string,
    companies: (typeof document.$inferSelect)[],
  ): Promise<Follow['carrier'] | null> {
    const [method] = await tx
      .select({ body: shippingMethod.body })
      .from(shippingMethod)
      .where(and(eq(shippingMethod.tenantId, tenantId), eq(shippingMethod.id, methodId)));
    const company = companies.find(({ id }) => id === method?.body['companyId']);
    // Validated by the importer
    const { name, trackingUrl } = (company?.body ?? {}) as { name?: string; trackingUrl?: string };
    return company && name !== undefined
      ? { id: company.id, name, ...(trackingUrl === undefined ? {} : { url: trackingUrl }) }
      : null;
  }

  /** The states that an order, or one part of it, went through, with what was told along. */
  async function history(tx: Tx, row: OrderRow, child: ChildRow | null) {
    const isPart = sql`${orderEvent.part} is null and ${isMove} or ${orderEvent.part} -> 'children' @> to_jsonb(${child?.id ?? ''}::text)`;
    const events = await tx
      .select()
      .from(orderEvent)
      .where(
        and(
          eq(orderEvent.tenantId, row.tenantId),
          eq(orderEvent.orderId, row.id),
          child ? sql`(${isPart})` : isMove,
        ),
      )
      .orderBy(asc(orderEvent.sequence));
    return events.map(({ part, toState, at, data }) => ({
      state: child && part ? part.to : (toState as Order['state']),
      at: at.toISOString(),
      news: (part && !child ? {} : data) as DeliveryNews,
    })); // a part has its own number and invoice // only the chart's states are ever written
  }

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
}

/** An order, or a part of it, as its buyer sees it. */
export async function partReply(tx: Tx, { row, child }: Found): Promise<Order> {
  const [reply] = child ? await childReplies(tx, row, [child]) : await orderReplies(tx, [row]);
  if (!reply) throw new Error('an order that was just read is gone');
  return reply;
}
export type OrderReadService = ReturnType<typeof orderReadService>;
