import { and, eq, sql } from 'drizzle-orm';
import type { Login } from '#contract/people/contact.ts';
import type { User } from '#contract/people/account.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { isUniqueViolation } from '#server/db/faults.ts';
import { account } from '#server/db/schema/people/account.ts';
import { audit } from '#server/db/schema/audit.ts';
import { user } from '#server/db/schema/people/user.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import type { Client } from '#server/platform/principal.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { CodeService } from './code/code.ts';
import type { Caller, Contact } from './caller.ts';
import { queueMessage } from './outbox.ts';
import { FRESH, RECENT, assertProved } from './proof.ts';
import type { SessionService } from './session/session.ts';

type UserRow = typeof user.$inferSelect;
/** Codes that one person may ask for in an hour, to whatever contacts. */
const SENDS = { points: 5, seconds: 3_600 };

const channelOf = ({ key, value }: Login): Contact => ({ channel: key === 'PHONE' ? 'SMS' : 'EMAIL', value });
const columnOf = ({ key }: Login) => (key === 'PHONE' ? user.phone : user.email);
const currentOf = (row: UserRow, { key }: Login) => (key === 'PHONE' ? row.phone : row.email);
const purposeOf = (client: Client, { key }: Login, isAdded: boolean) => ({
  purpose: isAdded ? ('signup' as const) : ('update' as const),
  userId: client.userId,
  boundTo: `${client.userId}:${key}`,
});
/** Every way to reach a person. */
export const contactsOf = (row: Pick<UserRow, 'phone' | 'email'>): Contact[] => [
  ...(row.phone === null ? [] : [{ channel: 'SMS' as const, value: row.phone }]),
  ...(row.email === null ? [] : [{ channel: 'EMAIL' as const, value: row.email }]),
];
/** Enough to know one's own by: `•••4321`, `m•••@exemplo.com`. */
export const masked = ({ key, value }: Login) =>
  key === 'PHONE' ? `•••${value.slice(-4)}` : value.replace(/^(.).*@/, '$1•••@');

/**
 * Whether a sign-up adds the contact that its person lacks: nothing of theirs can be taken yet, so the proof that it
 * began with is fresh for as long as its grant. Whatever else changes needs one of the last five minutes.
 * @throws ApiProblem MALFORMED for the contact they have already, FRESH_PROOF
 */
async function isAddedBy(core: Core, tenantId: string, client: Client, login: Login): Promise<boolean> {
  const [row] = await core.db.read(tenantId, (tx) =>
    tx
      .select()
      .from(user)
      .where(and(eq(user.tenantId, tenantId), eq(user.id, client.userId))),
  );
  if (!row) throw new ApiProblem('UNAUTHENTICATED');
  if (currentOf(row, login) === login.value)
    throw new ApiProblem('MALFORMED', {
      fields: [{ field: 'value', message: 'Este já é o seu contato.' }],
    });
  const isAdded = client.accountId === null && currentOf(row, login) === null;
  assertProved(core, client, isAdded ? RECENT : FRESH);
  return isAdded;
}

/**
 * Changing what a person signs in with, and adding to it during a sign-up. Source: specification §7; D4, D10; SEC-09.
 */
export function contactService(
  core: Core,
  { code, session }: { code: CodeService; session: SessionService },
) {
  const { db, clock, limits } = core;

  /**
   * Takes a contact from a record that a mere code request made; one that somebody uses is theirs.
   * @throws ApiProblem TAKEN
   */
  async function release(tx: Tx, tenantId: string, login: Login, client: Client): Promise<void> {
    const [holder] = await tx
      .select()
      .from(user)
      .where(and(eq(user.tenantId, tenantId), eq(columnOf(login), login.value)))
      .for('update');
    if (!holder || holder.id === client.userId) return;
    const [owned] = await tx
      .select({ id: account.id })
      .from(account)
      .where(and(eq(account.tenantId, tenantId), eq(account.userId, holder.id)));
    if (owned || holder.subject !== null) throw new ApiProblem('TAKEN');
    await session.endOthers(tx, tenantId, holder.id, 'CONTACT_CHANGED', null);
    await tx
      .update(user)
      .set(login.key === 'PHONE' ? { phone: null } : { email: null })
      .where(and(eq(user.tenantId, tenantId), eq(user.id, holder.id)));
  }

  return {
    /**
     * Sends a code to the new contact, with the same answer whether it is somebody's or not (SEC-05).
     * @returns seconds
     * @throws ApiProblem FRESH_PROOF, MALFORMED, TOO_MANY_CODES, PROOF_OF_WORK, COUNTRY
     */
    async verify(
      tenant: TenantRecord,
      client: Client,
      login: Login,
      caller: Caller,
    ): Promise<{ resendAfter: number; expiresIn: number }> {
      const isAdded = await isAddedBy(core, tenant.id, client, login);
      const taken = await limits.take(`send:user:${tenant.id}:${client.userId}`, SENDS);
      if (!taken.allowed) throw new ApiProblem('TOO_MANY_CODES', { retryAfter: taken.retryAfter });
      const what = login.key === 'PHONE' ? 'este celular' : 'este e-mail';
      return code.send(tenant, channelOf(login), caller, {
        ...purposeOf(client, login, isAdded),
        text: (digits) =>
          `${digits} é o código para usar ${what} ${isAdded ? 'no seu cadastro' : 'na sua conta'} em ${tenant.name}. Vale por 5 minutos. Não passe para ninguém.`,
      });
    },

    /**
     * The new contact takes the place of the old one. All contacts that the person had are told, all other
     * sign-ins end. One that a sign-up adds takes no place: there is nobody to tell and nothing to end.
     * @throws ApiProblem FRESH_PROOF, TAKEN and the refusals of a code
     */
    async update(
      tenant: TenantRecord,
      client: Client,
      login: Login & { code: string },
      caller: Caller,
    ): Promise<User> {
      const isAdded = await isAddedBy(core, tenant.id, client, login);
      await code.check(tenant, login.value, login.code, caller, purposeOf(client, login, isAdded));
      try {
        const changed = await db.tenant(tenant.id, async (tx) => {
          const [before] = await tx
            .select()
            .from(user)
            .where(and(eq(user.tenantId, tenant.id), eq(user.id, client.userId)))
            .for('update');
          if (!before) throw new ApiProblem('UNAUTHENTICATED');
          await release(tx, tenant.id, login, client);
          const contact = login.key === 'PHONE' ? { phone: login.value } : { email: login.value };
          await tx
            .update(user)
            .set(contact)
            .where(and(eq(user.tenantId, tenant.id), eq(user.id, client.userId)));
          await tx
            .update(account)
            .set({ ...contact, version: sql`${account.version} + 1`, updatedAt: clock.date() })
            .where(and(eq(account.tenantId, tenant.id), eq(account.userId, client.userId)));
          if (!isAdded)
            await session.endOthers(tx, tenant.id, client.userId, 'CONTACT_CHANGED', client.sessionId);
          const text = `O ${login.key === 'PHONE' ? 'celular' : 'e-mail'} da sua conta em ${tenant.name} agora é ${masked(login)}. Não foi você? Fale com a loja: ${tenant.settings.help.phone}.`;
          for (const old of isAdded ? [] : contactsOf(before))
            await queueMessage(core, tx, tenant.id, old, { subject: 'Seu contato mudou', text });
          await tx.insert(audit).values({
            tenantId: tenant.id,
            id: uuidv7(clock.now()),
            at: clock.date(),
            actor: `user:${client.userId}`,
            action: 'login.changed',
            target: `user:${client.userId}`,
            data: { key: login.key },
          });
          return { ...before, ...contact };
        });
        session.forgetAll();
        return {
          id: changed.id,
          activated: changed.activated,
          signedUp: client.accountId !== null,
          roles: changed.roles,
          ...(changed.phone === null ? {} : { phone: changed.phone }),
          ...(changed.email === null ? {} : { email: changed.email }),
        };
      } catch (error) {
        if (isUniqueViolation(error, 'user_phone') || isUniqueViolation(error, 'user_email'))
          throw new ApiProblem('TAKEN');
        throw error;
      }
    },
  };
}
