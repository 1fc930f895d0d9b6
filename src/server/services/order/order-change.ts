import { isDeepStrictEqual } from 'node:util';
import { and, eq, isNull, or } from 'drizzle-orm';
import type * as v from 'valibot';
import type { Quote, ShippingChoice } from '#contract/cart.ts';
import type { Order, ShippingAddress } from '#contract/order.ts';
import type { OrderChange, setOrderUser } from '#contract/order-change.ts';
import type { Address } from '#contract/place.ts';
import { ApiProblem } from '#contract/problem.ts';
import { RESCHEDULES, sameDoor } from '#domain/order/order-change.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { couponUse } from '#server/db/schema/coupon.ts';
import { order, orderChild, orderEvent } from '#server/db/schema/order.ts';
import { user } from '#server/db/schema/people/user.ts';
import type { Buyer } from '#server/platform/principal.ts';
import { releaseStock } from '#server/services/cart/stock.ts';
import { assertCpf } from '#server/services/people/cpf.ts';
import { assertExtra } from '#server/services/cart/extra.ts';
import { assertStillReached } from './guest.ts';
import { type OrderLife, type OrderRow, allowedOf, stateOf } from './order-life.ts';
import type { OrderReadService } from './order-reads.ts';
import { orderReply } from './order-reply.ts';
import type { CampaignRow, ReferenceOf } from '#server/services/catalog/reference.ts';
import type { DeliveryOption } from '#server/services/cart/delivery-option.ts';
import { deliveryOptionsFor, isChosen, quoteReply, readWindows } from '#server/services/cart/shipping.ts';
import { takePlace } from '#server/services/cart/window-place.ts';

type Contact = v.InferOutput<typeof setOrderUser.body>;
// Validated when written
const choiceOf = (row: OrderRow) => row.properties['shippingMethod'] as ShippingChoice | undefined;
const addressOf = (row: OrderRow) => row.shippingAddress as ShippingAddress | null; // validated when written
const illegal = (row: OrderRow) => new ApiProblem('ILLEGAL_EVENT', { allowedEvents: allowedOf(row) });

/**
 * What a buyer may change of an order that is placed, its parts, and who it belongs to. Source: specification
 * §7; D41, D49, D50.
 */
export function orderChangeService(
  { db, clock, events, tenants }: Core,
  { reads, life, referenceOf }: { reads: OrderReadService; life: OrderLife; referenceOf: ReferenceOf },
) {
  /** Writes a change that moves no state, with its line in the history. @param row locked by the caller */
  async function note(
    tx: Tx,
    row: OrderRow,
    type: string,
    actor: string,
    change: Partial<OrderRow>,
  ): Promise<OrderRow> {
    const next = { ...row, ...change, version: row.version + 1, updatedAt: clock.date() };
    const {
      userName,
      userPhone,
      email,
      identification,
      userId,
      accountId,
      leadId,
      shippingAddress,
      deliveryWindowId,
      properties,
      version,
      updatedAt,
    } = next;
    await tx
      .update(order)
      .set({
        userName,
        userPhone,
        email,
        identification,
        userId,
        accountId,
        leadId,
        shippingAddress,
        deliveryWindowId,
        properties,
        version,
        updatedAt,
      })
      .where(and(eq(order.tenantId, row.tenantId), eq(order.id, row.id)));
    await tx.insert(orderEvent).values({
      tenantId: row.tenantId,
      orderId: row.id,
      sequence: version,
      type,
      fromState: row.state,
      toState: row.state,
      at: updatedAt,
      actor,
      data: {},
    });
    await events.publish(tx, row.tenantId, `order:${row.code}`, {
      type: 'order.changed',
      code: row.code,
      state: stateOf(row),
      version,
      at: updatedAt.toISOString(),
    });
    return next;
  }

  /** The campaigns that an order is of. */
  async function campaignsOf(tx: Tx, row: OrderRow): Promise<CampaignRow[]> {
    const [{ campaigns }, children] = await Promise.all([
      referenceOf(tx, row.tenantId),
      tx
        .select({ campaignId: orderChild.campaignId })
        .from(orderChild)
        .where(and(eq(orderChild.tenantId, row.tenantId), eq(orderChild.orderId, row.id))),
    ]);
    return campaigns.filter(({ id }) => children.some(({ campaignId }) => campaignId === id));
  }

  /**
   * The way that an order is received by, with the windows that cost no more than its own; null when there is
   * nothing to choose: no such window is left, or it has none and waits for nothing.
   */
  async function wayOf(tx: Tx, row: OrderRow): Promise<DeliveryOption | null> {
    const choice = choiceOf(row);
    const address = addressOf(row);
    if (!choice) return null;
    const [reference, windows, campaigns] = await Promise.all([
      referenceOf(tx, row.tenantId),
      readWindows(tx, row.tenantId, clock.now()),
      campaignsOf(tx, row),
    ]);
    const { options } = deliveryOptionsFor(
      reference,
      windows,
      campaigns,
      address ? placeOf(address) : undefined,
      row.subTotal,
      clock.now(),
    );
    const way = options.find((one) => isChosen(one, choice));
    if (!way) return null;
    // Without windows there is only one thing to ask for: that what failed is tried again.
    if (way.windows.length === 0) return stateOf(row) === 'DELIVERY_FAILED' ? way : null;
    const own = row.deliveryWindowId === null ? null : way.priceOf(row.deliveryWindowId);
    const open = way.windows.filter(
      ({ id, left, price }) => id !== row.deliveryWindowId && left > 0 && price <= (own ?? row.shippingTotal),
    );
    if (open.length === 0) return null;
    return {
      ...way,
      windows: open,
      quoted: {
        ...way.quoted,
        windows: (way.quoted.windows ?? []).filter(({ id }) => open.some((window) => window.id === id)),
      },
    };
  }

  /**
   * Another window of the same way: a place is taken there and the old one given back. What failed is sent
   * out again, also where there are no windows.
   * @throws ApiProblem WINDOW, RESCHEDULE_LIMIT, ILLEGAL_EVENT
   */
  async function reschedule(
    tx: Tx,
    row: OrderRow,
    windowId: string | undefined,
    cause: Buyer['kind'],
  ): Promise<OrderRow> {
    if (!hasOrderTag(stateOf(row), 'reschedulable')) throw illegal(row);
    const done = Number(row.properties['reschedules'] ?? 0);
    if (done >= RESCHEDULES) throw new ApiProblem('RESCHEDULE_LIMIT');
    const way = await wayOf(tx, row);
    const window = way?.windows.find(({ id }) => id === windowId);
    if (!way || (windowId === undefined ? way.windows.length > 0 : !window)) throw new ApiProblem('WINDOW');
    if (window) await swap(tx, row, way, window);
    const kept = window && {
      shippingMethod: { ...choiceOf(row), windowId: window.id },
      window: { start: new Date(window.start).toISOString(), end: new Date(window.end).toISOString() },
    };
    const moved =
      stateOf(row) === 'DELIVERY_FAILED' ? await life.apply(tx, row, 'delivery.rescheduled', cause) : row;
    return note(tx, moved, 'order.rescheduled', cause, {
      deliveryWindowId: window?.id ?? row.deliveryWindowId,
      properties: { ...moved.properties, reschedules: done + 1, ...kept },
    });
  }

  /** By id, so that two that swap their windows never wait for each other in a ring. */
  async function swap(
    tx: Tx,
    row: OrderRow,
    { method }: DeliveryOption,
    window: DeliveryOption['windows'][number],
  ): Promise<void> {
    const back = () => releaseStock(tx, row.tenantId, [], row.deliveryWindowId);
    const take = () => takePlace(tx, row.tenantId, method.id, window);
    if (window.id < (row.deliveryWindowId ?? '')) await take().then(back);
    else await back().then(take);
  }

  return {
    /**
     * @throws ApiProblem VERSION with the order as it is, ILLEGAL_EVENT, ADDRESS for another place, WINDOW,
     * RESCHEDULE_LIMIT
     */
    update: (tenantId: string, buyer: Buyer, id: string, body: OrderChange): Promise<Order> =>
      db.tenant(tenantId, async (tx) => {
        const row = await reads.own(tx, tenantId, buyer, { id });
        if (body.version !== undefined && body.version !== row.version)
          throw new ApiProblem('VERSION', { current: await orderReply(tx, row) });
        if (!hasOrderTag(stateOf(row), 'editable')) throw illegal(row);
        const { recipient, extra, shippingAddress: sent, shippingMethod: choice } = body.properties ?? {};
        assertCpf(tenants, tenantId, { 'properties.recipient.cpf': recipient?.cpf });
        // Answers that come back as they are were judged when they were given, by the questions of that day.
        if (extra && !isDeepStrictEqual(extra, row.properties['extra']))
          assertExtra(await campaignsOf(tx, row), extra);
        const stored = addressOf(row);
        const door = sent && stored ? sameDoor(stored, sent) : stored;
        if (sent && !door) throw new ApiProblem('ADDRESS', { detail: 'shippingAddress' });
        const contact = {
          userName: body.userName ?? row.userName,
          userPhone: body.userPhone ?? row.userPhone,
          email: body.email ?? row.email,
        };
        assertStillReached({ ...row, ...contact }, 'userPhone');
        if (choice && (choice.id !== choiceOf(row)?.id || choice.hubId !== choiceOf(row)?.hubId))
          throw new ApiProblem('WINDOW');
        const isMoved = choice?.windowId !== undefined && choice.windowId !== row.deliveryWindowId;
        const current = isMoved ? await reschedule(tx, row, choice.windowId, buyer.kind) : row;
        const properties = {
          ...current.properties,
          ...(recipient ? { recipient } : {}),
          ...(extra ? { extra } : {}),
        };
        return orderReply(
          tx,
          await note(tx, current, 'order.updated', buyer.kind, {
            ...contact,
            shippingAddress: door,
            properties,
          }),
        );
      }),

    /**
     * A failed delivery that has no windows goes out again.
     * @throws ApiProblem ILLEGAL_EVENT, RESCHEDULE_LIMIT, WINDOW where one has to be chosen (update)
     */
    sendAgain: (tenantId: string, buyer: Buyer, id: string): Promise<Order> =>
      db.tenant(tenantId, async (tx) => {
        const row = await reads.own(tx, tenantId, buyer, { id });
        if (stateOf(row) !== 'DELIVERY_FAILED') throw illegal(row);
        return orderReply(tx, await reschedule(tx, row, undefined, buyer.kind));
      }),

    /** What an order may be rescheduled to; nothing when it may not be. @throws ApiProblem NOT_FOUND */
    quote: (tenantId: string, buyer: Buyer, id: string): Promise<Quote> =>
      db.tenant(tenantId, async (tx) => {
        const row = await reads.own(tx, tenantId, buyer, { id });
        const way =
          hasOrderTag(stateOf(row), 'reschedulable') &&
          Number(row.properties['reschedules'] ?? 0) < RESCHEDULES
            ? await wayOf(tx, row)
            : null;
        const address = addressOf(row);
        return quoteReply(
          { options: way ? [way] : [], refusal: null },
          address ? placeOf(address) : undefined,
          clock.now(),
        );
      }),

    /**
     * @throws ApiProblem NOT_FOUND for an order that is another's, has no such contact or does not exist: all
     * look alike
     */
    setUser: (
      tenantId: string,
      buyer: Buyer,
      code: string,
      { name, phone, email, cpf, claim }: Contact,
    ): Promise<Order> =>
      db.tenant(tenantId, async (tx) => {
        assertCpf(tenants, tenantId, { cpf });
        const row = claim
          ? await claimable(tx, tenantId, buyer, code)
          : await reads.own(tx, tenantId, buyer, { code });
        const isAlive = hasOrderTag(stateOf(row), 'editable');
        if (!claim && !isAlive) throw illegal(row);
        const contact = isAlive
          ? {
              userName: name ?? row.userName,
              userPhone: phone ?? row.userPhone,
              email: email ?? row.email,
              identification: cpf ?? row.identification,
            }
          : {};
        const owner =
          claim && buyer.kind === 'client'
            ? { userId: buyer.userId, accountId: buyer.accountId, leadId: null }
            : {};
        assertStillReached({ ...row, ...contact, ...owner }, 'phone');
        // A use of a coupon counts for whoever has the order.
        if (owner.accountId)
          await tx
            .update(couponUse)
            .set({ subject: `account:${owner.accountId}` })
            .where(and(eq(couponUse.tenantId, tenantId), eq(couponUse.cartUuid, row.cartUuid)));
        return orderReply(
          tx,
          await note(tx, row, claim ? 'order.claimed' : 'order.updated', buyer.kind, {
            ...contact,
            ...owner,
          }),
        );
      }),
  };

  /** An order that nobody with an account has, made with a contact that this client has proved; locked. */
  async function claimable(tx: Tx, tenantId: string, buyer: Buyer, code: string): Promise<OrderRow> {
    if (buyer.kind !== 'client' || buyer.accountId === null) throw new ApiProblem('UNAUTHENTICATED');
    const [mine] = await tx
      .select({ phone: user.phone, email: user.email })
      .from(user)
      .where(and(eq(user.tenantId, tenantId), eq(user.id, buyer.userId)));
    const contacts = [
      ...(mine?.phone ? [eq(order.userPhone, mine.phone)] : []),
      ...(mine?.email ? [eq(order.email, mine.email)] : []),
    ];
    const isFree = or(eq(order.accountId, buyer.accountId), and(isNull(order.accountId), or(...contacts)));
    const [row] = contacts.length
      ? await tx
          .select()
          .from(order)
          .where(and(eq(order.tenantId, tenantId), eq(order.code, code), isFree))
          .for('update')
      : [];
    if (!row) throw new ApiProblem('NOT_FOUND');
    return life.applyDueEvents(tx, row);
  }
}

/** An order's address in the words of a cart. */
const placeOf = (address: ShippingAddress): Address => ({
  postalCode: address.cep,
  address: address.address,
  streetNumber: address.street_number,
  neighborhood: address.neighborhood,
  city: address.city,
  administrativeArea: address.administrative_area,
  latitude: address.latitude,
  longitude: address.longitude,
});
