import { and, eq } from 'drizzle-orm';
import type { Quote, ShippingChoice } from '#contract/cart.ts';
import type { Order, ShippingAddress } from '#contract/order/order.ts';
import type { Address } from '#contract/place.ts';
import { ApiProblem } from '#contract/problem.ts';
import { RESCHEDULES } from '#domain/order/order-change.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { orderChild } from '#server/db/schema/order.ts';
import type { Buyer } from '#server/platform/principal.ts';
import { releaseStock } from '#server/services/cart/stock.ts';
import type { DeliveryOption } from '#server/services/cart/delivery-option.ts';
import {
  deliveryOptionsFor,
  destinationOf,
  isChosen,
  quoteReply,
  readWindows,
} from '#server/services/cart/shipping.ts';
import { takePlace } from '#server/services/cart/window-place.ts';
import type { CampaignRow, ReferenceOf } from '#server/services/catalog/reference.ts';
import type { OrderLife } from './life/order-life.ts';
import { noteChange } from './order-note.ts';
import type { OrderReadService } from './order-reads.ts';
import { orderReply } from './order-reply.ts';
import { type OrderRow, addressOf, illegalIn, stateOf } from './order-row.ts';

// Validated when written
export const choiceOf = (row: OrderRow) => row.properties['shippingMethod'] as ShippingChoice | undefined;

/** The campaigns that an order is of. */
export async function campaignsOf(referenceOf: ReferenceOf, tx: Tx, row: OrderRow): Promise<CampaignRow[]> {
  const [{ campaigns }, children] = await Promise.all([
    referenceOf(tx, row.tenantId),
    tx
      .select({ campaignId: orderChild.campaignId })
      .from(orderChild)
      .where(and(eq(orderChild.tenantId, row.tenantId), eq(orderChild.orderId, row.id))),
  ]);
  return campaigns.filter(({ id }) => children.some(({ campaignId }) => campaignId === id));
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

/**
 * Another window for an order, or another try of a delivery that failed. Source: D41; screen RescheduleOrder.
 */
export function orderRescheduleService(
  core: Core,
  { reads, life, referenceOf }: { reads: OrderReadService; life: OrderLife; referenceOf: ReferenceOf },
) {
  const { db, clock } = core;
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
      campaignsOf(referenceOf, tx, row),
    ]);
    const { options } = deliveryOptionsFor(
      reference,
      windows,
      campaigns,
      // The address was taken with the order.
      destinationOf(address ? placeOf(address) : undefined, []),
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
    if (!hasOrderTag(stateOf(row), 'reschedulable')) throw illegalIn(row);
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
    return noteChange(core, tx, moved, 'order.rescheduled', cause, {
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
    reschedule,

    /**
     * A failed delivery that has no windows goes out again.
     * @throws ApiProblem ILLEGAL_EVENT, RESCHEDULE_LIMIT, WINDOW where one has to be chosen (update)
     */
    sendAgain: (tenantId: string, buyer: Buyer, id: string): Promise<Order> =>
      db.tenant(tenantId, async (tx) => {
        const row = await reads.own(tx, tenantId, buyer, { id });
        if (stateOf(row) !== 'DELIVERY_FAILED') throw illegalIn(row);
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
  };
}
export type OrderRescheduleService = ReturnType<typeof orderRescheduleService>;
