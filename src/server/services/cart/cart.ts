import { cents } from '#contract/money.ts';
import { and, desc, eq } from 'drizzle-orm';
import type { Cart, CartBody, CartLine, Quote } from '#contract/cart.ts';
import { ApiProblem } from '#contract/problem.ts';
import { addLine } from '#domain/cart-line.ts';
import type { Point } from '#domain/place/point.ts';
import type { Core } from '#server/platform/core.ts';
import { deferToCommit } from '#server/db/database.ts';
import { rowMaker, rowUpdater } from '#server/db/prepared.ts';
import { cart } from '#server/db/schema/cart.ts';
import { LIMITS, NEW_CART, scaledLimit } from '#server/platform/limits-table.ts';
import { subjectOf } from '#server/platform/principal.ts';
import { findCampaign } from '#server/services/catalog/campaign.ts';
import type { ReferenceOf } from '#server/services/catalog/reference.ts';
import { assertCpf } from '#server/services/people/cpf.ts';
import { cartReply, orderedProblem, readCart } from './cart-reply.ts';
import {
  type CartOwner,
  type CartRow,
  draftOf,
  linesOf,
  liveReservation,
  ownCart,
  seeCart,
} from './cart-row.ts';
import type { CouponService } from './coupon-apply.ts';
import { withDefaults } from './kit.ts';
import { questionsOf } from './extra.ts';
import { openCart, priceCart, readFor } from './open-cart.ts';
import { quotedBefore, quotedPrices } from './quoted-prices.ts';
import { releaseReservation } from './reservation.ts';
import { readItemsForPricing } from './shelf.ts';
import {
  deliveryOptionsFor,
  destinationOf,
  firstEndOf,
  isFetched,
  quoteReply,
  readWindows,
} from './shipping.ts';

const begin = rowMaker(cart);
const rewrite = rowUpdater(
  cart,
  ['accountId', 'leadId', 'lines', 'quoted', 'draft', 'version', 'updatedAt'],
  ['tenantId', 'uuid'],
);

/** One line per identity: equal ones sum (definitions, Wire formats). */
const joined = (lines: readonly CartLine[]): CartLine[] =>
  lines.reduce<CartLine[]>(addLine, []).map((line) => ({ ...line, quantity: Math.min(MOST, line.quantity) }));
/** Units of one line at most. Source: SEC-18. */
const MOST = 999;

/** Carts: written whole, by version; the server's prices win. Source: specification §4; D13, D39; REL-06. */
export function cartService(
  { db, clock, env, events, limits, tenants }: Core,
  { referenceOf, coupon }: { referenceOf: ReferenceOf; coupon: CouponService },
) {
  const mostWrites = scaledLimit(LIMITS.cartWrites, env);
  const write = (tenantId: string, uuid: string, body: CartBody, owner: CartOwner): Promise<Cart> =>
    db.tenant(tenantId, async (tx) => {
      const now = clock.date();
      const { version, products, ...sent } = body;
      const asked = joined(products);
      const mine =
        owner.buyer.kind === 'client' && owner.buyer.accountId !== null
          ? { accountId: owner.buyer.accountId, leadId: null }
          : { accountId: null, leadId: owner.buyer.kind === 'lead' ? owner.buyer.leadId : owner.leadId };
      if (mine.accountId === null && mine.leadId === null) throw new ApiProblem('UNAUTHENTICATED');
      const isMade =
        version === 0
          ? begin(tx, {
              tenantId,
              uuid,
              ...mine,
              state: 'open',
              lines: [],
              quoted: [],
              draft: {},
              version: 0,
              createdAt: now,
              updatedAt: now,
            })
          : null;
      // In this order: the rest is read once the cart's row is ours.
      const [, row, lock, read] = await Promise.all([
        isMade,
        ownCart(tx, tenantId, uuid, owner),
        liveReservation(tx, tenantId, uuid),
        readFor(tx, tenantId, asked, sent, now.getTime()),
        limits.within(
          tx,
          `carts:${tenantId}:${subjectOf(owner.buyer)}`,
          mostWrites,
          version === 0 ? NEW_CART : 1,
        ),
      ]);
      if (row.state === 'ordered') throw await orderedProblem(tx, tenantId, uuid);
      if (row.version !== version)
        throw new ApiProblem('VERSION', {
          current: cartReply(await openCart(tx, referenceOf, row, lock, clock.now())),
        });
      // A changed cart is not what its hold was taken for.
      if (lock) await releaseReservation(tx, tenantId, uuid);
      const filled = withDefaults(asked, read[0]);
      const lines = filled === asked ? asked : joined(filled);
      const next: CartRow = {
        ...row,
        ...mine,
        lines: [...lines],
        quoted: quotedBefore(lines, row),
        draft: sent,
        version: version + 1,
        updatedAt: now,
      };
      // What the hold gave back counts.
      const open = await openCart(
        tx,
        referenceOf,
        next,
        null,
        now.getTime(),
        lock || lines !== asked ? undefined : read,
      );
      const { coupon: _unknown, ...known } = sent;
      const draft = open.coupon?.refusal === 'UNKNOWN' ? known : sent;
      const kept = open.priced.lines.map(({ id, campaignId, quantity, packageId, selection, ifMissing }) => ({
        id,
        campaignId,
        quantity,
        ...(packageId === undefined ? {} : { packageId }),
        ...(selection === undefined ? {} : { selection }),
        ...(ifMissing === undefined ? {} : { ifMissing }),
      }));
      deferToCommit(
        tx,
        rewrite(
          tx,
          {
            ...mine,
            lines: kept,
            quoted: quotedPrices({ lines: kept, quoted: [] }, open.priced),
            draft,
            version: next.version,
            updatedAt: now,
          },
          row,
        ),
      );
      deferToCommit(
        tx,
        events.publish(tx, tenantId, `cart:${uuid}`, { type: 'cart.changed', uuid, version: next.version }),
      );
      return cartReply({ ...open, row: { ...next, draft, lines: kept } });
    });

  return {
    get: (tenantId: string, uuid: string, owner: CartOwner): Promise<Cart> =>
      readCart(db, referenceOf, tenantId, uuid, owner, clock.now()),

    /**
     * @throws ApiProblem VERSION with the cart as it is, ORDERED with the order's code in `detail`,
     * NOT_FOUND, TOO_MANY_REQUESTS
     */
    async put(tenantId: string, uuid: string, body: CartBody, owner: CartOwner, ip: string): Promise<Cart> {
      assertCpf(tenants, tenantId, { 'recipient.cpf': body.recipient?.cpf });
      if (body.coupon === undefined) return write(tenantId, uuid, body, owner);
      // A cart is no way to guess codes: those that nobody knows are counted and not kept.
      const { coupon: _code, ...rest } = body;
      try {
        return await coupon.guess(
          tenantId,
          owner.buyer,
          ip,
          () => write(tenantId, uuid, body, owner),
          (written) => written.couponRefusal === 'UNKNOWN',
        );
      } catch (error) {
        if (!(error instanceof ApiProblem && error.code === 'TOO_MANY_REQUESTS')) throw error;
        return { ...(await write(tenantId, uuid, rest, owner)), couponRefusal: 'UNKNOWN' };
      }
    },

    /** @param point stands for the address that the cart has not, or not the whole of */
    quote: (tenantId: string, uuid: string, owner: CartOwner, point: Point | null): Promise<Quote> =>
      db.read(tenantId, async (tx) => {
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
      }),

    /**
     * How one of an item would come to a point, as the cart's quote says it; of the campaign's own id, how its
     * things would come. @throws ApiProblem NOT_FOUND
     */
    estimate: (tenantId: string, ref: string, itemId: string, point: Point | null): Promise<Quote> =>
      db.read(tenantId, async (tx) => {
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
      }),

    /** The newest open cart of an account, to merge with at sign-in, or of a visitor. */
    newest: (
      tenantId: string,
      owner: { accountId: string } | { leadId: string },
    ): Promise<Cart | undefined> =>
      db.read(tenantId, async (tx) => {
        const [row] = await tx
          .select()
          .from(cart)
          .where(
            and(
              eq(cart.tenantId, tenantId),
              'accountId' in owner ? eq(cart.accountId, owner.accountId) : eq(cart.leadId, owner.leadId),
              eq(cart.state, 'open'),
            ),
          )
          .orderBy(desc(cart.updatedAt))
          .limit(1);
        return row
          ? cartReply(
              await openCart(
                tx,
                referenceOf,
                row,
                await liveReservation(tx, tenantId, row.uuid),
                clock.now(),
              ),
            )
          : undefined;
      }),
  };
}
