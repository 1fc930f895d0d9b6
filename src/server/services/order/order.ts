import { createHash } from 'node:crypto';
import { and, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm';
import type { ShippingChoice, Totals } from '#contract/cart.ts';
import type { NewOrder, Order, OrderType } from '#contract/order.ts';
import { cents, inCents } from '#contract/money.ts';
import { ApiProblem } from '#contract/problem.ts';
import { countUnits, lineKey } from '#domain/cart-line.ts';
import { goodsPaid } from '#domain/money/coupon.ts';
import { sum } from '#domain/money/money.ts';
import { sameDoor } from '#domain/order/order-change.ts';
import { orderTypeOf, shippingAddressOf } from '#domain/order/order.ts';
import { stepOrder } from '#machines/orders/order.machine.ts';
import type { Core } from '#server/platform/core.ts';
import { type Tx, deferToCommit } from '#server/db/database.ts';
import { isUniqueViolation } from '#server/db/faults.ts';
import { drivenRow, overwriting, placesOf, prepared, rowInserter, rowUpdater } from '#server/db/prepared.ts';
import { account } from '#server/db/schema/people/account.ts';
import { campaign } from '#server/db/schema/shop/campaign.ts';
import { cart, cartLock } from '#server/db/schema/cart.ts';
import { idempotencyKey } from '#server/db/schema/idempotency-key.ts';
import { order, orderChild, orderEvent, orderItem } from '#server/db/schema/order.ts';
import { payment } from '#server/db/schema/payment.ts';
import { orderCode, uuidv4 } from '#server/platform/ids.ts';
import { forEachIsolated } from '#server/jobs/for-each-isolated.ts';
import { LIMITS, scaledLimit } from '#server/platform/limits-table.ts';
import { type Buyer, subjectOf } from '#server/platform/principal.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import {
  type CartOwner,
  type CartRow,
  type LockRow,
  draftOf,
  linesOf,
  liveLock,
  ownCart,
} from '#server/services/cart/cart-row.ts';
import { orderedProblem } from '#server/services/cart/cart-reply.ts';
import { consumeCoupon, goodsIn } from '#server/services/cart/coupon.ts';
import { assertCpf } from '#server/services/people/cpf.ts';
import { assertExtra } from '#server/services/cart/extra.ts';
import { assertGuest, noteGuestConsent } from './guest.ts';
import { type Locked, lockedOf, totalsFor } from '#server/services/cart/reservation.ts';
import { boughtBefore } from '#server/services/cart/purchase-limit.ts';
import { type ChargeService, planReply } from '#server/services/payment/charge.ts';
import type { OrderLife, OrderRow } from './order-life.ts';
import { walletCharge, walletPart } from '#server/services/payment/order-wallet.ts';
import { replyOf } from './order-reply.ts';
import { controlsOf } from '#server/services/cart/pricing.ts';
import type { ReferenceOf } from '#server/services/catalog/reference.ts';

const ROUTE = 'placeOrder';
/** A stored answer is replayed for this long (ms). Source: definitions, Idempotency. */
const KEPT = 72 * 3_600_000;
type AccountRow = typeof account.$inferSelect;
const [insertParent, insertChild, insertItem, insertCharge] = [
  rowInserter(order),
  rowInserter(orderChild),
  rowInserter(orderItem),
  rowInserter(payment),
];
const insertEvent = rowInserter(orderEvent);
const closeCart = rowUpdater(cart, ['state', 'updatedAt'], ['tenantId', 'uuid']);
const closeLock = rowUpdater(cartLock, ['state', 'orderId'], ['tenantId', 'cartUuid']);
const ofTenant = sql.placeholder('tenantId');
const accountOf = prepared((tx) =>
  tx
    .select()
    .from(account)
    .where(and(eq(account.tenantId, ofTenant), eq(account.id, sql.placeholder('id')))),
);
const keptAnswer = prepared((tx) =>
  tx
    .select()
    .from(idempotencyKey)
    .where(
      and(
        eq(idempotencyKey.tenantId, ofTenant),
        eq(idempotencyKey.subject, sql.placeholder('subject')),
        eq(idempotencyKey.route, ROUTE),
        eq(idempotencyKey.key, sql.placeholder('key')),
        gt(idempotencyKey.expiresAt, sql.placeholder('now')),
      ),
    ),
);
const keepAnswer = prepared((tx) =>
  tx
    .insert(idempotencyKey)
    .values(placesOf(idempotencyKey))
    .onConflictDoUpdate({
      target: [idempotencyKey.tenantId, idempotencyKey.subject, idempotencyKey.route, idempotencyKey.key],
      set: overwriting(idempotencyKey, ['fingerprint', 'body', 'expiresAt']),
    }),
);

/** Answers of a placement: the order, or the bytes that the first answer had. */
export type Placed = { order: Order; replayed: false } | { body: string; replayed: true };

/**
 * Placing orders: everything that belongs together in one transaction. Source: specification §7; D44, D49,
 * D55–D57; REL-01 to REL-03, SEC-17.
 */
export function orderService(
  { db, clock, env, events, jobs, limits, log, metrics, tenants }: Core,
  { life, charges, referenceOf }: { life: OrderLife; charges: ChargeService; referenceOf: ReferenceOf },
) {
  const mostOrders = scaledLimit(LIMITS.orders, env);
  /**
   * The body must be about what is held: same lines, same way of receiving, same amounts where it names any.
   */
  function compare(body: NewOrder, held: Locked, totals: Totals, chosen: ShippingChoice | undefined): void {
    const sent = body.items
      .map(
        ({ item, quantity, campaignId }) =>
          `${lineKey({ id: item.id, campaignId, packageId: item.packageId, selection: item.itemKitSelection, quantity })}×${quantity}`,
      )
      .toSorted();
    const kept = held.lines.map((line) => `${lineKey(line)}×${line.quantity}`).toSorted();
    const { price, subTotal, shippingTotal, discount, shippingMethod } = body.properties;
    const isOtherWay =
      shippingMethod !== undefined &&
      (shippingMethod.id !== chosen?.id ||
        shippingMethod.windowId !== chosen.windowId ||
        shippingMethod.hubId !== chosen.hubId);
    if (sent.join() !== kept.join() || isOtherWay) throw new ApiProblem('LOCK_LOST');
    const isOther = (named: number | undefined, real: number) =>
      named !== undefined && inCents(named) !== inCents(real);
    const allDiscounts =
      (inCents(totals.discount) + inCents(totals.coupon) + inCents(totals.paymentDiscount)) / 100;
    if (
      isOther(price, totals.total) ||
      isOther(subTotal, totals.subTotal) ||
      isOther(shippingTotal, totals.shipping) ||
      isOther(discount, allDiscounts)
    )
      throw new ApiProblem('PRICE', { current: totals });
    // Dearer than what was held, for it is paid in another way: only for somebody who says that price.
    if (price === undefined && inCents(totals.total) > inCents(held.totals.total))
      throw new ApiProblem('PRICE', { current: totals });
  }

  async function insertOrder(
    tx: Tx,
    tenant: TenantRecord,
    type: OrderType,
    body: NewOrder,
    row: CartRow,
    lock: LockRow,
    owner: CartOwner,
    person: AccountRow | undefined,
    attempt: string,
  ): Promise<Order> {
    const locked = lockedOf(lock.totals);
    const draft = draftOf(row);
    const [first] = locked.lines;
    if (!first) throw new ApiProblem('LOCK_LOST');
    const campaignIds = [...new Set(locked.lines.map((line) => line.campaignId))];
    // A campaign that is not in the cart says nothing about it: its rules are not this order's.
    const selectedId = campaignIds.find((id) => id === body.properties.campaignId) ?? first.campaignId;
    const campaigns = (await referenceOf(tx, tenant.id)).campaigns.filter(({ id }) =>
      campaignIds.includes(id),
    );
    const selected = campaigns.find((one) => one.id === selectedId);
    const extra = { ...draft.extra, ...body.properties.extra };
    assertExtra(campaigns, extra);
    const ignoresAddress = selected?.body['ignoreShippingAddress'] === true;
    if (orderTypeOf({ ignoreShippingAddress: ignoresAddress, shippingMethod: draft.shippingMethod }) !== type)
      throw new ApiProblem('ADDRESS', { detail: 'shippingMethod' });
    const shippingAddress = type === 'SHIPPING' ? shippingAddressOf(draft.location) : null;
    if (type === 'SHIPPING' && !shippingAddress) throw new ApiProblem('ADDRESS', { detail: 'location' });
    // Compared, like the amounts: what was held is for the cart's own place.
    const named = body.properties.shippingAddress;
    if (named && shippingAddress && !sameDoor(shippingAddress, named))
      throw new ApiProblem('ADDRESS', { detail: 'shippingAddress' });

    const now = clock.date();
    const { buyer } = owner;
    const { totals } = locked;
    const total = inCents(totals.total);
    const id = uuidv4();
    const code = orderCode();
    // What the tenant does not take is not taken, whoever asks.
    if (body.paymentMethod.wallet && !tenant.settings.payment.methods.includes('WALLET'))
      throw new ApiProblem('PAYMENT_METHOD', { detail: 'WALLET' });
    const part = await walletPart(tx, tenant.id, body, locked, buyer, { total, code, at: clock.date() });
    const due = cents(total - (part?.amount ?? 0));
    const isFree = due === 0;
    // Money of a wallet alone is no Pix: it has not earned what Pix takes off.
    if (isFree && total > 0 && totals.paymentDiscount > 0)
      throw new ApiProblem('PAYMENT_METHOD', { detail: 'WALLET' });
    const chosen = isFree ? null : charges.way(tx, tenant, body.paymentMethod, due, { cartUuid: row.uuid });
    // Waited for only where something was asked.
    const way = chosen instanceof Promise ? await chosen : chosen;
    const discount = cents(
      inCents(totals.discount) + inCents(totals.coupon) + inCents(totals.paymentDiscount),
    );
    const expiresAt = isFree ? null : charges.endOf(tenant, now);
    const event = isFree ? 'payment.confirmed' : 'payment.requested';
    const state = stepOrder('CREATED', event, { paid: false })?.state ?? 'CREATED';
    const recipient = draft.recipient ?? body.properties.recipient;
    const made: OrderRow = {
      tenantId: tenant.id,
      id,
      code,
      cartUuid: row.uuid,
      attempt,
      state,
      version: 2,
      type,
      userId: buyer.kind === 'client' ? buyer.userId : null,
      accountId: row.accountId,
      leadId: row.leadId,
      campaignId: selected?.id ?? first.campaignId,
      hubId: locked.hubId,
      userName: person?.name ?? body.userName,
      userPhone: person?.phone ?? body.userPhone ?? null,
      email: person?.email ?? body.email ?? null,
      identification: person?.identification ?? body.properties.account?.cpf ?? null,
      subTotal: inCents(totals.subTotal),
      discount,
      shippingTotal: inCents(totals.shipping),
      total,
      paymentType: total === 0 ? 'FREE' : (way?.type ?? 'WALLET'),
      shippingAddress,
      properties: {
        cartUuid: row.uuid,
        campaignId: selected?.id ?? first.campaignId,
        totals,
        shippingName: locked.shippingName,
        ...(locked.window ? { window: locked.window } : {}),
        ...(ignoresAddress ? { ignoreShippingAddress: true } : {}),
        ...(type === 'SHIPPING' ? { shippingAddressVerified: true } : {}),
        ...(draft.shippingMethod ? { shippingMethod: draft.shippingMethod } : {}),
        ...(recipient ? { recipient } : {}),
        ...(Object.keys(extra).length ? { extra } : {}),
        ...(selected ? { campaignName: selected.name } : {}),
        ...(isFree ? { paid: true } : {}),
        ...(part ? { wallet: { uuid: part.uuid, amount: part.amount / 100 } } : {}),
        ...(way?.type === 'CREDIT_CARD' ? { plan: planReply(way.plan) } : {}),
        ...(locked.coupon ? { coupon: locked.coupon.code, promotionId: locked.coupon.promotionId } : {}),
        ...(buyer.kind === 'lead' ? { privacyVersion: body.privacyVersion } : {}),
      },
      reserved: lock.reserved,
      deliveryWindowId: lock.deliveryWindowId,
      cancelReason: null,
      createdAt: now,
      updatedAt: now,
      dueAt: expiresAt,
      dueEvent: expiresAt ? 'payment.expired' : null,
    };
    // Nothing below is read again: it all travels in one go and is checked with the commit.
    deferToCommit(tx, insertParent(tx, made));
    // One child per campaign; delivery is charged on the first.
    const nets = goodsPaid(
      goodsIn(locked.lines),
      { coupon: inCents(totals.coupon), paymentDiscount: inCents(totals.paymentDiscount) },
      locked.coupon?.campaignIds,
    );
    const children = nets.map(({ campaignId, net }, index) => {
      const gross = sum(
        locked.lines
          .filter((line) => line.campaignId === campaignId)
          .map((line) => cents(inCents(line.total) + inCents(line.discount))),
      );
      const shipping = index === 0 ? inCents(totals.shipping) : cents(0);
      return {
        tenantId: tenant.id,
        id: uuidv4(),
        orderId: id,
        code: orderCode(),
        campaignId,
        hubId: locked.hubs?.[campaignId] ?? locked.hubId,
        state,
        version: 2,
        subTotal: gross,
        discount: cents(gross - net),
        shippingTotal: shipping,
        total: cents(net + shipping),
        cancelReason: null,
        createdAt: now,
        updatedAt: now,
      };
    });
    for (const child of children) deferToCommit(tx, insertChild(tx, child));
    const items = locked.lines.map((line, position) => ({
      tenantId: tenant.id,
      orderId: id,
      position,
      orderChildId: children.find((child) => child.campaignId === line.campaignId)?.id ?? id,
      campaignId: line.campaignId,
      itemId: line.id,
      packageId: line.packageId ?? null,
      name: line.name,
      quantity: line.quantity,
      unitPrice: inCents(line.unitPrice),
      discount: inCents(line.discount),
      total: inCents(line.total),
      body: {
        ...(line.listPrice === undefined ? {} : { listPrice: line.listPrice }),
        ...(line.percent === undefined ? {} : { percent: line.percent }),
        ...(line.image ? { image: line.image } : {}),
        ...(line.unit ? { unit: line.unit } : {}),
        ...(line.tint ? { tint: line.tint } : {}),
        ...(line.durable ? { durable: true } : {}),
        ...(line.selection ? { selection: line.selection } : {}),
        ...(line.choices ? { choices: line.choices } : {}),
      },
    }));
    for (const item of items) deferToCommit(tx, insertItem(tx, item));
    const happened = {
      tenantId: tenant.id,
      orderId: id,
      at: now,
      actor: buyer.kind === 'lead' ? 'lead' : 'client',
      data: {},
      part: null,
    };
    deferToCommit(
      tx,
      insertEvent(tx, {
        ...happened,
        sequence: 1,
        type: 'order.created',
        fromState: null,
        toState: 'CREATED',
      }),
    );
    deferToCommit(
      tx,
      insertEvent(tx, { ...happened, sequence: 2, type: event, fromState: 'CREATED', toState: state }),
    );
    if (isFree && locked.coupon)
      deferToCommit(tx, consumeCoupon(tx, tenant.id, locked.coupon.promotionId, row.uuid));
    if (part) deferToCommit(tx, insertCharge(tx, walletCharge(tenant.id, id, code, part, now)));
    if (way)
      charges.open(tx, tenant, way, { id, code, due, off: inCents(totals.paymentDiscount) }, 1, 1, now);
    if (buyer.kind === 'lead' && body.privacyVersion !== undefined)
      deferToCommit(tx, noteGuestConsent(tx, clock, tenant.id, buyer.leadId, id, body.privacyVersion));
    deferToCommit(tx, closeCart(tx, { state: 'ordered', updatedAt: now }, row));
    deferToCommit(tx, closeLock(tx, { state: 'ordered', orderId: id }, lock));
    deferToCommit(
      tx,
      events.publish(tx, tenant.id, `cart:${row.uuid}`, {
        type: 'cart.changed',
        uuid: row.uuid,
        version: row.version,
      }),
    );
    return replyOf(made, items);
  }

  /** Without a live hold the time counts: no grace after the end of a campaign (D19, REL-20). */
  async function lateProblem(tx: Tx, tenantId: string, row: CartRow): Promise<ApiProblem> {
    const ids = [...new Set(linesOf(row).map((line) => line.campaignId))];
    const ended = ids.length
      ? await tx
          .select({ id: campaign.id })
          .from(campaign)
          .where(
            and(
              eq(campaign.tenantId, tenantId),
              inArray(campaign.id, ids),
              lt(campaign.endsAt, clock.date()),
            ),
          )
          .limit(1)
      : [];
    return new ApiProblem(ended.length ? 'CAMPAIGN_ENDED' : 'LOCK_LOST');
  }

  /**
   * Two carts of one buyer may be held at once; the limit per account is decided when they become orders, one
   * after the other.
   * @throws ApiProblem LIMIT
   */
  async function assertWithinAccount(
    tx: Tx,
    tenantId: string,
    buyer: Buyer,
    { lines }: Locked,
  ): Promise<void> {
    const ids = new Set(lines.map((line) => line.campaignId));
    // By id, so that two orders never wait for each other in a ring.
    const { campaigns } = await referenceOf(tx, tenantId);
    for (const row of campaigns.filter((one) => ids.has(one.id))) {
      const { maxPerAccount } = controlsOf(row);
      if (maxPerAccount === undefined) continue;
      await tx.execute(
        sql`select pg_advisory_xact_lock(hashtextextended(${`${tenantId} ${subjectOf(buyer)} ${row.id}`}, 0))`,
      );
      const units = countUnits(lines.filter((line) => line.campaignId === row.id));
      if (units + (await boughtBefore(tx, tenantId, buyer, row.id)) > maxPerAccount)
        throw new ApiProblem('LIMIT');
    }
  }

  async function placeIn(
    tx: Tx,
    tenant: TenantRecord,
    type: OrderType,
    body: NewOrder,
    owner: CartOwner,
    key: string,
  ): Promise<Placed> {
    const subject = subjectOf(owner.buyer);
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([type, body]))
      .digest('base64url');
    // Two sends of one key: the second is told to come back, it does not wait on a connection.
    const [claimed, [kept]] = await Promise.all([
      tx.execute(
        sql`select pg_try_advisory_xact_lock(hashtextextended(${`${tenant.id} ${subject} ${key}`}, 0)) as free`,
      ),
      keptAnswer(tx).execute({ tenantId: tenant.id, subject, key, now: clock.date() }),
    ]);
    const { rows: claims } = claimed as unknown as { rows: { free: boolean }[] }; // the same on both drivers
    if (!claims[0]?.free) throw new ApiProblem('IN_FLIGHT', { retryAfter: 1 });
    if (kept?.body) {
      if (kept.fingerprint !== fingerprint) throw new ApiProblem('KEY_REUSED');
      return { body: kept.body, replayed: true };
    }
    const { cartUuid } = body.properties;
    assertCpf(tenants, tenant.id, {
      'properties.account.cpf': body.properties.account?.cpf,
      'properties.recipient.cpf': body.properties.recipient?.cpf,
    });
    const accountId = owner.buyer.kind === 'client' ? owner.buyer.accountId : null;
    // In this order: the hold is read once the cart's row is ours.
    const [row, lock, [person]] = await Promise.all([
      ownCart(tx, tenant.id, cartUuid, owner),
      liveLock(tx, tenant.id, cartUuid),
      accountId === null ? [] : accountOf(tx).execute({ tenantId: tenant.id, id: accountId }),
      limits.within(tx, `orders:${tenant.id}:${subject}`, mostOrders),
    ]);
    if (row.state === 'ordered') throw await orderedProblem(tx, tenant.id, row.uuid);
    if (owner.buyer.kind === 'lead') assertGuest(tenant, body);
    const { fence } = body.properties;
    if (!lock || lock.lockedUntil <= clock.date()) throw await lateProblem(tx, tenant.id, row);
    if ((fence !== undefined && fence !== lock.fence) || lockedOf(lock.totals).cartVersion !== row.version)
      throw new ApiProblem('LOCK_LOST');
    const held = lockedOf(lock.totals);
    const totals = totalsFor(held, body.paymentMethod.type, tenant.settings.payment.terms);
    compare(body, held, totals, draftOf(row).shippingMethod);
    await assertWithinAccount(tx, tenant.id, owner.buyer, held);
    const placed = await insertOrder(
      tx,
      tenant,
      type,
      body,
      row,
      { ...lock, totals: { ...lock.totals, totals } },
      owner,
      person,
      key,
    );
    const now = clock.now();
    const answer = {
      tenantId: tenant.id,
      subject,
      route: ROUTE,
      key,
      fingerprint,
      state: 'done' as const,
      status: 201,
      body: JSON.stringify(placed),
      createdAt: new Date(now),
      expiresAt: new Date(now + KEPT),
    };
    deferToCommit(tx, keepAnswer(tx).execute(drivenRow(idempotencyKey, answer)));
    return { order: placed, replayed: false };
  }

  const service = {
    /**
     * @param key `{cartUuid}:{attempt}`, or the bare cartUuid
     * @throws ApiProblem MALFORMED, LOCK_LOST, PRICE, ORDERED (the order's code in `detail`), IN_FLIGHT,
     * KEY_REUSED, ADDRESS, PAYMENT_METHOD, NOT_FOUND, TOO_MANY_REQUESTS
     */
    async place(
      tenant: TenantRecord,
      type: OrderType,
      body: NewOrder,
      owner: CartOwner,
      key: string,
    ): Promise<Placed> {
      // Buying without an account is the tenant's choice (D74).
      if (owner.buyer.kind === 'lead' && !tenant.settings.flags.guestOrders)
        throw new ApiProblem('UNAUTHENTICATED');
      try {
        const placed = await db.tenant(tenant.id, (tx) => placeIn(tx, tenant, type, body, owner, key));
        if (!placed.replayed) metrics.orderPlaced(tenant.id);
        return placed;
      } catch (error) {
        // The last net: the database knows one live order per cart, whatever the keys said.
        if (isUniqueViolation(error, 'order_live_per_cart')) throw new ApiProblem('ORDERED');
        throw error;
      }
    },
    /**
     * Orders whose time has come: unpaid codes expire, retries end. Each in a transaction of its own: one
     * that fails keeps nobody waiting.
     */
    async sweep(tenantId: string): Promise<void> {
      const due = await db.read(tenantId, (tx) =>
        tx
          .select({ id: order.id })
          .from(order)
          .where(and(eq(order.tenantId, tenantId), lte(order.dueAt, clock.date())))
          .orderBy(order.dueAt)
          .limit(100),
      );
      await forEachIsolated(due, async ({ id }) => {
        const overdue = await db.tenant(tenantId, async (tx) => {
          const [row] = await tx
            .select()
            .from(order)
            .where(and(eq(order.tenantId, tenantId), eq(order.id, id)))
            .for('update', { skipLocked: true });
          return row ? life.takeOverdue(tx, await life.applyDueEvents(tx, row)) : null;
        });
        if (overdue === null) return;
        log.error(
          { tenant: tenantId, order: id, what: overdue },
          'the shop is late with an order: a person must look',
        );
        metrics.alarm('overdue_order');
      });
    },
  };
  jobs.whenDue('order.due', service.sweep);
  return service;
}
