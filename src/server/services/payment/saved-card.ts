import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm';
import type * as v from 'valibot';
import type { createCardIntent } from '#contract/payment/card.ts';
import type { SavedCard } from '#contract/payment/payment.ts';
import { cents } from '#contract/money.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { account } from '#server/db/schema/people/account.ts';
import { cardIntent, paymentCard } from '#server/db/schema/card.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import { type Client, subjectOf } from '#server/platform/principal.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import { type Acquirers, awaited } from './acquirers.ts';
import { type CardAcquirer, providerReply } from './card-acquirer.ts';
import type { CardIntentService } from './card-intent.ts';
import { type CardRow, cardReply, cardsOf, isGood } from './card-row.ts';
import { methodProblem } from './charge/charge-draft.ts';
import { RECENT, assertProved } from '#server/services/people/proof.ts';

type Setup = v.InferOutput<NonNullable<typeof createCardIntent.response>>;

const accountOf = ({ accountId }: Client): string => {
  if (accountId === null) throw new ApiProblem('NOT_FOUND');
  return accountId;
};

/** One change of an account's cards at a time: one of them is offered first. */
const lockAccount = (tx: Tx, tenantId: string, accountId: string) =>
  tx
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.tenantId, tenantId), eq(account.id, accountId)))
    .for('update');

/**
 * Cards that a provider keeps for an account. Card numbers never come here (SEC-22). Source: D10, D54; SEC-09.
 */
export function savedCardService(
  core: Core,
  {
    acquirers,
    acquirer: cards,
    intents,
  }: { acquirers: Acquirers; acquirer: CardAcquirer; intents: CardIntentService },
) {
  const { db, clock, secrets, log } = core;

  /** A provider that does not answer keeps nobody's card here: a token without its row pays nothing. */
  const forget = async ({ tenantId, provider, token }: CardRow): Promise<void> =>
    acquirers
      .asked(tenantId, provider)
      ?.forget(token)
      .catch((error: unknown) =>
        log.warn({ err: error, tenant: tenantId }, 'a provider did not forget a card'),
      );

  const good = async (tenant: TenantRecord, { accountId }: Client): Promise<CardRow[]> =>
    accountId === null
      ? []
      : (await db.read(tenant.id, (tx) => cardsOf(tx, tenant.id, accountId))).filter((row) =>
          isGood(row, clock.now()),
        );

  return {
    list: async (tenant: TenantRecord, client: Client): Promise<SavedCard[]> =>
      (await good(tenant, client)).map(cardReply),

    /** Those that the tenant's provider keeps: it may have had another one. */
    payable: async (tenant: TenantRecord, client: Client): Promise<SavedCard[]> =>
      (await good(tenant, client))
        .filter(({ provider }) => provider === acquirers.of(tenant)?.name)
        .map(cardReply),

    /**
     * Begins to save a card.
     * @throws ApiProblem FRESH_PROOF, PAYMENT_METHOD, TOO_MANY_REQUESTS, UNAVAILABLE
     */
    async beginSetup(tenant: TenantRecord, client: Client): Promise<Setup> {
      const acquirer = cards.of(tenant);
      const accountId = accountOf(client);
      assertProved(core, client, RECENT);
      const subject = subjectOf(client);
      await cards.spendTry(tenant, subject);
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
      return { id, clientSecret: opened.clientSecret, provider: providerReply(acquirer) };
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
      const acquirer = cards.of(tenant);
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
      if (!kept) throw methodProblem('CARD');
      return db.tenant(tenant.id, async (tx) => {
        // The account is locked first, so that one card at a time becomes the one that is offered; then the
        // intent, so that a card is saved once.
        await lockAccount(tx, tenant.id, accountId);
        await tx.select({ id: cardIntent.id }).from(cardIntent).where(isThis).for('update');
        const saved = await cardsOf(tx, tenant.id, accountId);
        const known = saved.find(({ id }) => id === intent.id);
        if (known) return cardReply(known);
        const first = isDefault ?? saved.length === 0;
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
        return cardReply(row);
      });
    },

    /** Makes a card the one that is offered first. @throws ApiProblem NOT_FOUND */
    async prefer(tenant: TenantRecord, client: Client, id: string): Promise<SavedCard> {
      const accountId = accountOf(client);
      return db.tenant(tenant.id, async (tx) => {
        await lockAccount(tx, tenant.id, accountId);
        const row = (await cardsOf(tx, tenant.id, accountId)).find((card) => card.id === id);
        if (!row) throw new ApiProblem('NOT_FOUND');
        const ofAccount = and(eq(paymentCard.tenantId, tenant.id), eq(paymentCard.accountId, accountId));
        // One after the other: never are there two of them.
        await tx.update(paymentCard).set({ isDefault: false }).where(ofAccount);
        await tx
          .update(paymentCard)
          .set({ isDefault: true })
          .where(and(ofAccount, eq(paymentCard.id, id)));
        return cardReply({ ...row, isDefault: true });
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
        const [next] = row.isDefault ? await cardsOf(tx, tenant.id, accountId) : [];
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
      const rows = await db.read(tenantId, (tx) => cardsOf(tx, tenantId, accountId));
      for (const row of rows) await forget(row);
      await intents
        .releaseUnused(tenantId, eq(cardIntent.subject, `account:${accountId}`))
        .catch((error: unknown) =>
          log.warn({ err: error, tenant: tenantId }, 'a provider did not cancel an unused payment'),
        );
    },
  };
}
export type SavedCardService = ReturnType<typeof savedCardService>;
