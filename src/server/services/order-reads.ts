import { and, asc, desc, eq, exists, gte, inArray, like, lt, or, sql } from 'drizzle-orm';
import type * as v from 'valibot';
import { type Follow, type Order, OrderState, type PublicOrder, type sendOrderEvent } from '#contract/order.ts';
import { ApiProblem } from '#contract/problem.ts';
import { maskName } from '#domain/name.ts';
import { isFinalState } from '#domain/order-progress.ts';
import { foldText } from '#domain/search.ts';
import { addDays, instantOfWall } from '#domain/zone.ts';
import type { Core } from '../core.ts';
import type { Tx } from '../db/database.ts';
import { document } from '../db/schema/document.ts';
import { order, orderChild, orderEvent, orderItem } from '../db/schema/order.ts';
import { shippingMethod } from '../db/schema/shipping-method.ts';
import { networkOf } from '../limits.ts';
import type { Buyer } from '../principal.ts';
import type { TenantRecord } from '../tenant-directory.ts';
import type { RequestPayment } from './payment-retry.ts';
import { type OrderLife, type OrderRow, allowedOf, stateOf } from './order-life.ts';
import { orderReplies, orderReply } from './order-reply.ts';

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
type Asked = Pick<v.InferOutput<typeof sendOrderEvent.body>, 'reason' | 'paymentMethod'>;
const openStates = OrderState.options.filter((state) => !isFinalState(state));
const ownedBy = (buyer: Buyer) => (buyer.kind === 'lead' ? eq(order.leadId, buyer.leadId) : buyer.accountId === null ? sql`false` : eq(order.accountId, buyer.accountId));
/** Lines of the history that changed the state; the others are about contact and windows. */
const isMove = sql`${orderEvent.fromState} is distinct from ${orderEvent.toState}`;
/** A column without accents and capitals, as {@link foldText} makes text. */
const folded = (column: typeof orderItem.name) => sql`lower(translate(${column}, 'ÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑáàâãäéèêëíìîïóòôõöúùûüçñ', 'AAAAAEEEEIIIIOOOOOUUUUCNaaaaaeeeeiiiiooooouuuucn'))`;
/** Text that a person typed, safe inside LIKE. */
const likeOf = (text: string) => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/** Reading orders and what a buyer may ask of one. Other people's orders and missing ones look alike. Source: specification §7; D43, D45–D51; SEC-12, SEC-13. */
export function orderReadService({ db, limits, env }: Core, { life, requestPayment }: { life: OrderLife; requestPayment: RequestPayment }) {
  /** Codes that do not exist, per address: nobody walks through them (SEC-12). */
  const misses = { points: 300 * (env.sandbox ? 1_000 : 1), seconds: 3_600 };

  /** An order of this buyer, locked, as it stands: what was due of it is not done yet. Asked at once, so that what is asked next is read under the lock. */
  async function ownLocked(tx: Tx, tenantId: string, buyer: Buyer, by: { id: string } | { code: string }): Promise<OrderRow> {
    const [row] = await tx.select().from(order).where(and(eq(order.tenantId, tenantId), 'id' in by ? eq(order.id, by.id) : eq(order.code, by.code), ownedBy(buyer))).for('update').execute();
    if (!row) throw new ApiProblem('NOT_FOUND');
    return row;
  }
  /** The same with what was due of it done first. */
  const own = async (...of: Parameters<typeof ownLocked>): Promise<OrderRow> => life.fallDue(of[0], await ownLocked(...of));
  const newest = (tx: Tx, tenantId: string, buyer: Buyer, states?: Order['state'][]) => tx.select().from(order).where(and(eq(order.tenantId, tenantId), ownedBy(buyer), states && inArray(order.state, states))).orderBy(desc(order.createdAt), desc(order.id)).limit(50);

  return {
    own,
    ownLocked,
    byId: (tenantId: string, buyer: Buyer, id: string): Promise<Order> => db.tenant(tenantId, async (tx) => orderReply(tx, await own(tx, tenantId, buyer, { id }))),
    byCode: (tenantId: string, buyer: Buyer, code: string): Promise<Order> => db.tenant(tenantId, async (tx) => orderReply(tx, await own(tx, tenantId, buyer, { code }))),
    list: (tenantId: string, buyer: Buyer): Promise<Order[]> => db.read(tenantId, async (tx) => orderReplies(tx, await newest(tx, tenantId, buyer))),
    listOpen: (tenantId: string, buyer: Buyer): Promise<Order[]> => db.read(tenantId, async (tx) => orderReplies(tx, await newest(tx, tenantId, buyer, openStates))),

    /** Days are São Paulo's days, both included. */
    page: (tenantId: string, buyer: Buyer, { size, page, campaignIds, created_after, created_before, status, searchText }: OrderFilter) =>
      db.read(tenantId, async (tx) => {
        const codePart = (searchText ?? '').replace(/[\s-]/g, '').toUpperCase();
        const where = and(
          eq(order.tenantId, tenantId), ownedBy(buyer),
          status?.length ? inArray(order.state, status) : undefined,
          created_after ? gte(order.createdAt, new Date(instantOfWall(created_after, '00:00'))) : undefined,
          created_before ? lt(order.createdAt, new Date(instantOfWall(addDays(created_before, 1), '00:00'))) : undefined,
          campaignIds?.length ? exists(tx.select({ one: sql`1` }).from(orderChild).where(and(eq(orderChild.tenantId, order.tenantId), eq(orderChild.orderId, order.id), inArray(sql`${orderChild.campaignId}::text`, campaignIds)))) : undefined,
          searchText
            ? or(
                codePart === '' ? undefined : like(order.code, likeOf(codePart)),
                exists(tx.select({ one: sql`1` }).from(orderItem).where(and(eq(orderItem.tenantId, order.tenantId), eq(orderItem.orderId, order.id), like(folded(orderItem.name), likeOf(foldText(searchText)))))),
              )
            : undefined,
        );
        const [counted] = await tx.select({ all: sql<number>`count(*)::int` }).from(order).where(where);
        const rows = await tx.select().from(order).where(where).orderBy(desc(order.createdAt), desc(order.id)).limit(size).offset(page * size);
        const totalElements = counted?.all ?? 0;
        const totalPages = Math.ceil(totalElements / size);
        return { content: await orderReplies(tx, rows), page, size, totalElements, totalPages, last: page >= totalPages - 1 };
      }),

    /** What anybody with the code may see, and nothing more. */
    async public(tenantId: string, code: string, ip: string): Promise<PublicOrder> {
      const key = `code:miss:${networkOf(ip)}`;
      if ((await limits.left(key, misses)) === 0) throw new ApiProblem('TOO_MANY_REQUESTS', { retryAfter: misses.seconds });
      const found = await db.read(tenantId, async (tx) => {
        const [row] = await tx.select().from(order).where(and(eq(order.tenantId, tenantId), eq(order.code, code)));
        if (!row) return null;
        const items = await tx.select({ name: orderItem.name, quantity: orderItem.quantity }).from(orderItem).where(and(eq(orderItem.tenantId, tenantId), eq(orderItem.orderId, row.id))).orderBy(asc(orderItem.position));
        const address = row.shippingAddress as { city?: string } | null; // validated when written
        return {
          code: row.code, state: stateOf(row), type: row.type, creationDate: row.createdAt.toISOString(), name: maskName(row.userName ?? ''), ...(address?.city ? { city: address.city } : {}), items,
          events: (await history(tx, row)).map((event) => ({ state: event.toState as Order['state'], at: event.at.toISOString() })), // only the chart's states are ever written
        };
      });
      if (found) return found;
      await limits.take(key, misses);
      throw new ApiProblem('NOT_FOUND');
    },

    follow: (tenantId: string, buyer: Buyer, id: string): Promise<Follow> =>
      db.tenant(tenantId, async (tx) => {
        const row = await own(tx, tenantId, buyer, { id });
        const documents = await tx.select().from(document).where(and(eq(document.tenantId, tenantId), inArray(document.collection, ['status', 'shippingCompanies'])));
        const labels = documents.filter(({ collection }) => collection === 'status');
        const textOf = (state: string) => (labels.find((one) => one.id === state)?.body as { delivered?: string } | undefined)?.delivered ?? 'Em processamento'; // StatusLabel in the contract
        const { window, shippingMethod: choice } = row.properties as unknown as Order['properties']; // validated when written
        const carrier = choice ? await carrierOf(tx, tenantId, choice.id, documents.filter(({ collection }) => collection === 'shippingCompanies')) : null;
        return {
          orderCode: row.code, state: stateOf(row), ...(window ? { eta: window } : {}), ...(carrier ? { carrier } : {}), allowedEvents: allowedOf(row),
          events: (await history(tx, row)).map((event) => ({ state: event.toState as Order['state'], at: event.at.toISOString(), text: textOf(event.toState) })), // only the chart's states are ever written
        };
      }),

    /** @throws ApiProblem NOT_CANCELABLE once preparation began */
    cancel: (tenantId: string, buyer: Buyer, id: string, reason: string | undefined): Promise<void> =>
      db.tenant(tenantId, async (tx) => {
        const row = await own(tx, tenantId, buyer, { id });
        if (!allowedOf(row).includes('order.canceled') || stateOf(row) === 'DELIVERY_FAILED') throw new ApiProblem('NOT_CANCELABLE', { allowedEvents: allowedOf(row) });
        await life.apply(tx, row, 'order.canceled', buyer.kind, { reason: reason ?? 'BUYER' });
      }),

    /** Another try to pay, or a cancellation that the shop must accept. @throws ApiProblem ILLEGAL_EVENT, STOCK, PIX_LIMIT, PAYMENT_METHOD */
    ask: (tenant: TenantRecord, buyer: Buyer, id: string, type: 'payment.requested' | 'cancellation.requested', { reason, paymentMethod }: Asked): Promise<Order> =>
      db.tenant(tenant.id, async (tx) => {
        const row = await own(tx, tenant.id, buyer, { id });
        return orderReply(tx, type === 'payment.requested' ? await requestPayment(tx, tenant, row, buyer.kind, paymentMethod) : await life.apply(tx, row, type, buyer.kind, { reason }));
      }),
  };

  /** Who brings it, in the words of the tenant's document `shippingCompanies` (§7, D47). */
  async function carrierOf(tx: Tx, tenantId: string, methodId: string, companies: (typeof document.$inferSelect)[]): Promise<Follow['carrier'] | null> {
    const [method] = await tx.select({ body: shippingMethod.body }).from(shippingMethod).where(and(eq(shippingMethod.tenantId, tenantId), eq(shippingMethod.id, methodId)));
    const company = companies.find(({ id }) => id === method?.body['companyId']);
    const { name, trackingUrl } = (company?.body ?? {}) as { name?: string; trackingUrl?: string }; // validated by the importer
    return company && name !== undefined ? { id: company.id, name, ...(trackingUrl === undefined ? {} : { url: trackingUrl }) } : null;
  }

  async function history(tx: Tx, row: OrderRow) {
    return tx.select().from(orderEvent).where(and(eq(orderEvent.tenantId, row.tenantId), eq(orderEvent.orderId, row.id), isMove)).orderBy(asc(orderEvent.sequence));
  }
}
export type OrderReadService = ReturnType<typeof orderReadService>;
