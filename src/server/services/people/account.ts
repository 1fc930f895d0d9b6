import { and, eq, isNull } from 'drizzle-orm';
import type { Account, AccountBody, NewAccountBody, User } from '#contract/people/account.ts';
import type { Address } from '#contract/place.ts';
import { ApiProblem } from '#contract/problem.ts';
import { hasMissingInfo } from '#domain/person/account.ts';
import { tidyName } from '#domain/person/name.ts';
import { isSameAddress } from '#domain/place/same-address.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { isUniqueViolation } from '#server/db/faults.ts';
import { account } from '#server/db/schema/people/account.ts';
import { signupGrant } from '#server/db/schema/people/session.ts';
import { user } from '#server/db/schema/people/user.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import type { Client, Newcomer } from '#server/platform/principal.ts';
import { addressFieldsOf, settleAddresses } from './address-form.ts';
import { type Answers, settleAnswers } from './answers.ts';
import { noteAccepted } from './consent.ts';
import { assertCpf } from './cpf.ts';
import { absorbLead, unlessNull, withAddressIds } from './lead.ts';
import { personalFieldsOf, settlePersonal } from './personal-form.ts';
import { countInvite, moveUses } from './relation.ts';

type AccountRow = typeof account.$inferSelect;
const accountOf = (row: AccountRow): Account => ({
  id: row.id,
  name: row.name,
  ...unlessNull('email', row.email),
  ...unlessNull('phone', row.phone),
  ...unlessNull('phoneCountryCode', row.phoneCountryCode),
  ...unlessNull('phoneCountryIsoCode', row.phoneCountryIsoCode),
  ...unlessNull('identification', row.identification),
  addresses: row.addresses as Account['addresses'],
  properties: row.properties as Account['properties'],
  version: row.version, // validated when written
});
/**
 * The proven phone, else the one that was told, with its country: of a number abroad, the one that came with
 * it.
 */
function phoneOf(proven: string | null, body: AccountBody) {
  const phone = proven ?? body.phone ?? null;
  if (phone === null || phone.startsWith('+55'))
    return { phone, phoneCountryCode: '55', phoneCountryIsoCode: 'BR' };
  return {
    phone,
    phoneCountryCode: body.phoneCountryCode ?? null,
    phoneCountryIsoCode: body.phoneCountryIsoCode ?? null,
  };
}

/** CPF is one number in two places (D34). */
function identityOf(body: AccountBody): {
  identification: string | null;
  properties: AccountBody['properties'];
} {
  const digits = body.identification ?? body.properties.cpf ?? null;
  return {
    identification: digits,
    properties: digits === null ? body.properties : { ...body.properties, cpf: digits },
  };
}

/** Users and their accounts. Source: specification §3, §4, §6, §7; D6–D8, D34; SEC-14. */
export function accountService({ db, clock, secrets, tenants }: Core) {
  const accountReply = (row: AccountRow): Account => {
    const account = accountOf(row);
    return {
      ...account,
      hasMissingInfo: hasMissingInfo({ fields: personalFieldsOf(tenants, row.tenantId) }, account),
    };
  };
  const findAccount = async (tx: Tx, tenantId: string, userId: string) =>
    (
      await tx
        .select()
        .from(account)
        .where(and(eq(account.tenantId, tenantId), eq(account.userId, userId)))
    )[0];

  return {
    activate: (tenantId: string, client: Client): Promise<{ id: string; activated: true }> =>
      db.tenant(tenantId, async (tx) => {
        await tx
          .update(user)
          .set({ activated: true, lastLoginAt: clock.date() })
          .where(and(eq(user.tenantId, tenantId), eq(user.id, client.userId)));
        return { id: client.userId, activated: true as const };
      }),
    user: (tenantId: string, client: Client): Promise<User> =>
      db.read(tenantId, async (tx) => {
        const [row] = await tx
          .select()
          .from(user)
          .where(and(eq(user.tenantId, tenantId), eq(user.id, client.userId)));
        if (!row) throw new ApiProblem('UNAUTHENTICATED');
        return {
          id: row.id,
          activated: row.activated,
          ...unlessNull('phone', row.phone),
          ...unlessNull('email', row.email),
          signedUp: client.accountId !== null,
          roles: row.roles,
        };
      }),
    get: (tenantId: string, client: Client): Promise<Account> =>
      db.read(tenantId, async (tx) => {
        const row = await findAccount(tx, tenantId, client.userId);
        if (!row) throw new ApiProblem('NOT_FOUND');
        return accountReply(row);
      }),
    /**
     * Proven contacts stay; they change with a fresh code only.
     * @throws ApiProblem VERSION with the account as it is
     */
    update: (tenantId: string, client: Client, body: AccountBody): Promise<Account> =>
      db.tenant(tenantId, async (tx) => {
        const [row] = await tx
          .select()
          .from(account)
          .where(and(eq(account.tenantId, tenantId), eq(account.userId, client.userId)))
          .for('update');
        if (!row) throw new ApiProblem('NOT_FOUND');
        if (body.version !== undefined && body.version !== row.version)
          throw new ApiProblem('VERSION', { current: accountReply(row) });
        const [owner] = await tx
          .select()
          .from(user)
          .where(and(eq(user.tenantId, tenantId), eq(user.id, client.userId)));
        const { identification, properties } = identityOf(body);
        assertCpf(tenants, tenantId, { identification: identification ?? undefined });
        const personal = settlePersonal(personalFieldsOf(tenants, tenantId), body, {
          name: row.name,
          attrs: accountOf(row).properties.attrs,
        });
        const answers = await settleAnswers(
          tx,
          { clock },
          tenantId,
          { accountId: row.id },
          row.properties,
          properties,
        );
        const [changed] = await tx
          .update(account)
          .set({
            name: tidyName(body.name),
            identification: identification ?? row.identification,
            properties: { ...row.properties, ...properties, ...answers, ...personal },
            addresses: withAddressIds(
              settleAddresses(addressFieldsOf(tenants, tenantId), body.addresses, row.addresses),
              clock.now(),
            ),
            email: owner?.email ?? body.email ?? row.email,
            ...(owner?.phone || body.phone ? phoneOf(owner?.phone ?? null, body) : {}),
            version: row.version + 1,
            updatedAt: clock.date(),
          })
          .where(and(eq(account.tenantId, tenantId), eq(account.id, row.id)))
          .returning();
        if (!changed) throw new Error('an account that was just read is gone');
        return accountReply(changed);
      }),
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
      const addresses = settleAddresses(addressFieldsOf(tenants, tenantId), body.addresses, []);
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
              addresses: withAddressIds([...addresses, ...kept], clock.now()),
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
          return accountReply(made);
        });
      } catch (error) {
        if (isUniqueViolation(error, 'account_user')) throw new ApiProblem('TAKEN');
        throw error;
      }
    },
  };
}
