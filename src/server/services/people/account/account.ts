import { and, eq } from 'drizzle-orm';
import type { Account, AccountBody, User } from '#contract/people/account.ts';
import { ApiProblem } from '#contract/problem.ts';
import { tidyName } from '#domain/person/name.ts';
import type { Core } from '#server/platform/core.ts';
import { account } from '#server/db/schema/people/account.ts';
import { user } from '#server/db/schema/people/user.ts';
import type { Client } from '#server/platform/principal.ts';
import { addressFieldsOf, settleBook } from '#server/services/people/address-form.ts';
import { settleAnswers, tastesIn } from '#server/services/people/answers.ts';
import { assertCpf } from '#server/services/people/cpf.ts';
import { unlessNull, withAddressIds } from '#server/services/people/lead.ts';
import { personalFieldsOf, settlePersonal } from '#server/services/people/personal-form.ts';
import { accountOf, accountReply, identityOf, phoneOf } from './account-row.ts';
import { newAccount } from './new-account.ts';

/** Users and their accounts. Source: specification §3, §4, §6, §7; D6–D8, D34; SEC-14. */
export function accountService(core: Core) {
  const { db, clock, tenants } = core;
  return {
    ...newAccount(core),
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
        const [row] = await tx
          .select()
          .from(account)
          .where(and(eq(account.tenantId, tenantId), eq(account.userId, client.userId)));
        if (!row) throw new ApiProblem('NOT_FOUND');
        return { ...accountReply(tenants, row), ...(await tastesIn(tx, tenantId, row.properties)) };
      }),
    /**
     * Proven contacts stay; they change with a fresh code only.
     * @throws ApiProblem VERSION with the account as it is, MALFORMED, ADDRESS_LIMIT
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
          throw new ApiProblem('VERSION', { current: accountReply(tenants, row) });
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
              settleBook(addressFieldsOf(tenants, tenantId), body.addresses, row.addresses),
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
        return { ...accountReply(tenants, changed), ...(await tastesIn(tx, tenantId, changed.properties)) };
      }),
  };
}
