import { and, eq, inArray, isNull } from 'drizzle-orm';
import type {
  Account,
  AccountBody,
  Lead,
  LeadBody,
  NewAccountBody,
  User,
} from '#contract/people/identity.ts';
import type { Address } from '#contract/place.ts';
import { ApiProblem } from '#contract/problem.ts';
import { tidyName } from '#domain/person/name.ts';
import { isSameAddress } from '#domain/place/same-address.ts';
import type * as v from 'valibot';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { isUniqueViolation } from '#server/db/faults.ts';
import { account } from '#server/db/schema/people/account.ts';
import { cart } from '#server/db/schema/cart.ts';
import { consent } from '#server/db/schema/people/consent.ts';
import { couponUse } from '#server/db/schema/coupon.ts';
import { lead } from '#server/db/schema/people/lead.ts';
import { news } from '#server/db/schema/news.ts';
import { order } from '#server/db/schema/order.ts';
import { pushSubscription } from '#server/db/schema/people/push-subscription.ts';
import { signupGrant } from '#server/db/schema/people/session.ts';
import { user } from '#server/db/schema/people/user.ts';
import { randomToken, uuidv4, uuidv7 } from '#server/platform/ids.ts';
import { networkOf } from '#server/platform/limits.ts';
import type { Client, Newcomer, Visitor } from '#server/platform/principal.ts';
import { type Answers, settleAnswers } from './answers.ts';
import { noteAccepted } from './consent.ts';
import { assertCpf } from './cpf.ts';
import { countInvite, moveKeys, moveUses } from './relation.ts';

type AccountRow = typeof account.$inferSelect;
type LeadRow = typeof lead.$inferSelect;
type NewLead = v.InferOutput<typeof LeadBody>;
const unlessNull = <K extends string>(key: K, value: string | null) =>
  // A computed key is a string to the compiler
  value === null ? {} : ({ [key]: value } as { [P in K]: string });

const accountReply = (row: AccountRow): Account => ({
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
const leadReply = (row: LeadRow): Lead => ({
  id: row.id,
  ...unlessNull('name', row.name),
  ...unlessNull('phone', row.phone),
  properties: row.properties,
  addresses: row.addresses as Lead['addresses'],
}); // validated when written

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

/** Users, accounts and visitors. Source: specification §3, §4, §6, §7; D6–D8, D12, D34; SEC-14. */
export function accountService({ db, clock, secrets, limits, env, tenants }: Core) {
  const findAccount = async (tx: Tx, tenantId: string, userId: string) =>
    (
      await tx
        .select()
        .from(account)
        .where(and(eq(account.tenantId, tenantId), eq(account.userId, userId)))
    )[0];

  /**
   * A visitor's cart, addresses, orders and keys become the account's, once; the lead is closed. Needs the
   * lead's own secret.
   */
  async function absorb(
    tx: Tx,
    tenantId: string,
    leadId: string,
    secret: string,
    { accountId, userId }: { accountId: string; userId: string },
  ): Promise<LeadRow> {
    const [closed] = await tx
      .update(lead)
      .set({ closedAt: clock.date(), accountId })
      .where(
        and(
          eq(lead.tenantId, tenantId),
          eq(lead.id, leadId),
          inArray(lead.secretHash, secrets.hashes('lead', secret)),
          isNull(lead.closedAt),
        ),
      )
      .returning();
    if (!closed) throw new ApiProblem('NOT_FOUND');
    const moved = { accountId, leadId: null };
    await tx
      .update(cart)
      .set(moved)
      .where(and(eq(cart.tenantId, tenantId), eq(cart.leadId, leadId)));
    await tx
      .update(order)
      .set({ ...moved, userId })
      .where(and(eq(order.tenantId, tenantId), eq(order.leadId, leadId)));
    await moveKeys(tx, tenantId, leadId, accountId);
    await tx
      .update(consent)
      .set({ subject: `user:${userId}` })
      .where(and(eq(consent.tenantId, tenantId), eq(consent.subject, `lead:${leadId}`)));
    await tx
      .update(news)
      .set({ subject: `user:${userId}` })
      .where(and(eq(news.tenantId, tenantId), eq(news.subject, `lead:${leadId}`)));
    // Of the visitor's browsers nothing is known but that they were theirs: whoever is signed in there
    // subscribes anew.
    await tx
      .delete(pushSubscription)
      .where(and(eq(pushSubscription.tenantId, tenantId), eq(pushSubscription.subject, `lead:${leadId}`)));
    await tx
      .update(couponUse)
      .set({ subject: `account:${accountId}` })
      .where(and(eq(couponUse.tenantId, tenantId), eq(couponUse.subject, `lead:${leadId}`)));
    return closed;
  }

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
            properties: { ...row.properties, ...properties, ...answers },
            addresses: named(body.addresses),
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
            ? await absorb(tx, tenantId, from.leadId, from.secret, { accountId: id, userId })
            : null;
          // A visitor's answers come along; they were checked when they were given.
          const given: Answers = left?.properties ?? {}; // validated when written
          const answers = await settleAnswers(tx, { clock }, tenantId, { accountId: id }, given, {
            likings: properties.likings ?? given.likings,
            enhancedAnswers: properties.enhancedAnswers ?? given.enhancedAnswers,
          });
          const had = left ? (left.addresses as AccountBody['addresses']) : []; // validated when written
          const isGiven = (one: Address) =>
            body.addresses.some((mine) => isSameAddress(mine, one) && mine.alias === one.alias);
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
              properties: { ...properties, ...answers },
              addresses: named([...body.addresses, ...kept]),
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

    /** @param ip of the caller: records cost room @throws ApiProblem TOO_MANY_REQUESTS */
    async createLead(tenantId: string, body: NewLead, ip: string): Promise<Lead> {
      const taken = await limits.take(`lead:ip:${networkOf(ip)}`, {
        points: 300 * (env.sandbox ? 1_000 : 1),
        seconds: 3_600,
      });
      if (!taken.allowed) throw new ApiProblem('TOO_MANY_REQUESTS', { retryAfter: taken.retryAfter });
      return db.tenant(tenantId, async (tx) => {
        const now = clock.date();
        const [secret, id] = [randomToken(), uuidv4()];
        const answers = await settleAnswers(tx, { clock }, tenantId, { leadId: id }, {}, body.properties);
        const [made] = await tx
          .insert(lead)
          .values({
            tenantId,
            id,
            secretHash: secrets.hash('lead', secret),
            name: body.name ?? null,
            phone: body.phone ?? null,
            properties: { ...body.properties, ...answers, type: 'CLIENT' },
            addresses: named(body.addresses),
            createdAt: now,
            updatedAt: now,
          })
          .returning();
        if (!made) throw new Error('a lead that was just made is gone');
        return { ...leadReply(made), secret };
      });
    },
    updateLead: (tenantId: string, visitor: Visitor, body: NewLead): Promise<Lead> =>
      db.tenant(tenantId, async (tx) => {
        if (body.id !== undefined && body.id !== visitor.leadId) throw new ApiProblem('NOT_FOUND');
        const [row] = await tx
          .select({ properties: lead.properties })
          .from(lead)
          .where(and(eq(lead.tenantId, tenantId), eq(lead.id, visitor.leadId), isNull(lead.closedAt)))
          .for('update');
        if (!row) throw new ApiProblem('NOT_FOUND');
        const answers = await settleAnswers(
          tx,
          { clock },
          tenantId,
          visitor,
          row.properties,
          body.properties,
        );
        const said =
          'enhancedAnswers' in row.properties ? { enhancedAnswers: row.properties['enhancedAnswers'] } : {};
        const [changed] = await tx
          .update(lead)
          .set({
            name: body.name ?? null,
            phone: body.phone ?? null,
            properties: { ...said, ...body.properties, ...answers, type: 'CLIENT' },
            addresses: named(body.addresses),
            updatedAt: clock.date(),
          })
          .where(and(eq(lead.tenantId, tenantId), eq(lead.id, visitor.leadId), isNull(lead.closedAt)))
          .returning();
        if (!changed) throw new ApiProblem('NOT_FOUND');
        return leadReply(changed);
      }),
    getLead: (tenantId: string, visitor: Visitor, id: string): Promise<Lead> =>
      db.read(tenantId, async (tx) => {
        const [row] = await tx
          .select()
          .from(lead)
          .where(and(eq(lead.tenantId, tenantId), eq(lead.id, id)));
        if (!row || row.id !== visitor.leadId) throw new ApiProblem('NOT_FOUND');
        return leadReply(row);
      }),
  };
  /** Every saved address has an id of its own. */
  function named(addresses: AccountBody['addresses']): AccountBody['addresses'] {
    return addresses.map((one) => ({ ...one, id: one.id ?? uuidv7(clock.now()) }));
  }
}
export type AccountService = ReturnType<typeof accountService>;
