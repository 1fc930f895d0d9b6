import { randomInt } from 'node:crypto';
import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import { isMobile } from '#contract/people/phone.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { ProblemCode } from '#contract/problem-list.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { challenge } from '#server/db/schema/people/challenge.ts';
import { user } from '#server/db/schema/people/user.ts';
import { randomToken, uuidv4, uuidv7 } from '#server/platform/ids.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { Caller, Contact } from './caller.ts';
import { PAUSE, codeLimits } from './code-limits.ts';
import { queueMessage } from './outbox.ts';
import { isOnRoster } from './roster-entry.ts';

/** What a code is for, when it is not to sign in: it opens nothing else (SEC-01). */
export interface CodeUse {
  purpose: 'signup' | 'update' | 'order' | 'staff';
  userId: string;
  /** What it is bound to besides the contact: the person who changes a login, an order … */
  boundTo: string;
  text: (code: string) => string;
}

/** Seconds that a code lives, and between two codes to one contact. Source: D2, D3; OWASP ASVS 6.5.5. */
const LIFE = 300;
const TRIES = 5;

/** Six digits, each code as likely as any other. */
export const freshCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** One-time codes: made, sent and checked. Source: D1–D3; reliability SEC-01 to SEC-05. */
export function codeService(core: Core) {
  const { db, clock, secrets, jobs } = core;
  const limits = codeLimits(core);

  /**
   * The user of a contact; made when new, so that known and unknown take the same path (SEC-05). The id shows
   * no time: it may be told to whoever names the contact.
   */
  async function userOf(
    tx: Tx,
    tenantId: string,
    contact: Contact,
    name: string | null = null,
  ): Promise<string> {
    const key = contact.channel === 'SMS' ? { phone: contact.value } : { email: contact.value };
    const column = contact.channel === 'SMS' ? user.phone : user.email;
    await tx
      .insert(user)
      .values({ tenantId, id: uuidv4(), ...key, name, createdAt: clock.date() })
      .onConflictDoNothing();
    const [row] = await tx
      .select({ id: user.id })
      .from(user)
      .where(and(eq(user.tenantId, tenantId), eq(column, contact.value)));
    if (!row) throw new Error('a user that was just made is gone');
    return row.id;
  }

  /** Somebody who is not there, found in the time that it takes to find others (SEC-05). */
  async function nobody(tx: Tx, tenantId: string, contact: Contact): Promise<string> {
    for (const column of [user.phone, user.email])
      await tx
        .select({ id: user.id })
        .from(user)
        .where(and(eq(user.tenantId, tenantId), eq(column, contact.value)));
    return uuidv4();
  }

  return {
    userOf,
    /**
     * Sends a fresh code; earlier codes of the contact end. @returns seconds
     * @throws ApiProblem TOO_MANY_CODES, PROOF_OF_WORK, COUNTRY
     */
    async send(
      tenant: TenantRecord,
      contact: Contact,
      caller: Caller,
      use?: CodeUse,
    ): Promise<{ resendAfter: number; expiresIn: number }> {
      if (contact.channel === 'SMS' && !contact.isNobody && !isMobile(contact.value))
        throw new ApiProblem('COUNTRY');
      await limits.countSend(tenant.id, contact, caller);
      const code = freshCode();
      await db.tenant(tenant.id, async (tx) => {
        const now = clock.date();
        const userId =
          use?.userId ??
          (contact.isNobody ? await nobody(tx, tenant.id, contact) : await userOf(tx, tenant.id, contact));
        const salt = randomToken(12);
        await tx
          .update(challenge)
          .set({ supersededAt: now })
          .where(openOf(tenant.id, contact.value, use));
        await tx.insert(challenge).values({
          tenantId: tenant.id,
          id: uuidv7(clock.now()),
          purpose: use?.purpose ?? 'login',
          channel: contact.channel,
          contact: contact.value,
          userId,
          boundTo: use?.boundTo ?? null,
          salt,
          codeHash: secrets.hash('code', bound(tenant.id, contact.value, salt, code, use)),
          sentAt: now,
          expiresAt: new Date(now.getTime() + LIFE * 1_000),
        });
        const text =
          use?.text(code) ??
          `${code} é o seu código para entrar em ${tenant.name}. Vale por 5 minutos. Não passe para ninguém.`;
        // A company's store writes to its own people only; for others the same work is done, and kept in the
        // house.
        const isListed =
          use !== undefined || !tenant.intranet || (await isOnRoster(tx, tenant.id, contact.value));
        const isHeard = isListed && !contact.isNobody;
        await queueMessage(
          { clock, secrets, jobs },
          tx,
          tenant.id,
          contact,
          { subject: `Seu código: ${code}`, text, code },
          isHeard ? 'queued' : 'withheld',
        );
      });
      return { resendAfter: PAUSE, expiresIn: LIFE };
    },

    /**
     * Spends the newest code of a contact. The attempt is counted before anything is compared, so that
     * parallel guesses cannot outrun the counter.
     * @returns the user whose code it was
     * @throws ApiProblem INVALID_CODE (with attemptsLeft), EXPIRED_CODE, TOO_MANY_ATTEMPTS, TOO_MANY_REQUESTS
     */
    async check(
      tenant: TenantRecord,
      contact: string,
      code: string,
      caller: Caller,
      use?: Omit<CodeUse, 'text'>,
    ): Promise<string> {
      const guess = await limits.countGuess(tenant.id, contact, caller);
      const outcome = await db.tenant(
        tenant.id,
        async (
          tx,
        ): Promise<
          { userId: string } | { refusal: ProblemCode; wasCompared: boolean; attemptsLeft?: number }
        > => {
          const now = clock.date();
          const [newest] = await tx
            .select()
            .from(challenge)
            .where(openOf(tenant.id, contact, use))
            .orderBy(desc(challenge.sentAt))
            .limit(1);
          if (!newest?.userId || newest.usedAt || newest.expiresAt <= now)
            return { refusal: 'EXPIRED_CODE', wasCompared: false };
          const [counted] = await tx
            .update(challenge)
            .set({ attempts: sql`${challenge.attempts} + 1` })
            .where(
              and(
                eq(challenge.tenantId, tenant.id),
                eq(challenge.id, newest.id),
                lt(challenge.attempts, TRIES),
                isNull(challenge.usedAt),
              ),
            )
            .returning({ attempts: challenge.attempts });
          if (!counted) return { refusal: 'TOO_MANY_ATTEMPTS', wasCompared: false };
          if (!secrets.matches('code', bound(tenant.id, contact, newest.salt, code, use), newest.codeHash)) {
            const attemptsLeft = TRIES - counted.attempts;
            return {
              wasCompared: true,
              ...(attemptsLeft > 0
                ? { refusal: 'INVALID_CODE', attemptsLeft }
                : { refusal: 'TOO_MANY_ATTEMPTS' }),
            };
          }
          const spent = await tx
            .update(challenge)
            .set({ usedAt: now })
            .where(
              and(eq(challenge.tenantId, tenant.id), eq(challenge.id, newest.id), isNull(challenge.usedAt)),
            )
            .returning({ id: challenge.id });
          return spent.length ? { userId: newest.userId } : { refusal: 'EXPIRED_CODE', wasCompared: false };
        },
      );
      if ('userId' in outcome) {
        await guess.refundAll();
        return outcome.userId;
      }
      if (!outcome.wasCompared) await guess.refundContact();
      throw new ApiProblem(
        outcome.refusal,
        outcome.attemptsLeft === undefined ? {} : { attemptsLeft: outcome.attemptsLeft },
      );
    },
  };
}
export type CodeService = ReturnType<typeof codeService>;

type Bound = Omit<CodeUse, 'text'> | undefined;
/** Codes of a contact for one use that no newer one ended. */
const openOf = (tenantId: string, contact: string, use: Bound) =>
  and(
    eq(challenge.tenantId, tenantId),
    eq(challenge.contact, contact),
    eq(challenge.purpose, use?.purpose ?? 'login'),
    use ? eq(challenge.boundTo, use.boundTo) : isNull(challenge.boundTo),
    isNull(challenge.supersededAt),
  );
/** What a code's hash covers: a code of one tenant, contact or use is nothing elsewhere. */
const bound = (tenantId: string, contact: string, salt: string, code: string, use: Bound) =>
  [tenantId, use?.purpose ?? 'login', use?.boundTo ?? '', contact, salt, code].join('\n');
