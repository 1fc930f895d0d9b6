import { and, desc, eq, lte, ne, sql } from 'drizzle-orm';
import type { Cart, CartBody, CartLine, Quote } from '#contract/cart.ts';
import { cents } from '#contract/money.ts';
import type { CheckoutDraft } from '#contract/order.ts';
import { ApiProblem } from '#contract/problem.ts';
import { addLine } from '#domain/cart-line.ts';
import { type CouponValue, totalsOnWire } from '#domain/money/cart-totals.ts';
import { discountFor } from '#domain/money/ways-to-pay.ts';
import type { Core } from '#server/platform/core.ts';
import { type Tx, deferToCommit } from '#server/db/database.ts';
import { prepared, rowMaker, rowUpdater } from '#server/db/prepared.ts';
import { cart, cartLock } from '#server/db/schema/cart.ts';
import { order } from '#server/db/schema/order.ts';
import { deliveryWindow } from '#server/db/schema/shop/shipping-method.ts';
import { stock } from '#server/db/schema/shop/stock.ts';
import { LIMITS, NEW_CART, scaledLimit } from '#server/platform/limits-table.ts';
import { type Buyer, subjectOf } from '#server/platform/principal.ts';
import { withDefaults } from './kit.ts';
import { assertCpf } from '#server/services/people/cpf.ts';
import { type CartCoupon, findCoupon, judge, ownerSubject, releaseCoupon } from './coupon.ts';
import type { CouponService } from './coupon-apply.ts';
import { type Priced, type Reserved, type Shelf, priceLines, readItemsForPricing } from './pricing.ts';
import type { Reference, ReferenceOf } from '#server/services/catalog/reference.ts';
import { changesSince, toldBefore, toldBy } from './quoted-prices.ts';
import { type Ways, chosenWay, quoteReply, readWindows, shippingPrice, waysFor } from './shipping.ts';

export type CartRow = typeof cart.$inferSelect;
export type LockRow = typeof cartLock.$inferSelect;

/**
 * Who writes a cart: the buyer, and the visitor that this buyer was before signing in when the lead's secret
 * came along.
 */
export interface CartOwner {
  buyer: Buyer;
  leadId: string | null;
}
/** A cart with everything that was computed from it. */
export interface OpenCart {
  row: CartRow;
  lock: LockRow | null;
  priced: Priced;
  ways: Ways;
  chosen: ReturnType<typeof chosenWay>;
  /** Of carts that carry a code. */
  coupon: CartCoupon | null;
  /** That its way of paying takes off. */
  percent: number;
}

export const linesOf = (row: CartRow) => row.lines as CartLine[]; // validated when written
export const draftOf = (row: CartRow) => row.draft as CheckoutDraft; // validated when written
const isOwn = (row: CartRow, { buyer, leadId }: CartOwner) =>
  (row.accountId !== null && buyer.kind === 'client' && buyer.accountId === row.accountId) ||
  (row.leadId !== null && ((buyer.kind === 'lead' && buyer.leadId === row.leadId) || row.leadId === leadId));

const thisCart = and(eq(cart.tenantId, sql.placeholder('tenantId')), eq(cart.uuid, sql.placeholder('uuid')));
const cartToChange = prepared((tx) => tx.select().from(cart).where(thisCart).for('update'));
const cartToSee = prepared((tx) => tx.select().from(cart).where(thisCart));
const heldLock = prepared((tx) =>
  tx
    .select()
    .from(cartLock)
    .where(
      and(
        eq(cartLock.tenantId, sql.placeholder('tenantId')),
        eq(cartLock.cartUuid, sql.placeholder('uuid')),
        eq(cartLock.state, 'held'),
      ),
    ),
);

const begin = rowMaker(cart);
const rewrite = rowUpdater(
  cart,
  ['accountId', 'leadId', 'lines', 'told', 'draft', 'version', 'updatedAt'],
  ['tenantId', 'uuid'],
);

/**
 * The cart's row, locked for this transaction: whoever changes a cart, its hold or its order comes through
 * here first.
 * @throws ApiProblem NOT_FOUND for a missing or foreign one
 */
export async function ownCart(tx: Tx, tenantId: string, uuid: string, owner: CartOwner): Promise<CartRow> {
  const row = ownRow(await cartToChange(tx).execute({ tenantId, uuid }), owner);
  const { buyer } = owner;
  if (buyer.kind !== 'client' || buyer.accountId === null || row.accountId !== null) return row;
  // A visitor's cart that a client goes on with is the client's, with its order, its limits and its coupon.
  const mine = { accountId: buyer.accountId, leadId: null };
  await tx
    .update(cart)
    .set(mine)
    .where(and(eq(cart.tenantId, tenantId), eq(cart.uuid, uuid)));
  return { ...row, ...mine };
}
/** The cart's row, to look at. @throws ApiProblem NOT_FOUND for a missing or foreign one */
export async function seeCart(tx: Tx, tenantId: string, uuid: string, owner: CartOwner): Promise<CartRow> {
  return ownRow(await cartToSee(tx).execute({ tenantId, uuid }), owner);
}
function ownRow([row]: CartRow[], owner: CartOwner): CartRow {
  if (!row || !isOwn(row, owner)) throw new ApiProblem('NOT_FOUND');
  return row;
}

/** One line per identity: equal ones sum (definitions, Wire formats). */
const joined = (lines: readonly CartLine[]): CartLine[] =>
  lines.reduce<CartLine[]>(addLine, []).map((line) => ({ ...line, quantity: Math.min(MOST, line.quantity) }));
/** Units of one line at most. Source: SEC-18. */
const MOST = 999;

export const liveLock = async (tx: Tx, tenantId: string, uuid: string): Promise<LockRow | null> =>
  (await heldLock(tx).execute({ tenantId, uuid }))[0] ?? null;

/** What a cart is priced and delivered by that is never kept in memory. @param now epoch ms */
const readFor = (tx: Tx, tenantId: string, lines: readonly CartLine[], draft: CheckoutDraft, now: number) =>
  Promise.all([
    readItemsForPricing(tx, tenantId, lines),
    draft.shippingMethod ? readWindows(tx, tenantId, now) : [],
  ]);

/**
 * A cart's lines at today's prices, with its coupon where it fits and what its way of paying takes off.
 * `isFreight`: that coupon pays the delivery.
 */
async function priceCart(
  tx: Tx,
  reference: Reference,
  shelf: Shelf,
  row: CartRow,
  lock: LockRow | null,
  now: number,
) {
  const { coupon: code, paymentMethod } = draftOf(row);
  const percent = discountFor(reference.terms, paymentMethod?.type);
  const price = (value: CouponValue | null, off: number) =>
    priceLines(reference, shelf, linesOf(row), lock?.reserved ?? [], value, off);
  const uncut = price(null, 0);
  const coupon = code
    ? judge(code, await findCoupon(tx, row.tenantId, code, ownerSubject(row), row.uuid), uncut.lines, now)
    : null;
  const value = coupon?.refusal === null ? coupon.value : null;
  return {
    priced: value || percent > 0 ? price(value, percent) : uncut,
    coupon,
    percent,
    isFreight: value?.type === 'FREE_SHIPPING',
  };
}

/**
 * Prices a cart and finds its ways to the buyer.
 * @param lock the hold that it has now
 * @param now epoch ms
 * @param read what {@link readFor} found in this transaction
 */
export async function openCart(
  tx: Tx,
  referenceOf: ReferenceOf,
  row: CartRow,
  lock: LockRow | null,
  now: number,
  read?: Awaited<ReturnType<typeof readFor>>,
): Promise<OpenCart> {
  const { tenantId } = row;
  const draft = draftOf(row);
  const reference = await referenceOf(tx, tenantId);
  const [shelf, windows] = read ?? (await readFor(tx, tenantId, linesOf(row), draft, now));
  const { priced: plain, coupon, isFreight, percent } = await priceCart(tx, reference, shelf, row, lock, now);
  if (row.state === 'open') plain.changes.push(...changesSince(row, plain));
  if (!draft.shippingMethod)
    return { row, lock, priced: plain, ways: { ways: [], refusal: null }, chosen: null, coupon, percent };
  const ways = waysFor(reference, windows, plain.campaigns, draft.location, plain.totals.subTotal, now);
  const chosen = chosenWay(ways, draft.shippingMethod);
  const shippingFull = shippingPrice(chosen);
  const shipping = isFreight ? cents(0) : shippingFull;
  return {
    row,
    lock,
    ways,
    chosen,
    coupon,
    percent,
    priced: {
      ...plain,
      totals: { ...plain.totals, shipping, shippingFull, total: cents(plain.totals.total + shipping) },
    },
  };
}

/** Gives back what a hold took: stock and the place in its window. */
export async function giveBack(
  tx: Tx,
  tenantId: string,
  reserved: readonly Reserved[],
  windowId: string | null,
): Promise<void> {
  const ascending = reserved.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1));
  await Promise.all(
    ascending.map(({ itemId, quantity }) =>
      tx
        .update(stock)
        .set({ quantity: sql`${stock.quantity} + ${quantity}` })
        .where(and(eq(stock.tenantId, tenantId), eq(stock.itemId, itemId))),
    ),
  );
  if (windowId !== null)
    await tx
      .update(deliveryWindow)
      .set({ taken: sql`${deliveryWindow.taken} - 1` })
      .where(and(eq(deliveryWindow.tenantId, tenantId), eq(deliveryWindow.id, windowId)));
}
/**
 * Ends a hold (when `dueBy` is given: only one that is over by then) and gives back what it took; a hold that
 * ended already gives nothing twice.
 */
export async function release(tx: Tx, tenantId: string, uuid: string, dueBy?: Date): Promise<void> {
  const isOver = dueBy ? lte(cartLock.lockedUntil, dueBy) : undefined;
  const [ended] = await tx
    .update(cartLock)
    .set({ state: 'released' })
    .where(
      and(eq(cartLock.tenantId, tenantId), eq(cartLock.cartUuid, uuid), eq(cartLock.state, 'held'), isOver),
    )
    .returning();
  if (!ended) return;
  await giveBack(tx, tenantId, ended.reserved, ended.deliveryWindowId);
  const { coupon } = ended.totals as { coupon?: { promotionId: string } }; // Locked is what the column holds
  if (coupon) await releaseCoupon(tx, tenantId, coupon.promotionId, uuid);
}

export function cartReply({ row, lock, priced, coupon }: OpenCart, orderCode?: string): Cart {
  return {
    uuid: row.uuid,
    version: row.version,
    ...draftOf(row),
    products: priced.lines,
    discountRules: priced.rules,
    totals: totalsOnWire(priced.totals),
    changes: priced.changes,
    ...(coupon?.refusal ? { couponRefusal: coupon.refusal } : {}),
    ...(lock ? { lockedUntil: lock.lockedUntil.toISOString() } : {}),
    ...(orderCode ? { orderCode } : {}),
  };
}

/** The code of the live order that a cart has become. */
const orderCodeOf = async (tx: Tx, tenantId: string, uuid: string) =>
  (
    await tx
      .select({ code: order.code })
      .from(order)
      .where(
        and(
          eq(order.tenantId, tenantId),
          eq(order.cartUuid, uuid),
          ne(order.state, 'CANCELED'),
          ne(order.state, 'REFUNDED'),
        ),
      )
  )[0]?.code;

/** ORDERED, with the order's code in `detail` while it lives. */
export async function orderedProblem(tx: Tx, tenantId: string, uuid: string): Promise<ApiProblem> {
  const code = await orderCodeOf(tx, tenantId, uuid);
  return new ApiProblem('ORDERED', code === undefined ? {} : { detail: code });
}

/**
 * A cart as it is now, for its buyer to read: prices that are new are told by this, and a hold need not tell
 * them again.
 * @param now epoch ms
 */
export async function tellCart(
  db: Core['db'],
  referenceOf: ReferenceOf,
  tenantId: string,
  uuid: string,
  owner: CartOwner,
  now: number,
): Promise<Cart> {
  const { open, code } = await db.read(tenantId, async (tx) => {
    const [row, lock] = await Promise.all([seeCart(tx, tenantId, uuid, owner), liveLock(tx, tenantId, uuid)]);
    return {
      open: await openCart(tx, referenceOf, row, lock, now),
      code: row.state === 'ordered' ? await orderCodeOf(tx, tenantId, uuid) : undefined,
    };
  });
  if (open.priced.changes.some(({ reason }) => reason === 'PRICE'))
    await db.tenant(tenantId, (tx) => remember(tx, open));
  return cartReply(open, code);
}
/** Keeps what an answer tells of prices, unless the cart was written meanwhile. */
export const remember = (tx: Tx, { row, priced }: OpenCart) =>
  tx
    .update(cart)
    .set({ told: toldBy(row, priced) })
    .where(and(eq(cart.tenantId, row.tenantId), eq(cart.uuid, row.uuid), eq(cart.version, row.version)));

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
              told: [],
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
        liveLock(tx, tenantId, uuid),
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
      if (lock) await release(tx, tenantId, uuid);
      const filled = withDefaults(asked, read[0]);
      const lines = filled === asked ? asked : joined(filled);
      const next: CartRow = {
        ...row,
        ...mine,
        lines: [...lines],
        told: toldBefore(lines, row),
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
      const kept = open.priced.lines.map(({ id, campaignId, quantity, packageId, selection }) => ({
        id,
        campaignId,
        quantity,
        ...(packageId === undefined ? {} : { packageId }),
        ...(selection === undefined ? {} : { selection }),
      }));
      deferToCommit(
        tx,
        rewrite(
          tx,
          {
            ...mine,
            lines: kept,
            told: toldBy({ lines: kept, told: [] }, open.priced),
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
      tellCart(db, referenceOf, tenantId, uuid, owner, clock.now()),

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

    quote: (tenantId: string, uuid: string, owner: CartOwner): Promise<Quote> =>
      db.read(tenantId, async (tx) => {
        const now = clock.now();
        const [row, lock] = await Promise.all([
          seeCart(tx, tenantId, uuid, owner),
          liveLock(tx, tenantId, uuid),
        ]);
        const reference = await referenceOf(tx, tenantId);
        const [shelf, windows] = await Promise.all([
          readItemsForPricing(tx, tenantId, linesOf(row)),
          readWindows(tx, tenantId, now),
        ]);
        const { priced, isFreight } = await priceCart(tx, reference, shelf, row, lock, now);
        const { location } = draftOf(row);
        const selected = priced.campaigns.find(({ id }) => id === priced.lines[0]?.campaignId);
        return quoteReply(
          waysFor(reference, windows, priced.campaigns, location, priced.totals.subTotal, now),
          location,
          now,
          { ignoresAddress: selected?.body['ignoreShippingAddress'] === true, isFree: isFreight },
        );
      }),

    /** The newest open cart of an account, to merge with at sign-in. */
    newest: (tenantId: string, accountId: string): Promise<Cart | undefined> =>
      db.read(tenantId, async (tx) => {
        const [row] = await tx
          .select()
          .from(cart)
          .where(and(eq(cart.tenantId, tenantId), eq(cart.accountId, accountId), eq(cart.state, 'open')))
          .orderBy(desc(cart.updatedAt))
          .limit(1);
        return row
          ? cartReply(
              await openCart(tx, referenceOf, row, await liveLock(tx, tenantId, row.uuid), clock.now()),
            )
          : undefined;
      }),
  };
}
export type CartService = ReturnType<typeof cartService>;
