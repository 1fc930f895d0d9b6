import type { QuoteOption } from '#contract/cart.ts';
import { type Cents, cents, centsOfReais, reaisOf } from '#contract/money.ts';
import type { Pause } from '#contract/scalars.ts';
import type { Hub } from '#contract/place.ts';
import type { TenantShippingMethod, TenantWindow } from '#contract/tenant/tenant-place.ts';
import { pauseNow } from '#domain/pause.ts';
import { hoursText } from '#domain/place/hours.ts';
import { distanceKm } from '#domain/place/location.ts';
import {
  type WindowPlan,
  deliveryDays,
  deliveryWindows,
  lastOrderFor,
  pickupReadyAt,
} from '#domain/place/windows.ts';
import type { deliveryWindow } from '#server/db/schema/shop/shipping-method.ts';
import type { HubRow, MethodRow } from '#server/services/catalog/reference.ts';

export type TakenWindow = typeof deliveryWindow.$inferSelect;
// Written by the importer in that shape
const methodBody = (row: MethodRow) => row.body as unknown as TenantShippingMethod;
// Written by the importer in the contract's shape
export const hubBody = (row: HubRow) => row.body as unknown as Hub;
const pricedAt = (reais: number | undefined): Cents | null =>
  reais === undefined ? null : centsOfReais(reais);
/** One option to receive a cart, with the hub that does it and the plan of its windows. */
export interface DeliveryOption {
  method: MethodRow;
  /** the only one, or that of the first campaign */
  hub: HubRow;
  /** which hub does it, by campaign */
  hubs: Record<string, string>;
  /** as the buyer is told it */
  quoted: QuoteOption;
  windows: { id: string; start: number; end: number; left: number; price: Cents; capacity: number }[];
  /** what one of its windows costs now, on whichever day; null when there is none of that name any more */
  priceOf: (windowId: string) => Cents | null;
  /** until when an order still finds the window that begins then, epoch ms; null when it does not */
  lastOrder: (start: number) => number | null;
  /** it goes by windows and none is ahead, or its hub does not open: known, and not to be had */
  isOver: boolean;
}

export interface DeliveryOptions {
  options: DeliveryOption[];
  refusal: 'AREA' | 'ADDRESS' | 'FORM' | null;
  /** of a hub that would have options, or more of them */
  paused?: Pause | undefined;
}

/**
 * One delivery by several hubs: in the windows that all of them have. Null when one of them cannot, or no
 * window is everybody's.
 */
export function optionOfSeveral(each: (DeliveryOption | undefined)[]): DeliveryOption | null {
  const [first] = each;
  if (!first || each.some((option) => option === undefined)) return null;
  const isShared = ({ id }: { id: string }) =>
    each.every((option) => option?.windows.some((window) => window.id === id));
  const shared = first.windows.filter(isShared);
  if (shared.length === 0 && each.some((option) => option?.windows.length)) return null;
  const lastOrder = (start: number) => {
    const all = each.map((option) => option?.lastOrder(start) ?? null);
    return all.includes(null) ? null : Math.min(...all.map(Number));
  };
  return {
    ...first,
    lastOrder,
    windows: shared,
    quoted: {
      ...first.quoted,
      ...(first.quoted.windows ? { windows: first.quoted.windows.filter(isShared) } : {}),
    },
  };
}

/** What one hub offers by one method. @param subTotal centavos, for free delivery  @param now epoch ms */
export function optionOf(
  method: MethodRow,
  one: HubRow,
  taken: TakenWindow[],
  subTotal: Cents,
  now: number,
  point: { latitude: number; longitude: number } | null,
): Omit<DeliveryOption, 'hubs'> {
  const body = methodBody(method);
  const place = hubBody(one);
  const pause = pauseNow(one.paused, now);
  const isFree = body.freeAbove !== undefined && subTotal >= (pricedAt(body.freeAbove) ?? cents(0));
  const base = isFree ? cents(0) : method.price;
  const plan: WindowPlan = {
    hours: place.hours,
    leadTimeMin: place.leadTimeMin,
    cutoff: place.cutoff,
    holidays: place.holidays,
    days: body.days,
    ...(pause ? { pausedUntil: pause.until ?? Infinity } : {}),
    ...(body.windows.length ? { slots: body.windows } : {}),
    taken: Object.fromEntries(
      taken
        .filter((row) => row.shippingMethodId === method.id)
        .map((row) => [row.id.slice(method.id.length + 1), row.taken]),
    ),
  };
  const slotOf = (name: string | null) => body.windows.find(({ id }) => id === name);
  const priceIn = (slot: TenantWindow | undefined) =>
    isFree ? cents(0) : (pricedAt(slot?.price) ?? method.price);
  const windows = body.windows.length
    ? deliveryWindows(plan, now).map((window) => ({
        id: `${method.id}:${window.id}`,
        start: window.start,
        end: window.end,
        left: window.left,
        price: priceIn(slotOf(window.slot)),
        capacity: slotOf(window.slot)?.capacity ?? 0,
      }))
    : [];
  // Where a pickup goes by windows, nothing is handed out before the first of them.
  const ready = method.type === 'PICKUP' ? (windows[0]?.start ?? pickupReadyAt(plan, now)) : null;
  const days = deliveryDays(plan, now);
  const quoted: QuoteOption = {
    id: method.id,
    name: method.name,
    type: method.type,
    price: reaisOf(base),
    days: days ?? body.days,
    ...(body.companyId ? { companyId: body.companyId } : {}),
    ...(body.freeAbove === undefined || isFree ? {} : { freeAbove: body.freeAbove }),
    ...(windows.length
      ? {
          windows: windows.map(({ id, start, end, left, price }) => ({
            id,
            start: iso(start),
            end: iso(end),
            left,
            price: reaisOf(price),
          })),
        }
      : {}),
    ...(method.type === 'PICKUP'
      ? {
          hubId: one.id,
          name: one.name,
          address: place.address,
          instructions: place.pickup.instructions,
          hours: hoursText(place.hours),
          ...(ready === null ? {} : { readyAt: iso(ready) }),
          ...(point ? { distance: Math.round(distanceKm(point, one) * 10) / 10 } : {}),
        }
      : {}),
  };
  const priceOf = (windowId: string) => {
    // `{method}:{date}T{HH:MM}.{slot}`
    const slot = slotOf(windowId.slice(windowId.lastIndexOf('.') + 1));
    return slot ? priceIn(slot) : null;
  };
  return {
    method,
    hub: one,
    quoted,
    windows,
    priceOf,
    lastOrder: (start) => lastOrderFor(start, plan),
    isOver: body.windows.length
      ? windows.length === 0
      : days === null || (method.type === 'PICKUP' && ready === null),
  };
}
export const iso = (at: number) => new Date(at).toISOString();
