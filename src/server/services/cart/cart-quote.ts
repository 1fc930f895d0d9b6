import { cents } from '#contract/money.ts';
import type { Quote } from '#contract/cart.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Point } from '#domain/place/point.ts';
import type { Core } from '#server/platform/core.ts';
import { findCampaign } from '#server/services/catalog/campaign.ts';
import type { ReferenceOf } from '#server/services/catalog/reference.ts';
import { type CartOwner, draftOf, linesOf, liveReservation, seeCart } from './cart-row.ts';
import { questionsOf } from './extra.ts';
import { priceCart } from './open-cart.ts';
import { readItemsForPricing } from './shelf.ts';
import {
  deliveryOptionsFor,
  destinationOf,
  firstEndOf,
  isFetched,
  quoteReply,
  readWindows,
} from './shipping.ts';

export interface Quoting extends Pick<Core, 'db' | 'clock'> {
  referenceOf: ReferenceOf;
}

/**
 * How a cart can reach its buyer now.
 * @param point stands for the address that the cart has not, or not the whole of
 */
export function quoteCart(
  { db, clock, referenceOf }: Quoting,
  tenantId: string,
  uuid: string,
  owner: CartOwner,
  point: Point | null,
): Promise<Quote> {
  return db.read(tenantId, async (tx) => {
    const now = clock.now();
    const [row, lock] = await Promise.all([
      seeCart(tx, tenantId, uuid, owner),
      liveReservation(tx, tenantId, uuid),
    ]);
    const reference = await referenceOf(tx, tenantId);
    const [shelf, windows] = await Promise.all([
      readItemsForPricing(tx, tenantId, linesOf(row), now),
      readWindows(tx, tenantId, now),
    ]);
    const { priced, isFreight } = await priceCart(tx, reference, shelf, row, lock, now);
    const { location } = draftOf(row);
    const selected = priced.campaigns.find(({ id }) => id === priced.lines[0]?.campaignId);
    return quoteReply(
      deliveryOptionsFor(
        reference,
        windows,
        priced.campaigns,
        point ? { isWhole: true, point } : destinationOf(location, reference.addressFields),
        priced.totals.subTotal,
        now,
      ),
      location,
      now,
      {
        ignoresAddress: selected?.body['ignoreShippingAddress'] === true,
        isFree: isFreight,
        questions: questionsOf(priced.campaigns),
        end: firstEndOf(priced.campaigns),
      },
    );
  });
}

/**
 * How one of an item would come to a point, as the cart's quote says it; of the campaign's own id, how its
 * things would come. @throws ApiProblem NOT_FOUND
 */
export function estimateItem(
  { db, clock, referenceOf }: Quoting,
  tenantId: string,
  ref: string,
  itemId: string,
  point: Point | null,
): Promise<Quote> {
  return db.read(tenantId, async (tx) => {
    const now = clock.now();
    const [reference, campaign] = await Promise.all([
      referenceOf(tx, tenantId),
      findCampaign(tx, tenantId, ref),
    ]);
    const isItem = itemId !== campaign.id;
    const [[found], windows] = await Promise.all([
      isItem
        ? readItemsForPricing(tx, tenantId, [{ id: itemId, campaignId: campaign.id, quantity: 1 }], now)
        : [],
      readWindows(tx, tenantId, now),
    ]);
    if (isItem && (!found?.row.active || found.row.campaignId !== campaign.id))
      throw new ApiProblem('NOT_FOUND');
    const destination = { isWhole: point !== null, point };
    return quoteReply(
      deliveryOptionsFor(reference, windows, [campaign], destination, found?.row.price ?? cents(0), now),
      undefined,
      now,
      { ignoresAddress: isFetched([campaign]), end: firstEndOf([campaign]) },
    );
  });
}
