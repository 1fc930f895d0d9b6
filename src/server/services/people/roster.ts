import { and, asc, count, eq, isNull, or, sql } from 'drizzle-orm';
import { isMobile } from '#contract/people/phone.ts';
import { ApiProblem } from '#contract/problem.ts';
import { waysOf } from '#domain/person/sso.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { audit } from '#server/db/schema/audit.ts';
import { marketplace } from '#server/db/schema/shop/marketplace.ts';
import { roster } from '#server/db/schema/people/roster.ts';
import { user } from '#server/db/schema/people/user.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import { networkOf } from '#server/platform/limits.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { CodeService } from './code.ts';
import type { Caller, Contact } from './caller.ts';

const MARK = 'intranet.';
/** Users that one address may make in an hour. */
const MADE = { points: 300, seconds: 3_600 };

/** Enough to know one's own by, and as long for a phone as for an e-mail. */
const maskOf = ({ channel, value }: Contact) =>
  channel === 'SMS' ? `celular ****${value.slice(-4)}` : `e-mail ${value.slice(0, 1)}***@****`;

/**
 * Who may enter a company's store: its own people, by CPF or the company's number, or by the contact that the
 * company has. Source: D7, D62; SEC-05, SEC-16.
 */
export function rosterService({ db, clock, secrets, limits, env }: Core, { code }: { code: CodeService }) {
  /**
   * The contact of an identification: the holder's own, else the company's. Whoever is unknown gets one that
   * is nobody's, like one of the others.
   */
  async function contactOf(tx: Tx, tenantId: string, identification: string): Promise<Contact> {
    const registration = identification.trim().toUpperCase();
    const digits = identification.replace(/\D/g, '');
    // However it is written, it is one person, also when it is nobody's.
    const spelled = digits.length === 11 ? digits : registration;
    const [row] = await tx
      .select({
        phone: roster.phone,
        email: roster.email,
        userId: roster.userId,
        ownPhone: user.phone,
        ownEmail: user.email,
      })
      .from(roster)
      .leftJoin(user, and(eq(user.tenantId, roster.tenantId), eq(user.id, roster.userId)))
      .where(
        and(
          eq(roster.tenantId, tenantId),
          or(
            eq(roster.registration, registration),
            digits.length === 11 ? eq(roster.cpf, digits) : sql`false`,
          ),
        ),
      )
      .limit(1);
    // Asked for everybody, so that it tells nothing.
    const number = Buffer.from(secrets.hash('roster', `${tenantId}\n${spelled}`), 'base64url').readUInt32BE();
    const [size] = await tx.select({ rows: count() }).from(roster).where(eq(roster.tenantId, tenantId));
    const [like] = await tx
      .select({ phone: roster.phone })
      .from(roster)
      .where(eq(roster.tenantId, tenantId))
      .orderBy(asc(roster.registration))
      .offset(number % Math.max(1, size?.rows ?? 0))
      .limit(1);
    const { phone, email } = row?.userId
      ? { phone: row.ownPhone, email: row.ownEmail }
      : { phone: row?.phone ?? null, email: row?.email ?? null };
    if (phone !== null) return { channel: 'SMS', value: phone };
    if (email !== null) return { channel: 'EMAIL', value: email };
    const unknown = `${String.fromCharCode(97 + (number % 26))}:${secrets.hash('roster', spelled)}:${String(number % 10_000).padStart(4, '0')}`;
    return { channel: like?.phone === null ? 'EMAIL' : 'SMS', value: unknown, isNobody: true };
  }

  return {
    /** @throws ApiProblem NOT_FOUND where no company has a store, and the refusals of a code */
    async send(
      tenant: TenantRecord,
      { identification, marketplaceId }: { identification: string; marketplaceId?: string | undefined },
      caller: Caller,
    ) {
      if (!tenant.intranet) throw new ApiProblem('NOT_FOUND');
      const contact = await db.read(tenant.id, async (tx) => {
        const [store] =
          marketplaceId === undefined
            ? [true]
            : await tx
                .select({ id: marketplace.id })
                .from(marketplace)
                .where(and(eq(marketplace.tenantId, tenant.id), eq(marketplace.id, marketplaceId)));
        if (!store) throw new ApiProblem('NOT_FOUND');
        return contactOf(tx, tenant.id, identification);
      });
      const sent = await code.send(tenant, contact, caller);
      return {
        ...sent,
        contact: maskOf(contact),
        username: `${MARK}${secrets.seal(`${tenant.id}\n${identification}`)}`,
      };
    },

    /**
     * The contact behind a username of `login`; phones and e-mails stand for themselves.
     * @throws ApiProblem INVALID_CODE for a handle of another store or of nobody's making, MALFORMED when the
     * privacy text was not agreed to
     */
    async usernameOf(
      tenant: TenantRecord,
      username: string,
      privacyVersion: string | undefined,
    ): Promise<string> {
      if (!username.startsWith(MARK)) return username;
      if (privacyVersion !== tenant.settings.legal.privacy.version)
        throw new ApiProblem('MALFORMED', {
          fields: [{ field: 'privacyVersion', message: 'Leia e aceite o aviso de privacidade.' }],
        });
      let opened: string[];
      try {
        opened = secrets.open(username.slice(MARK.length)).split('\n');
      } catch {
        throw new ApiProblem('INVALID_CODE');
      }
      const [tenantId, identification = ''] = opened;
      if (!tenant.intranet || tenantId !== tenant.id) throw new ApiProblem('INVALID_CODE');
      return (await db.read(tenant.id, (tx) => contactOf(tx, tenant.id, identification))).value;
    },

    /**
     * The last door of a company's store, after the code: whoever is not on the list is told what a wrong
     * code is told. In the transaction that opens the session,
     * so that an import of the list finds either nobody to let in or somebody to sign out.
     * @throws ApiProblem INVALID_CODE
     */
    async admit(
      tx: Tx,
      tenant: TenantRecord,
      userId: string,
      privacyVersion: string | undefined,
    ): Promise<void> {
      if (!tenant.intranet) return;
      const [held] = await tx
        .select({ registration: roster.registration })
        .from(roster)
        .where(and(eq(roster.tenantId, tenant.id), eq(roster.userId, userId)))
        .for('share');
      if (!held) await hold(tx, tenant.id, userId);
      if (privacyVersion === tenant.settings.legal.privacy.version)
        await tx.insert(audit).values({
          tenantId: tenant.id,
          id: uuidv7(clock.now()),
          at: clock.date(),
          actor: `user:${userId}`,
          action: 'privacy.accepted',
          target: `user:${userId}`,
          data: { version: privacyVersion },
        });
    },

    /**
     * Makes the user of a contact.
     * @throws ApiProblem NOT_FOUND elsewhere than D7 says, COUNTRY, TOO_MANY_REQUESTS
     */
    async createUser(
      tenant: TenantRecord,
      {
        phone,
        email,
        name,
      }: { phone?: string | undefined; email?: string | undefined; name?: string | undefined },
      ip: string,
    ): Promise<{ id: string }> {
      if (!tenant.intranet && waysOf(tenant.settings, env.sandbox).length === 0)
        throw new ApiProblem('NOT_FOUND');
      if (phone !== undefined && !isMobile(phone)) throw new ApiProblem('COUNTRY');
      const taken = await limits.take(`user:ip:${networkOf(ip)}`, {
        ...MADE,
        points: MADE.points * (env.sandbox ? 1_000 : 1),
      });
      if (!taken.allowed) throw new ApiProblem('TOO_MANY_REQUESTS', { retryAfter: taken.retryAfter });
      const contact: Contact =
        phone === undefined ? { channel: 'EMAIL', value: email ?? '' } : { channel: 'SMS', value: phone };
      return { id: await db.tenant(tenant.id, (tx) => code.userOf(tx, tenant.id, contact, name || null)) };
    },
  };

  /** Whoever proved the company's contact holds its row from now on. */
  async function hold(tx: Tx, tenantId: string, userId: string): Promise<void> {
    const [free] = await tx
      .select({ registration: roster.registration, name: roster.name })
      .from(roster)
      .innerJoin(
        user,
        and(
          eq(user.tenantId, roster.tenantId),
          eq(user.id, userId),
          or(eq(user.phone, roster.phone), eq(user.email, roster.email)),
        ),
      )
      .where(and(eq(roster.tenantId, tenantId), isNull(roster.userId)))
      .limit(1)
      .for('update', { of: roster });
    if (!free) throw new ApiProblem('INVALID_CODE');
    await tx
      .update(roster)
      .set({ userId })
      .where(and(eq(roster.tenantId, tenantId), eq(roster.registration, free.registration)));
    await tx
      .update(user)
      .set({ name: free.name })
      .where(and(eq(user.tenantId, tenantId), eq(user.id, userId), isNull(user.name)));
  }
}
