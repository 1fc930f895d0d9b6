import { and, eq, gte, sql } from 'drizzle-orm';
import type { Quote, QuoteOption, ShippingChoice } from '#contract/cart.ts';
import { type Cents, inCents } from '#contract/money.ts';
import type { Address, Area, FormField } from '#contract/place.ts';
import type { Campaign } from '#contract/campaign.ts';
import { endOf } from '#domain/campaign-status.ts';
import { isAddressIncomplete } from '#domain/place/address.ts';
import { addressErrors } from '#domain/place/address-form.ts';
import { pauseNow } from '#domain/pause.ts';
import { isWithin } from '#domain/place/location.ts';
import { type Point, placedAt } from '#domain/place/point.ts';
import type { Tx } from '#server/db/database.ts';
import { prepared } from '#server/db/prepared.ts';
import { deliveryWindow } from '#server/db/schema/shop/shipping-method.ts';
import {
  type CampaignRow,
  type HubRow,
  type Reference,
  internalHubsOf,
} from '#server/services/catalog/reference.ts';
import {
  type DeliveryOption,
  type DeliveryOptions,
  type TakenWindow,
  hubBody,
  iso,
  optionOf,
  optionOfSeveral,
} from './delivery-option.ts';

/** A quote holds for this many ms. */
const VALID_FOR = 10 * 60_000;

const hubsOf = (row: CampaignRow): string[] =>
  internalHubsOf(row).length > 0 ? internalHubsOf(row) : row.hubIds;

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

/** Where a cart goes to. */
export interface Destination {
  /** all that a delivery has to know of it */
  isWhole: boolean;
  /** something that the store asks of an address is missing */
  isUnfinished?: boolean;
  /** null for a place that nobody has found on the map */
  point: Point | null;
}
export const destinationOf = (address: Address | undefined, fields: readonly FormField[]): Destination => ({
  isWhole: !isAddressIncomplete(address),
  isUnfinished: address !== undefined && Object.keys(addressErrors(address, fields)).length > 0,
  point: placedAt(address),
});

/**
 * Every option by which a cart can reach its buyer now: deliveries to an address in the area of a hub, and
 * pickup points. One hub that serves every campaign of the cart does it alone;
 * where there is none, each campaign is delivered by its own, in the options and windows that all of these
 * have.
 * A pickup point has the goods of all campaigns.
 * Source: D27, D30, D31, D41, D49.
 * @param subTotal centavos, for free delivery  @param now epoch ms
 */
export function deliveryOptionsFor(
  reference: Reference,
  windows: TakenWindow[],
  campaigns: readonly CampaignRow[],
  { isWhole, isUnfinished, point }: Destination,
  subTotal: Cents,
  now: number,
): DeliveryOptions {
  const [first] = campaigns;
  if (!first || campaigns.some((each) => hubsOf(each).length === 0)) return { options: [], refusal: 'AREA' };
  // The column holds the contract's shape.
  const isWithinAll = (at: Point) => campaigns.every((one) => isWithin(one.area as Area | Area[] | null, at));
  const isOffered = isWhole && !isUnfinished && point !== null && isWithinAll(point);
  const serving = reference.hubs.filter(
    (one) =>
      one.type !== 'PICKUP' &&
      isOffered &&
      isWithin(hubBody(one).area as Area | Area[] | null | undefined, point),
  );
  const common = reference.hubs.filter(({ id }) => campaigns.every((each) => hubsOf(each).includes(id)));
  const points = common.filter((one) => one.type !== 'DISTRIBUTION' && hubBody(one).pickup.enabled);
  const { paused } =
    [...serving.filter(({ id }) => campaigns.some((each) => hubsOf(each).includes(id))), ...points].find(
      (one) => pauseNow(one.paused, now),
    ) ?? {};

  const options: DeliveryOption[] = [];
  for (const method of reference.methods) {
    const doing = (hubs: HubRow[]) =>
      hubs.filter((each) => hubBody(each).shippingMethodIds.includes(method.id));
    const ofAll = (one: HubRow) => ({
      ...optionOf(method, one, windows, subTotal, now, point),
      hubs: Object.fromEntries(campaigns.map(({ id }) => [id, one.id])),
    });
    if (method.type === 'PICKUP') {
      // Each pickup point is a choice of its own.
      options.push(...doing(points).map(ofAll));
      continue;
    }
    // One delivery is offered once, by the first hub that can, and still has a time for it where one has.
    const able = doing(serving);
    const firstOf = (hubs: HubRow[]): DeliveryOption | undefined => {
      const [one, ...others] = hubs;
      if (!one) return undefined;
      const option = ofAll(one);
      return option.isOver ? (firstOf(others) ?? option) : option;
    };
    const alone = firstOf(able.filter((one) => common.includes(one)));
    const own = alone
      ? []
      : campaigns.map((each) => firstOf(able.filter(({ id }) => hubsOf(each).includes(id))));
    const together = optionOfSeveral(own);
    if (alone) options.push(alone);
    else if (together)
      options.push({
        ...together,
        hubs: Object.fromEntries(campaigns.map(({ id }, index) => [id, own[index]?.hub.id ?? ''])),
      });
  }
  const hasDelivery = options.some((option) => option.method.type !== 'PICKUP');
  if (isFetched(campaigns))
    return { options: options.filter(({ method }) => method.type === 'PICKUP'), refusal: null, paused };
  const refusal = !isWhole ? 'ADDRESS' : isUnfinished ? 'FORM' : 'AREA';
  return { options, refusal: hasDelivery ? null : refusal, paused };
}

/** Whether an option is the one that was chosen, and still to be had. */
export const isChosen = (option: DeliveryOption, choice: ShippingChoice): boolean =>
  !option.isOver &&
  option.method.id === choice.id &&
  option.method.type === choice.type &&
  (option.method.type !== 'PICKUP' || option.hub.id === choice.hubId);

/**
 * The option and window that a buyer chose, among those that exist now; null when there is none such any
 * more.
 */
export function chosenOption(
  { options }: DeliveryOptions,
  choice: ShippingChoice | undefined,
): { option: DeliveryOption; window: DeliveryOption['windows'][number] | null } | null {
  const option = choice && options.find((one) => isChosen(one, choice));
  if (!option) return null;
  if (option.windows.length === 0) return { option, window: null };
  const window = option.windows.find((one) => one.id === choice.windowId);
  return window ? { option, window } : null;
}
/** What the chosen option costs, in centavos; 0 while nothing fits. */
export const shippingPrice = (chosen: ReturnType<typeof chosenOption>): Cents =>
  chosen?.window?.price ?? inCents(chosen?.option.quoted.price ?? 0);

/**
 * Goods of a campaign that asks for no address have nowhere to be brought to: they are fetched, with whatever
 * else is in the cart (D28, D29).
 */
export const isFetched = (campaigns: readonly CampaignRow[]): boolean =>
  campaigns.some(({ body }) => body['ignoreShippingAddress'] === true);

/** The same options at no price, as a coupon for the delivery makes them (D40). */
const freed = ({ windows, freeAbove: _, ...option }: QuoteOption): QuoteOption => ({
  ...option,
  price: 0,
  ...(windows ? { windows: windows.map((window) => ({ ...window, price: 0 })) } : {}),
});

/** When the first of some campaigns ends, epoch ms; Infinity when none does. */
export const firstEndOf = (campaigns: readonly CampaignRow[]): number =>
  // Written by the importer in the contract's shape
  Math.min(...campaigns.map(({ body }) => endOf(body as Pick<Campaign, 'expired'>) ?? Infinity));

/**
 * @param more.ignoresAddress the selected campaign asks for no address
 * @param more.isFree a coupon pays the delivery
 * @param more.questions of the campaigns
 * @param more.end epoch ms from which nothing is sold: an hour after it is no hour to order by
 */
export const quoteReply = (
  { options, refusal, paused }: DeliveryOptions,
  address: Address | undefined,
  now: number,
  {
    ignoresAddress = false,
    isFree = false,
    questions = [] as NonNullable<Quote['questions']>,
    end = Infinity,
  } = {},
): Quote => ({
  validUntil: iso(now + VALID_FOR),
  options: options
    .filter(({ isOver }) => !isOver)
    .map(({ quoted, windows, lastOrder }) => {
      const first = windows.find(({ left }) => left > 0);
      const by = first ? lastOrder(first.start) : null;
      return {
        ...(isFree ? freed(quoted) : quoted),
        ...(by === null || by > end ? {} : { orderBy: iso(by) }),
      };
    }),
  ...(paused ? { paused } : {}),
  ...(address ? { address } : {}),
  ...(ignoresAddress ? { ignoreShippingAddress: true } : refusal ? { refusal } : {}),
  ...(questions.length > 0 ? { questions } : {}),
});
