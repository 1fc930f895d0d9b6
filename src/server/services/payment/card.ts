import { type SQL, and, desc, eq, inArray, isNotNull, isNull, lt } from 'drizzle-orm';
import type * as v from 'valibot';
import type { Intent, NewIntent, SavedCard, createCardIntent } from '#contract/card.ts';
import { type Cents, cents, inCents, reaisOf } from '#contract/money.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import { forEachIsolated } from '#server/jobs/for-each-isolated.ts';
import type { Tx } from '#server/db/database.ts';
import { account } from '#server/db/schema/people/account.ts';
import { cardIntent, paymentCard } from '#server/db/schema/card.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import { type Client, subjectOf } from '#server/platform/principal.ts';
import type { Acquirer } from '#server/providers/acquirer.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import { type Acquirers, awaited } from './acquirers.ts';
import { type CartOwner, liveLock, ownCart } from '#server/services/cart/cart-row.ts';
import { orderedProblem } from '#server/services/cart/cart-reply.ts';
import { type ChargeService, INTENT_LIFE } from './charge.ts';
import { dueFor, lockedOf } from '#server/services/cart/reservation.ts';
import type { OrderReadService } from '#server/services/order/order-reads.ts';
import { priceBy } from '#server/services/order/order-price.ts';
import { dueOf } from './order-wallet.ts';
import { assertPayable, chargesFor } from './payment-retry.ts';
import { RECENT, assertProved } from '#server/services/people/proof.ts';

type CardRow = typeof paymentCard.$inferSelect;
type Setup = v.InferOutput<NonNullable<typeof createCardIntent.response>>;
interface Owed {
  due: Cents;
  cartUuid: string | null;
  orderId: string | null;
  saved: CardRow | null;
}

const refused = (detail: string) => new ApiProblem('PAYMENT_METHOD', { detail });
const reply = ({ id, brand, last4, holder, expMonth, expYear, isDefault }: CardRow): SavedCard => ({
  id,
  brand,
  last4,
  holder,
  expMonth,
  expYear,
  default: isDefault,
});
const providerOf = ({ name, publishableKey }: Acquirer) => ({
  name,
  ...(publishableKey === undefined ? {} : { publishableKey }),
});

/** Clocks of two processes are never this far apart, in ms. */
const PUNCTUAL = 5 * 60_000;

/**
 * Card payments that begin, and cards that a provider keeps. Card numbers never come here (SEC-22). Source:
 * D10, D53, D54; SEC-09.
 */
export function cardService(
  core: Core,
  { acquirers, charges, reads }: { acquirers: Acquirers; charges: ChargeService; reads: OrderReadService },
) {
  const { db, clock, jobs, limits, secrets, env, log } = core;
  /** Nobody tries out stolen numbers here. */
  const tries = { points: 30 * (env.sandbox ? 100 : 1), seconds: 3_600 };

  function acquirerOf(tenant: TenantRecord): Acquirer {
    const acquirer = tenant.settings.payment.methods.includes('CREDIT_CARD') ? acquirers.of(tenant) : null;
    if (!acquirer) throw refused('CREDIT_CARD');
    return acquirer;
  }
  async function spendTry(tenant: TenantRecord, subject: string): Promise<void> {
    const { allowed, retryAfter } = await limits.take(`card:${tenant.id}:${subject}`, tries);
    if (!allowed) throw new ApiProblem('TOO_MANY_REQUESTS', { retryAfter });
  }
  /** Cards are good until the end of their month. */
  const isGood = ({ expMonth, expYear }: CardRow) => clock.now() < Date.UTC(expYear, expMonth, 1);

  async function savedCard(
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
    if (!isGood(row) || row.provider !== provider) throw refused('CARD');
    return row;
  }

  /** What is to be paid, from what the server holds; nothing of it is taken from the caller. */
  async function owed(
    tx: Tx,
    tenant: TenantRecord,
    owner: CartOwner,
    { cartUuid, orderCode, walletAmount }: NewIntent,
  ): Promise<Omit<Owed, 'saved'>> {
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
      liveLock(tx, tenant.id, cartUuid),
    ]);
    if (row.state === 'ordered') throw await orderedProblem(tx, tenant.id, row.uuid);
    if (!lock || lock.lockedUntil <= clock.date() || lockedOf(lock.totals).cartVersion !== row.version)
      throw new ApiProblem('LOCK_LOST');
    const { terms } = tenant.settings.payment;
    const due = dueFor(lockedOf(lock.totals), 'CREDIT_CARD', terms, inCents(walletAmount));
    return { due, cartUuid: row.uuid, orderId: null };
  }

  const own = (tx: Tx, tenantId: string, accountId: string) =>
    tx
      .select()
      .from(paymentCard)
      .where(and(eq(paymentCard.tenantId, tenantId), eq(paymentCard.accountId, accountId)))
      .orderBy(desc(paymentCard.isDefault), desc(paymentCard.createdAt), desc(paymentCard.id));
  const accountOf = ({ accountId }: Client): string => {
    if (accountId === null) throw new ApiProblem('NOT_FOUND');
    return accountId;
  };

  /** Gone here whatever the provider says: a token without its row pays nothing. */
  const forget = async ({ tenantId, provider, token }: CardRow): Promise<void> =>
    acquirers
      .asked(tenantId, provider)
      ?.forget(token)
      .catch((error: unknown) =>
        log.warn({ err: error, tenant: tenantId }, 'a provider did not forget a card'),
      );

  /**
   * Money that a bank has set aside for an order that nobody placed is let go of: the buyer's limit is theirs
   * again.
   * @param of further conditions
   */
  async function letGo(tenantId: string, of: SQL | undefined): Promise<void> {
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
    letGo(tenantId, lt(cardIntent.createdAt, new Date(clock.now() - INTENT_LIFE - PUNCTUAL))),
  );

  return {
    /**
     * @throws ApiProblem LOCK_LOST, ORDERED, ILLEGAL_EVENT, WINDOW, PAYMENT_METHOD (CREDIT_CARD,
     * INSTALLMENTS, CARD, AMOUNT), FRESH_PROOF, NOT_FOUND, TOO_MANY_REQUESTS, UNAVAILABLE
     */
    async intend(tenant: TenantRecord, owner: CartOwner, wish: NewIntent): Promise<Intent> {
      const acquirer = acquirerOf(tenant);
      const subject = subjectOf(owner.buyer);
      await spendTry(tenant, subject);
      const { due, cartUuid, orderId, saved } = await db.tenant(tenant.id, async (tx) => ({
        ...(await owed(tx, tenant, owner, wish)),
        saved: await savedCard(tx, tenant.id, owner, wish.cardId, acquirer.name),
      }));
      if (due <= 0) throw refused('AMOUNT');
      if (due < charges.leastOf(tenant, 'CREDIT_CARD')) throw refused('MIN');
      const plan = charges.plansOf(tenant, due).find(({ n }) => n === wish.installments);
      if (!plan) throw refused('INSTALLMENTS');
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
        provider: providerOf(acquirer),
      };
    },

    list: async (tenant: TenantRecord, { accountId }: Client): Promise<SavedCard[]> =>
      accountId === null
        ? []
        : (await db.read(tenant.id, (tx) => own(tx, tenant.id, accountId))).filter(isGood).map(reply),

    /** @throws ApiProblem FRESH_PROOF, PAYMENT_METHOD, TOO_MANY_REQUESTS, UNAVAILABLE */
    async intendCard(tenant: TenantRecord, client: Client): Promise<Setup> {
      const acquirer = acquirerOf(tenant);
      const accountId = accountOf(client);
      assertProved(core, client, RECENT);
      const subject = subjectOf(client);
      await spendTry(tenant, subject);
      const known = await db.read(tenant.id, (tx) =>
        tx
          .select({ customer: cardIntent.customer })
          .from(cardIntent)
          .where(
            and(
              eq(cardIntent.tenantId, tenant.id),
              eq(cardIntent.subject, subject),
              eq(cardIntent.provider, acquirer.name),
              isNotNull(cardIntent.customer),
            ),
          )
          .orderBy(desc(cardIntent.createdAt))
          .limit(1),
      );
      const id = uuidv7(clock.now());
      const opened = await awaited(
        acquirer.openSetup({ reference: id, owner: accountId, customer: known[0]?.customer ?? null }),
      );
      await db.tenant(tenant.id, (tx) =>
        tx.insert(cardIntent).values({
          tenantId: tenant.id,
          id,
          subject,
          kind: 'setup',
          provider: acquirer.name,
          chargeId: opened.id,
          secretHash: secrets.hash('card', opened.clientSecret),
          customer: opened.customer,
          due: cents(0),
          amount: cents(0),
          installments: 1,
          createdAt: clock.date(),
        }),
      );
      return { id, clientSecret: opened.clientSecret, provider: providerOf(acquirer) };
    },

    /**
     * Keeps what the provider took. The first card is the one that is offered.
     * @throws ApiProblem NOT_FOUND, PAYMENT_METHOD when the provider took none, FRESH_PROOF
     */
    async save(
      tenant: TenantRecord,
      client: Client,
      clientSecret: string,
      isDefault: boolean | undefined,
    ): Promise<SavedCard> {
      const acquirer = acquirerOf(tenant);
      const accountId = accountOf(client);
      assertProved(core, client, RECENT);
      const isThis = and(
        eq(cardIntent.tenantId, tenant.id),
        inArray(cardIntent.secretHash, secrets.hashes('card', clientSecret)),
        eq(cardIntent.kind, 'setup'),
        eq(cardIntent.subject, subjectOf(client)),
      );
      const [intent] = await db.read(tenant.id, (tx) => tx.select().from(cardIntent).where(isThis));
      if (!intent) throw new ApiProblem('NOT_FOUND');
      const kept = await awaited(acquirer.kept(intent.chargeId));
      if (!kept) throw refused('CARD');
      return db.tenant(tenant.id, async (tx) => {
        // The account first, so that one card at a time becomes the one that is offered; then the intent, so
        // that nobody saves a card twice.
        await tx
          .select({ id: account.id })
          .from(account)
          .where(and(eq(account.tenantId, tenant.id), eq(account.id, accountId)))
          .for('update');
        await tx.select({ id: cardIntent.id }).from(cardIntent).where(isThis).for('update');
        const cards = await own(tx, tenant.id, accountId);
        const known = cards.find(({ id }) => id === intent.id);
        if (known) return reply(known);
        const first = isDefault ?? cards.length === 0;
        if (first)
          await tx
            .update(paymentCard)
            .set({ isDefault: false })
            .where(and(eq(paymentCard.tenantId, tenant.id), eq(paymentCard.accountId, accountId)));
        const row: CardRow = {
          tenantId: tenant.id,
          id: intent.id,
          accountId,
          provider: acquirer.name,
          customer: intent.customer ?? '',
          ...kept,
          isDefault: first,
          createdAt: clock.date(),
        };
        await tx.insert(paymentCard).values(row);
        await tx.update(cardIntent).set({ usedAt: clock.date() }).where(isThis);
        return reply(row);
      });
    },

    /** @throws ApiProblem NOT_FOUND */
    async remove(tenant: TenantRecord, client: Client, id: string): Promise<void> {
      const accountId = accountOf(client);
      const gone = await db.tenant(tenant.id, async (tx) => {
        const [row] = await tx
          .delete(paymentCard)
          .where(
            and(
              eq(paymentCard.tenantId, tenant.id),
              eq(paymentCard.accountId, accountId),
              eq(paymentCard.id, id),
            ),
          )
          .returning();
        if (!row) throw new ApiProblem('NOT_FOUND');
        const [next] = row.isDefault ? await own(tx, tenant.id, accountId) : [];
        if (next)
          await tx
            .update(paymentCard)
            .set({ isDefault: true })
            .where(and(eq(paymentCard.tenantId, tenant.id), eq(paymentCard.id, next.id)));
        return row;
      });
      await forget(gone);
    },

    /** All cards of somebody who leaves, at their providers; their rows go with the account. */
    async forgetAll(tenantId: string, accountId: string): Promise<void> {
      const rows = await db.read(tenantId, (tx) => own(tx, tenantId, accountId));
      for (const row of rows) await forget(row);
      await letGo(tenantId, eq(cardIntent.subject, `account:${accountId}`)).catch((error: unknown) =>
        log.warn({ err: error, tenant: tenantId }, 'a provider did not let go of a payment'),
      );
    },
  };
}
export type CardService = ReturnType<typeof cardService>;
