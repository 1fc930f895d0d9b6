import type { Cart, CartBody, CartLine } from '#contract/cart.ts';
import { ApiProblem } from '#contract/problem.ts';
import { addLine } from '#domain/cart-line.ts';
import type { Core } from '#server/platform/core.ts';
import { type Tx, deferToCommit } from '#server/db/database.ts';
import { rowMaker, rowUpdater } from '#server/db/prepared.ts';
import { cart } from '#server/db/schema/cart.ts';
import { LIMITS, NEW_CART, scaledLimit } from '#server/platform/limits-table.ts';
import { subjectOf } from '#server/platform/principal.ts';
import type { ReferenceOf } from '#server/services/catalog/reference.ts';
import { cartReply, orderedProblem } from './cart-reply.ts';
import { type CartOwner, type CartRow, draftOf, liveReservation, ownCart } from './cart-row.ts';
import { withDefaults } from './kit.ts';
import { type OpenCart, openCart, readFor } from './open-cart.ts';
import { quotedBefore, quotedPrices } from './quoted-prices.ts';
import { releaseReservation } from './reservation.ts';

export interface CartWriting extends Pick<Core, 'db' | 'clock' | 'env' | 'events' | 'limits'> {
  referenceOf: ReferenceOf;
}

const makeRow = rowMaker(cart);
const rewriteRow = rowUpdater(
  cart,
  ['accountId', 'leadId', 'lines', 'quoted', 'draft', 'version', 'updatedAt'],
  ['tenantId', 'uuid'],
);

/** Units of one line at most. Source: SEC-18. */
const MOST = 999;
/** One line per identity: equal ones sum (definitions, Wire formats). */
const joined = (lines: readonly CartLine[]): CartLine[] =>
  lines.reduce<CartLine[]>(addLine, []).map((line) => ({ ...line, quantity: Math.min(MOST, line.quantity) }));

/**
 * Whose a cart is once this owner has written it: an account's, or else a visitor's.
 * @throws ApiProblem UNAUTHENTICATED
 */
function belongingTo({ buyer, leadId }: CartOwner): Pick<CartRow, 'accountId' | 'leadId'> {
  if (buyer.kind === 'client' && buyer.accountId !== null)
    return { accountId: buyer.accountId, leadId: null };
  const visitor = buyer.kind === 'lead' ? buyer.leadId : leadId;
  if (visitor === null) throw new ApiProblem('UNAUTHENTICATED');
  return { accountId: null, leadId: visitor };
}

/** A priced cart's lines as they are stored: what is chosen, without what it costs. */
const storedLines = ({ priced }: OpenCart): CartLine[] =>
  priced.lines.map(({ id, campaignId, quantity, packageId, selection, ifMissing }) => ({
    id,
    campaignId,
    quantity,
    ...(packageId === undefined ? {} : { packageId }),
    ...(selection === undefined ? {} : { selection }),
    ...(ifMissing === undefined ? {} : { ifMissing }),
  }));

/** Stores a cart and tells its other tabs, at the end of the transaction. @returns it as it was stored */
function storeCart(tx: Tx, events: Core['events'], open: OpenCart): OpenCart {
  const { tenantId, uuid, accountId, leadId, version, updatedAt } = open.row;
  const lines = storedLines(open);
  const sent = draftOf(open.row);
  const { coupon: _unknown, ...known } = sent;
  const draft = open.coupon?.refusal === 'UNKNOWN' ? known : sent;
  const quoted = quotedPrices({ lines, quoted: [] }, open.priced);
  deferToCommit(
    tx,
    rewriteRow(tx, { accountId, leadId, lines, quoted, draft, version, updatedAt }, { tenantId, uuid }),
  );
  deferToCommit(tx, events.publish(tx, tenantId, `cart:${uuid}`, { type: 'cart.changed', uuid, version }));
  return { ...open, row: { ...open.row, draft, lines } };
}

/**
 * Writes a cart whole, over the version that it was read with.
 * @throws ApiProblem VERSION with the cart as it is, ORDERED with the order's code in `detail`, NOT_FOUND,
 * TOO_MANY_REQUESTS, UNAUTHENTICATED
 */
export function writeCart(
  { db, clock, env, events, limits, referenceOf }: CartWriting,
  tenantId: string,
  uuid: string,
  { version, products, ...sent }: CartBody,
  owner: CartOwner,
): Promise<Cart> {
  return db.tenant(tenantId, async (tx) => {
    const now = clock.date();
    const asked = joined(products);
    const mine = belongingTo(owner);
    const isMade =
      version === 0
        ? makeRow(tx, {
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
        scaledLimit(LIMITS.cartWrites, env),
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
    const fresh = lock || lines !== asked ? undefined : read;
    const open = await openCart(tx, referenceOf, next, null, now.getTime(), fresh);
    return cartReply(storeCart(tx, events, open));
  });
}
