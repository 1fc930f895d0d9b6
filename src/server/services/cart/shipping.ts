import { and, eq, gte, sql } from 'drizzle-orm';
import type { Quote, QuoteOption, ShippingChoice } from '#contract/cart.ts';
import { type Cents, cents, centsOfReais, inCents, reaisOf } from '#contract/money.ts';
import type { Address, Area, Hub } from '#contract/place.ts';
import type { TenantShippingMethod, TenantWindow } from '#contract/tenant/tenant-place.ts';
import { isAddressIncomplete } from '#domain/place/address.ts';
import { hoursText } from '#domain/place/hours.ts';
import { distanceKm, isWithin } from '#domain/place/location.ts';
import { type WindowPlan, deliveryDays, deliveryWindows, pickupReadyAt } from '#domain/place/windows.ts';
import type { Tx } from '#server/db/database.ts';
import { prepared } from '#server/db/prepared.ts';
import { deliveryWindow } from '#server/db/schema/shop/shipping-method.ts';
import {
  type CampaignRow,
  type HubRow,
  type MethodRow,
  type Reference,
  internalHubsOf,
} from '#server/services/catalog/reference.ts';

type TakenWindow = typeof deliveryWindow.$inferSelect;
// Written by the importer in that shape
const methodBody = (row: MethodRow) => row.body as unknown as TenantShippingMethod;
// Written by the importer in the contract's shape
const hubBody = (row: HubRow) => row.body as unknown as Hub;
const pricedAt = (reais: number | undefined): Cents | null =>
  reais === undefined ? null : centsOfReais(reais);
/** A quote holds for this many ms. */
const VALID_FOR = 10 * 60_000;

const hubsOf = (row: CampaignRow): string[] =>
  internalHubsOf(row).length > 0 ? internalHubsOf(row) : row.hubIds;

/** One way to receive a cart, with the hub that does it and the plan of its windows. */
export interface Way {
  method: MethodRow;
  /** the only one, or that of the first campaign */
  hub: HubRow;
  /** which hub does it, by campaign */
  hubs: Record<string, string>;
  option: QuoteOption;
  windows: { id: string; start: number; end: number; left: number; price: Cents; capacity: number }[];
  /** what one of its windows costs now, on whichever day; null when there is none of that name any more */
  priceOf: (windowId: string) => Cents | null;
  /** it goes by windows and none is ahead, or its hub does not open: known, and not to be had */
  isOver: boolean;
}

export interface Ways {
  ways: Way[];
  refusal: 'AREA' | 'ADDRESS' | null;
}

const windowsAhead = prepared((tx) =>
  tx
    .select()
    .from(deliveryWindow)
    .where(
      and(
        eq(deliveryWindow.tenantId, sql.placeholder('tenantId')),
        gte(deliveryWindow.endsAt, sql.placeholder('now')),
      ),
    ),
);

/** Windows that somebody has taken a place in and that are not over. @param now epoch ms */
export async function readWindows(tx: Tx, tenantId: string, now: number): Promise<TakenWindow[]> {
  return windowsAhead(tx).execute({ tenantId, now: new Date(now) });
}

/**
 * Every way in which a cart can reach its buyer now: deliveries to an address in the area of a hub, and
 * pickup points. One hub that serves every campaign of the cart does it alone;
 * where there is none, each campaign is delivered by its own, in the ways and windows that all of these have.
 * A pickup point has the goods of all campaigns.
 * Source: D27, D30, D31, D41, D49.
 * @param subTotal centavos, for free delivery  @param now epoch ms
 */
export function waysFor(
  reference: Reference,
  windows: TakenWindow[],
  campaigns: readonly CampaignRow[],
  address: Address | undefined,
  subTotal: Cents,
  now: number,
): Ways {
  const [first] = campaigns;
  if (!first || campaigns.some((each) => hubsOf(each).length === 0)) return { ways: [], refusal: 'AREA' };
  const hasPlace = address !== undefined && !isAddressIncomplete(address);
  const point =
    address?.latitude !== undefined && address.longitude !== undefined
      ? { latitude: address.latitude, longitude: address.longitude }
      : null;
  // The column holds the contract's shape.
  const isWithinAll = (at: NonNullable<typeof point>) =>
    campaigns.every((one) => isWithin(one.area as Area | Area[] | null, at));
  const isOffered = hasPlace && point !== null && isWithinAll(point);
  const serving = reference.hubs.filter(
    (one) =>
      one.type !== 'PICKUP' &&
      isOffered &&
      isWithin(hubBody(one).area as Area | Area[] | null | undefined, point),
  );
  const common = reference.hubs.filter(({ id }) => campaigns.every((each) => hubsOf(each).includes(id)));

  const ways: Way[] = [];
  for (const method of reference.methods) {
    const doing = (hubs: HubRow[]) =>
      hubs.filter((each) => hubBody(each).shippingMethodIds.includes(method.id));
    const ofAll = (one: HubRow) => ({
      ...wayOf(method, one, windows, subTotal, now, point),
      hubs: Object.fromEntries(campaigns.map(({ id }) => [id, one.id])),
    });
    if (method.type === 'PICKUP') {
      // Each pickup point is a choice of its own.
      ways.push(
        ...doing(common)
          .filter((one) => one.type !== 'DISTRIBUTION' && hubBody(one).pickup.enabled)
          .map(ofAll),
      );
      continue;
    }
    // One delivery is offered once, by the first hub that can, and still has a time for it where one has.
    const able = doing(serving);
    const firstOf = (hubs: HubRow[]): Way | undefined => {
      const [one, ...others] = hubs;
      if (!one) return undefined;
      const way = ofAll(one);
      return way.isOver ? (firstOf(others) ?? way) : way;
    };
    const alone = firstOf(able.filter((one) => common.includes(one)));
    const own = alone
      ? []
      : campaigns.map((each) => firstOf(able.filter(({ id }) => hubsOf(each).includes(id))));
    const together = wayOfSeveral(own);
    if (alone) ways.push(alone);
    else if (together)
      ways.push({
        ...together,
        hubs: Object.fromEntries(campaigns.map(({ id }, index) => [id, own[index]?.hub.id ?? ''])),
      });
  }
  const hasDelivery = ways.some((way) => way.method.type !== 'PICKUP');
  if (isFetched(campaigns))
    return { ways: ways.filter(({ method }) => method.type === 'PICKUP'), refusal: null };
  return { ways, refusal: hasDelivery ? null : hasPlace ? 'AREA' : 'ADDRESS' };
}

/**
 * One delivery by several hubs: in the windows that all of them have. Null when one of them cannot, or no
 * window is everybody's.
 */
function wayOfSeveral(each: (Way | undefined)[]): Way | null {
  const [first] = each;
  if (!first || each.some((way) => way === undefined)) return null;
  const isShared = ({ id }: { id: string }) =>
    each.every((way) => way?.windows.some((window) => window.id === id));
  const shared = first.windows.filter(isShared);
  if (shared.length === 0 && each.some((way) => way?.windows.length)) return null;
  return {
    ...first,
    windows: shared,
    option: {
      ...first.option,
      ...(first.option.windows ? { windows: first.option.windows.filter(isShared) } : {}),
    },
  };
}

function wayOf(
  method: MethodRow,
  one: HubRow,
  taken: TakenWindow[],
  subTotal: Cents,
  now: number,
  point: { latitude: number; longitude: number } | null,
): Omit<Way, 'hubs'> {
  const body = methodBody(method);
  const place = hubBody(one);
  const isFree = body.freeAbove !== undefined && subTotal >= (pricedAt(body.freeAbove) ?? cents(0));
  const base = isFree ? cents(0) : method.price;
  const plan: WindowPlan = {
    hours: place.hours,
    leadTimeMin: place.leadTimeMin,
    cutoff: place.cutoff,
    holidays: place.holidays,
    days: body.days,
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
  const option: QuoteOption = {
    id: method.id,
    name: method.name,
    type: method.type,
    price: reaisOf(base),
    days: days ?? body.days,
    ...(body.companyId ? { companyId: body.companyId } : {}),
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
    option,
    windows,
    priceOf,
    isOver: body.windows.length
      ? windows.length === 0
      : days === null || (method.type === 'PICKUP' && ready === null),
  };
}
const iso = (at: number) => new Date(at).toISOString();

/** Whether a way is the one that was chosen, and still to be had. */
export const isChosen = (way: Way, choice: ShippingChoice): boolean =>
  !way.isOver &&
  way.method.id === choice.id &&
  way.method.type === choice.type &&
  (way.method.type !== 'PICKUP' || way.hub.id === choice.hubId);

/**
 * The way and window that a buyer chose, among those that exist now; null when there is none such any more.
 */
export function chosenWay(
  { ways }: Ways,
  choice: ShippingChoice | undefined,
): { way: Way; window: Way['windows'][number] | null } | null {
  const way = choice && ways.find((one) => isChosen(one, choice));
  if (!way) return null;
  if (way.windows.length === 0) return { way, window: null };
  const window = way.windows.find((one) => one.id === choice.windowId);
  return window ? { way, window } : null;
}
/** What the chosen way costs, in centavos; 0 while nothing fits. */
export const shippingPrice = (chosen: ReturnType<typeof chosenWay>): Cents =>
  chosen?.window?.price ?? inCents(chosen?.way.option.price ?? 0);

/**
 * Goods of a campaign that asks for no address have nowhere to be brought to: they are fetched, with whatever
 * else is in the cart (D28, D29).
 */
export const isFetched = (campaigns: readonly CampaignRow[]): boolean =>
  campaigns.some(({ body }) => body['ignoreShippingAddress'] === true);

/** The same ways at no price, as a coupon for the delivery makes them (D40). */
const freed = ({ windows, ...option }: QuoteOption): QuoteOption => ({
  ...option,
  price: 0,
  ...(windows ? { windows: windows.map((window) => ({ ...window, price: 0 })) } : {}),
});

/**
 * @param more.ignoresAddress the selected campaign asks for no address
 * @param more.isFree a coupon pays the delivery
 */
export const quoteReply = (
  { ways, refusal }: Ways,
  address: Address | undefined,
  now: number,
  { ignoresAddress = false, isFree = false } = {},
): Quote => ({
  validUntil: iso(now + VALID_FOR),
  options: ways.filter(({ isOver }) => !isOver).map(({ option }) => (isFree ? freed(option) : option)),
  ...(address ? { address } : {}),
  ...(ignoresAddress ? { ignoreShippingAddress: true } : refusal ? { refusal } : {}),
});
