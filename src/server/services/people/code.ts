import { createHash, randomInt } from 'node:crypto';
import { and, desc, eq, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { isMobile } from '#contract/people/phone.ts';
import { ApiProblem } from '#contract/problem.ts';
import { type ProblemCode } from '#contract/problem-list.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { challenge } from '#server/db/schema/people/challenge.ts';
import { message } from '#server/db/schema/message.ts';
import { user } from '#server/db/schema/people/user.ts';
import { randomToken, uuidv4, uuidv7 } from '#server/platform/ids.ts';
import { type Limit, networkOf } from '#server/platform/limits.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import { queueMessage } from './outbox.ts';
import { isOnRoster } from './roster-entry.ts';

/** Where a call comes from, for the limits that do not look at the contact. */
export interface Caller {
  ip: string;
  /** the browser's own mark; a program has none */
  device: string | undefined;
  /** `{nonce}` that solves the caller's puzzle, when it was asked for one */
  proof?: string | undefined;
}
export interface Contact {
  channel: 'SMS' | 'EMAIL';
  /** E.164 phone or lower-case e-mail */
  value: string;
  /**
   * Stands for an identification that no company knows: everything is done as for others, but for the
   * delivery.
   */
  isNobody?: true;
}

/** What a code is for, when it is not to sign in: it opens nothing else (SEC-01). */
export interface CodeUse {
  purpose: 'signup' | 'update' | 'order';
  userId: string;
  /** What it is bound to besides the contact: the person who changes a login, an order … */
  boundTo: string;
  text: (code: string) => string;
}

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
/** Seconds that a code lives, and between two codes to one contact. Source: D2, D3; OWASP ASVS 6.5.5. */
const LIFE = 300;
const PAUSE = 60;
const TRIES = 5;
/** Sends per contact (SEC-04). */
const SENDS = [
  { name: '1m', points: 1, seconds: PAUSE },
  { name: '10m', points: 3, seconds: 10 * MINUTE },
  { name: '1h', points: 5, seconds: HOUR },
  { name: '1d', points: 10, seconds: DAY },
] as const;
/** Wrong codes per contact, across resends (SEC-02). */
const FAILURES = [
  { name: '1h', points: 10, seconds: HOUR },
  { name: '1d', points: 20, seconds: DAY },
] as const;
/**
 * Different numbers of one hundred in an hour after which somebody is told: wherever a row begins, it is
 * noticed within twenty (SEC-04).
 */
const IN_A_ROW = 10;
/** Codes of one tenant in a day: an upper bound on what a flood can cost (SEC-04). */
const TENANT_DAY = 20_000;
/** Leading zero bits of a solved puzzle: a second or so of a cheap phone. */
const PUZZLE_BITS = 16;

/** Six digits, each code as likely as any other. */
export const freshCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** One-time codes: made, sent and checked. Source: D1–D3; reliability SEC-01 to SEC-05. */
export function codeService({ db, clock, limits, secrets, jobs, env, log, metrics }: Core) {
  // Testers share one machine: limits by address and device are multiplied there, limits by contact are not.
  const scaledLimit = env.sandbox ? 1_000 : 1;
  const deviceLimit = { points: 10 * scaledLimit, seconds: HOUR };
  const tenantLimit = { points: 2_000 * scaledLimit, seconds: HOUR };
  const named = (kind: string, tenantId: string, contact: string, name: string) =>
    `${kind}:${tenantId}:${secrets.hash('code', contact)}:${name}`;

  const addressLimit = { points: 300 * scaledLimit, seconds: HOUR };
  const addressKey = (kind: string, { ip }: Caller) => `${kind}:ip:${networkOf(ip)}`;

  /**
   * Beyond the budget of an address a puzzle is asked for, never a refusal: carriers put a city behind one
   * address (SEC-03).
   */
  async function askProof(kind: string, caller: Caller): Promise<void> {
    const seed = secrets.hash(
      'device',
      `${addressKey(kind, caller)}:${Math.floor(clock.now() / (HOUR * 1_000))}`,
    );
    const isSolved =
      caller.proof !== undefined &&
      solves(seed, caller.proof) &&
      (await limits.take(`${kind}:proof:${seed}:${caller.proof}`, { points: 1, seconds: HOUR })).allowed;
    if (!isSolved) throw new ApiProblem('PROOF_OF_WORK', { detail: `${PUZZLE_BITS}:${seed}`, retryAfter: 1 });
  }

  /**
   * Numbers that stand in a row are asked for by whoever earns from messages, not by people. One line in the
   * log an hour for each hundred numbers (SEC-04).
   */
  async function watchRow(tenantId: string, phone: string): Promise<void> {
    const row = secrets.hash('code', `row ${phone.slice(0, -2)}`);
    const limit = { points: IN_A_ROW * scaledLimit, seconds: HOUR };
    const { left } = await limits.take(`send:row:${tenantId}:${row}`, limit);
    if (
      left > 0 ||
      !(await limits.take(`send:row:told:${tenantId}:${row}`, { points: 1, seconds: HOUR })).allowed
    )
      return;
    log.warn(
      { alarm: 'sequential_numbers', tenant: tenantId, numbers: limit.points },
      'codes are asked for numbers in a row',
    );
    metrics.alarm('sequential_numbers');
  }

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
      if (!(await limits.take(addressKey('send', caller), addressLimit)).allowed)
        await askProof('send', caller);
      const within = async (key: string, limit: Limit) => {
        const taken = await limits.take(key, limit);
        if (!taken.allowed) throw new ApiProblem('TOO_MANY_CODES', { retryAfter: taken.retryAfter });
        return taken;
      };
      if (caller.device) await within(`send:device:${caller.device}`, deviceLimit);
      let isNew = true;
      for (const limit of SENDS) {
        const { left } = await within(named('send', tenant.id, contact.value, limit.name), limit);
        isNew = left === limit.points - 1;
      }
      // Last: what is refused leaves the day's messages to the others.
      await within(`send:tenant:${tenant.id}`, { points: TENANT_DAY * scaledLimit, seconds: DAY });
      if (contact.channel === 'SMS' && isNew) await watchRow(tenant.id, contact.value);
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
      // Taken before anything is compared, so that a crowd of guesses finds no more room than a row of them;
      // what was no failure is given back.
      const contactKeys = FAILURES.map(
        (limit) => [named('fail', tenant.id, contact, limit.name), limit] as const,
      );
      const shared = [
        [`fail:tenant:${tenant.id}`, tenantLimit],
        ...(caller.device ? [[`fail:device:${caller.device}`, deviceLimit] as const] : []),
      ] as const;
      const giveBack = async (keys: readonly (readonly [string, Limit])[]) => {
        for (const [key, limit] of keys) await limits.take(key, limit, -1);
      };
      // First the address, so that one of them cannot use up what all share. A puzzle asked for after the
      // comparison would let every right guess through.
      if (!(await limits.take(addressKey('fail', caller), addressLimit)).allowed)
        await askProof('fail', caller);
      for (const [key, limit] of shared)
        if (!(await limits.take(key, limit)).allowed)
          throw new ApiProblem('TOO_MANY_REQUESTS', { retryAfter: HOUR });
      for (const [at, [key, limit]] of contactKeys.entries()) {
        if ((await limits.take(key, limit)).allowed) continue;
        await giveBack(contactKeys.slice(0, at + 1));
        throw new ApiProblem('TOO_MANY_ATTEMPTS');
      }
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
        await giveBack([...contactKeys, ...shared, [addressKey('fail', caller), addressLimit]]);
        return outcome.userId;
      }
      // A contact's own budget counts comparisons only: guesses at a code that was never sent would else shut
      // its owner out.
      if (!outcome.wasCompared) await giveBack(contactKeys);
      throw new ApiProblem(
        outcome.refusal,
        outcome.attemptsLeft === undefined ? {} : { attemptsLeft: outcome.attemptsLeft },
      );
    },

    /** Rows of `message` for the sandbox: newest first, opened. */
    messages: (tenant: TenantRecord, to: string | undefined) =>
      db.read(tenant.id, async (tx) => {
        const rows = await tx
          .select()
          .from(message)
          .where(
            and(
              eq(message.tenantId, tenant.id),
              to === undefined ? undefined : eq(message.recipient, to),
              ne(message.state, 'withheld'),
              or(eq(message.channel, 'SMS'), eq(message.channel, 'EMAIL')),
            ),
          )
          .orderBy(desc(message.at), desc(message.id))
          .limit(50);
        return rows.map((row) => {
          // Sealed by this server
          const { text, code } = JSON.parse(secrets.open(row.sealed)) as { text: string; code?: string };
          return {
            id: row.id,
            at: row.at.toISOString(),
            channel: row.channel === 'SMS' ? ('sms' as const) : ('email' as const),
            to: row.recipient,
            text,
            ...(code === undefined ? {} : { code }),
          };
        });
      }),
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

function solves(seed: string, nonce: string): boolean {
  const digest = createHash('sha256').update(`${seed}.${nonce}`).digest();
  return nonce.length <= 40 && digest.readUInt32BE(0) >>> (32 - PUZZLE_BITS) === 0;
}
