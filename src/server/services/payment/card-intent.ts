import { type SQL, and, eq, isNull, lt } from 'drizzle-orm';
import type { Intent, NewIntent } from '#contract/payment/card.ts';
import { type Cents, inCents, reaisOf } from '#contract/money.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import { forEachIsolated } from '#server/jobs/for-each-isolated.ts';
import type { Tx } from '#server/db/database.ts';
import { cardIntent, paymentCard } from '#server/db/schema/card.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import { subjectOf } from '#server/platform/principal.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import { type Acquirers, awaited } from './acquirers.ts';
import { type CardAcquirer, providerReply } from './card-acquirer.ts';
import { type CardRow, isGood } from './card-row.ts';
import { type CartOwner, liveReservation, ownCart } from '#server/services/cart/cart-row.ts';
import { orderedProblem } from '#server/services/cart/cart-reply.ts';
import { INTENT_LIFE } from './charge/card-draft.ts';
import { methodProblem } from './charge/charge-draft.ts';
import type { ChargeService } from './charge/charge.ts';
import { dueFor, lockedOf } from '#server/services/cart/reservation.ts';
import type { OrderReadService } from '#server/services/order/order-reads.ts';
import { priceBy } from '#server/services/order/order-price.ts';
import { dueOf } from './order-wallet.ts';
import { assertPayable, chargesFor } from './payment-retry.ts';
import { RECENT, assertProved } from '#server/services/people/proof.ts';

/** What a card is to pay: of a cart that is reserved, or of an order whose last try failed. */
interface Owed {
  due: Cents;
  cartUuid: string | null;
  orderId: string | null;
}

/** Clocks of two processes are never this far apart, in ms. */
const PUNCTUAL = 5 * 60_000;

/**
 * Card payments that are begun before there is an order for them. Source: D53, D54; SEC-09.
 */
export function cardIntentService(
  core: Core,
  {
    acquirers,
    acquirer: cards,
    charges,
    reads,
  }: { acquirers: Acquirers; acquirer: CardAcquirer; charges: ChargeService; reads: OrderReadService },
) {
  const { db, clock, jobs, secrets } = core;

  /**
   * A saved card of this buyer that can be charged now.
   * @throws ApiProblem NOT_FOUND, PAYMENT_METHOD, FRESH_PROOF
   */
  async function findSavedCard(
    tx: Tx,
    tenantId: string,
    { buyer }: CartOwner,
    cardId: string | undefined,
    provider: string,
  ): Promise<CardRow | null> {
    if (cardId === undefined) return null;
    if (buyer.kind !== 'client' || buyer.accountId === null) throw new ApiProblem('NOT_FOUND');
    assertProved(core, buyer, RECENT);
    const [row] = await tx
      .select()
      .from(paymentCard)
      .where(
        and(
          eq(paymentCard.tenantId, tenantId),
          eq(paymentCard.accountId, buyer.accountId),
          eq(paymentCard.id, cardId),
        ),
      );
    if (!row) throw new ApiProblem('NOT_FOUND');
    if (!isGood(row, clock.now()) || row.provider !== provider) throw methodProblem('CARD');
    return row;
  }

  /**
   * What is to be paid, from the server's own books; no amount of the caller's is used but the wallet's part.
   */
  async function amountDue(
    tx: Tx,
    tenant: TenantRecord,
    owner: CartOwner,
    { cartUuid, orderCode, walletAmount }: NewIntent,
  ): Promise<Owed> {
    if (orderCode !== undefined) {
      const row = await reads.own(tx, tenant.id, owner.buyer, { code: orderCode });
      assertPayable(row, await chargesFor(tx, row), clock.now());
      const { total } = await priceBy(tx, row, 'CREDIT_CARD', tenant.settings.payment.terms);
      return { due: dueOf({ ...row, total }), cartUuid: null, orderId: row.id };
    }
    if (cartUuid === undefined)
      throw new ApiProblem('MALFORMED', {
        fields: [{ field: 'cartUuid', message: 'Diga o que será pago.' }],
      });
    const [row, lock] = await Promise.all([
      ownCart(tx, tenant.id, cartUuid, owner),
      liveReservation(tx, tenant.id, cartUuid),
    ]);
    if (row.state === 'ordered') throw await orderedProblem(tx, tenant.id, row.uuid);
    if (!lock || lock.lockedUntil <= clock.date() || lockedOf(lock.totals).cartVersion !== row.version)
      throw new ApiProblem('LOCK_LOST');
    const { terms } = tenant.settings.payment;
    const due = dueFor(lockedOf(lock.totals), 'CREDIT_CARD', terms, inCents(walletAmount));
    return { due, cartUuid: row.uuid, orderId: null };
  }

  /**
   * Cancels payments that were authorised for orders which nobody placed, so that the bank frees the buyer's
   * limit.
   * @param of further conditions
   */
  async function releaseUnused(tenantId: string, of: SQL | undefined): Promise<void> {
    const unused = and(
      eq(cardIntent.tenantId, tenantId),
      eq(cardIntent.kind, 'payment'),
      isNull(cardIntent.usedAt),
      of,
    );
    const left = await db.read(tenantId, (tx) =>
      tx.select().from(cardIntent).where(unused).orderBy(cardIntent.createdAt).limit(100),
    );
    await forEachIsolated(left, async ({ id, provider, chargeId }) => {
      await acquirers.asked(tenantId, provider)?.cancel(chargeId);
      await db.tenant(tenantId, (tx) =>
        tx
          .update(cardIntent)
          .set({ usedAt: clock.date() })
          .where(and(unused, eq(cardIntent.id, id))),
      );
    });
  }
  jobs.every('card.let-go', 60_000, (tenantId) =>
    releaseUnused(tenantId, lt(cardIntent.createdAt, new Date(clock.now() - INTENT_LIFE - PUNCTUAL))),
  );

  return {
    releaseUnused,

    /**
     * Begins a card payment.
     * @throws ApiProblem LOCK_LOST, ORDERED, ILLEGAL_EVENT, WINDOW, PAYMENT_METHOD (CREDIT_CARD,
     * INSTALLMENTS, CARD, AMOUNT), FRESH_PROOF, NOT_FOUND, TOO_MANY_REQUESTS, UNAVAILABLE
     */
    async begin(tenant: TenantRecord, owner: CartOwner, asked: NewIntent): Promise<Intent> {
      const acquirer = cards.of(tenant);
      const subject = subjectOf(owner.buyer);
      await cards.spendTry(tenant, subject);
      const { due, cartUuid, orderId, saved } = await db.tenant(tenant.id, async (tx) => ({
        ...(await amountDue(tx, tenant, owner, asked)),
        saved: await findSavedCard(tx, tenant.id, owner, asked.cardId, acquirer.name),
      }));
      if (due <= 0) throw methodProblem('AMOUNT');
      if (due < charges.leastOf(tenant, 'CREDIT_CARD')) throw methodProblem('MIN');
      const plan = charges.plansOf(tenant, due).find(({ n }) => n === asked.installments);
      if (!plan) throw methodProblem('INSTALLMENTS');
      const id = uuidv7(clock.now());
      const opened = await awaited(
        acquirer.open({
          reference: id,
          amount: plan.total,
          installments: plan.n,
          ...(saved ? { saved: { token: saved.token, customer: saved.customer } } : {}),
        }),
      );
      await db.tenant(tenant.id, (tx) =>
        tx.insert(cardIntent).values({
          tenantId: tenant.id,
          id,
          subject,
          kind: 'payment',
          cartUuid,
          orderId,
          provider: acquirer.name,
          chargeId: opened.id,
          secretHash: secrets.hash('card', opened.clientSecret),
          customer: saved?.customer ?? null,
          due,
          amount: plan.total,
          installments: plan.n,
          createdAt: clock.date(),
        }),
      );
      return {
        id,
        clientSecret: opened.clientSecret,
        amount: reaisOf(plan.total),
        provider: providerReply(acquirer),
      };
    },
  };
}
export type CardIntentService = ReturnType<typeof cardIntentService>;
