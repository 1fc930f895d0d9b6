import { and, eq, isNull } from 'drizzle-orm';
import type { Account, AccountBody, NewAccountBody } from '#contract/people/account.ts';
import type { Address } from '#contract/place.ts';
import { ApiProblem } from '#contract/problem.ts';
import { tidyName } from '#domain/person/name.ts';
import { MOST_ADDRESSES } from '#domain/place/address-book.ts';
import { isSameAddress } from '#domain/place/same-address.ts';
import type { Core } from '#server/platform/core.ts';
import { isUniqueViolation } from '#server/db/faults.ts';
import { account } from '#server/db/schema/people/account.ts';
import { signupGrant } from '#server/db/schema/people/session.ts';
import { user } from '#server/db/schema/people/user.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import type { Newcomer } from '#server/platform/principal.ts';
import { addressFieldsOf, settleBook } from '#server/services/people/address-form.ts';
import { type Answers, lacksLikings, settleAnswers, tastesIn } from '#server/services/people/answers.ts';
import { noteAccepted } from '#server/services/people/consent.ts';
import { assertCpf } from '#server/services/people/cpf.ts';
import { absorbLead, withAddressIds } from '#server/services/people/lead.ts';
import { personalFieldsOf, settlePersonal } from '#server/services/people/personal-form.ts';
import { countInvite, moveUses } from '#server/services/people/relation.ts';
import { accountReply, identityOf, phoneOf } from './account-row.ts';

/** Creating accounts under a sign-up grant. Source: specification §4, §6; D7, D34; SEC-14. */
export function newAccount({ db, clock, secrets, tenants }: Core) {
  return {
    /**
     * @throws ApiProblem NOT_FOUND for a foreign user or lead, SIGNUP_GRANT for a spent grant, TAKEN,
     * MALFORMED
     */
    async create(
      tenantId: string,
      newcomer: Newcomer,
      userId: string,
      body: NewAccountBody,
      from?: { leadId: string; secret: string },
    ): Promise<Account> {
      if (newcomer.userId !== userId) throw new ApiProblem('NOT_FOUND');
      const { identification, properties } = identityOf(body);
      assertCpf(tenants, tenantId, { identification: identification ?? undefined });
      const addresses = settleBook(addressFieldsOf(tenants, tenantId), body.addresses, []);
      const personal = settlePersonal(personalFieldsOf(tenants, tenantId), body, null);
      try {
        return await db.tenant(tenantId, async (tx) => {
          const now = clock.date();
          const spent = await tx
            .update(signupGrant)
            .set({ usedAt: now })
            .where(
              and(
                eq(signupGrant.tenantId, tenantId),
                eq(signupGrant.id, newcomer.grantId),
                isNull(signupGrant.usedAt),
              ),
            )
            .returning({ id: signupGrant.id });
          if (!spent.length) throw new ApiProblem('SIGNUP_GRANT');
          const [owner] = await tx
            .select()
            .from(user)
            .where(and(eq(user.tenantId, tenantId), eq(user.id, userId)));
          const id = uuidv7(clock.now());
          const left = from
            ? await absorbLead({ clock, secrets }, tx, tenantId, from.leadId, from.secret, {
                accountId: id,
                userId,
              })
            : null;
          // A visitor's answers come along; they were checked when they were given.
          const given: Answers = left?.properties ?? {}; // validated when written
          const answers = await settleAnswers(tx, { clock }, tenantId, { accountId: id }, given, {
            likings: properties.likings ?? given.likings,
            enhancedAnswers: properties.enhancedAnswers ?? given.enhancedAnswers,
          });
          const had = left ? (left.addresses as AccountBody['addresses']) : []; // validated when written
          const isGiven = (one: Address) =>
            addresses.some((mine) => isSameAddress(mine, one) && mine.alias === one.alias);
          const kept = had.filter((one) => !isGiven(one));
          const [made] = await tx
            .insert(account)
            .values({
              tenantId,
              id,
              userId,
              name: tidyName(body.name),
              email: owner?.email ?? body.email ?? null,
              ...phoneOf(owner?.phone ?? null, body),
              identification,
              properties: { ...properties, ...answers, ...personal },
              addresses: withAddressIds([...addresses, ...kept].slice(0, MOST_ADDRESSES), clock.now()),
              createdAt: now,
              updatedAt: now,
            })
            .returning();
          if (!made) throw new Error('an account that was just made is gone');
          await noteAccepted(tx, { clock }, tenantId, userId, body.consents);
          // Keys that were entered between the first code and the sign-up.
          await moveUses(tx, tenantId, `user:${userId}`, `account:${id}`);
          await countInvite({ clock, secrets }, tx, tenantId, {
            accountId: id,
            cpf: identification,
            phone: owner?.phone ?? null,
            codes: body.properties.codes ?? [],
          });
          return {
            ...accountReply(tenants, made),
            lacksLikings: await lacksLikings(tx, tenantId, answers),
            ...(await tastesIn(tx, tenantId, answers)),
          };
        });
      } catch (error) {
        if (isUniqueViolation(error, 'account_user')) throw new ApiProblem('TAKEN');
        throw error;
      }
    },
  };
}
