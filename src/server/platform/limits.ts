import { sql } from 'drizzle-orm';
import { ApiProblem } from '#contract/problem.ts';
import type { Clock } from './clock.ts';
import type { Database, Tx } from '#server/db/database.ts';
import { prepared } from '#server/db/prepared.ts';
import { rateLimit } from '#server/db/schema/rate-limit.ts';

export interface Limit {
  /** How many within the window. */
  points: number;
  /** Length of the window in seconds; it starts with the first use. */
  seconds: number;
}

export interface Limits {
  /**
   * Takes `cost` points of a key at once, even when refused; gives them back when it is negative. Seconds
   * until the window ends in `retryAfter`.
   */
  take(
    key: string,
    limit: Limit,
    cost?: number,
  ): Promise<{ allowed: boolean; left: number; retryAfter: number }>;
  /**
   * Takes in a transaction, on its way and undone with it: for what is counted when it is done.
   * @throws ApiProblem TOO_MANY_REQUESTS
   */
  within(tx: Tx, key: string, limit: Limit, cost?: number): Promise<void>;
  /** What is left, without taking. */
  left(key: string, limit: Limit): Promise<number>;
  /** Gives a key its points back. */
  forget(key: string): Promise<void>;
}

/**
 * What the limits by address count: an IPv4 address, or the /64 network that one subscriber has in IPv6
 * (SEC-03).
 */
export const networkOf = (ip: string): string => {
  const v4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;
  if (!v4.includes(':')) return v4;
  const [head = '', tail] = v4.toLowerCase().split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined
      ? left
      : [
          ...left,
          ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'),
          ...right,
        ];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
};

const [first, cost, now, expire] = (['first', 'cost', 'now', 'expire'] as const).map(
  (name) => sql`${sql.placeholder(name)}`,
);
const isOver = sql`${rateLimit.expire} <= ${now}`;
const takePoints = prepared((tx) =>
  tx
    .insert(rateLimit)
    .values({
      key: sql`${sql.placeholder('key')}`,
      points: sql`${first}::int`,
      expire: sql`${expire}::timestamptz`,
    })
    .onConflictDoUpdate({
      target: rateLimit.key,
      set: {
        points: sql`case when ${isOver} then excluded.points else ${rateLimit.points} + ${cost}::int end`,
        expire: sql`case when ${isOver} then excluded.expire else ${rateLimit.expire} end`,
      },
    })
    .returning({ points: rateLimit.points, expire: rateLimit.expire }),
);

/**
 * Counters in the database, so that all processes share them. Own statement instead of rate-limiter-flexible:
 * that one reads the system's time, and limits follow the one clock.
 */
export function createLimits(db: Database, clock: Clock): Limits {
  const takeOn = async (tx: Tx, key: string, limit: Limit, cost: number): ReturnType<Limits['take']> => {
    const now = clock.date();
    const expire = new Date(now.getTime() + limit.seconds * 1_000);
    // What comes back after its window has ended is no gift to the next.
    const first = Math.max(0, cost);
    const [row] = await takePoints(tx).execute({
      key,
      first,
      cost,
      now: now.toISOString(),
      expire: expire.toISOString(),
    });
    const used = row?.points ?? first;
    return {
      allowed: used <= limit.points,
      left: Math.max(0, limit.points - used),
      retryAfter: Math.ceil(((row?.expire ?? expire).getTime() - now.getTime()) / 1_000),
    };
  };
  return {
    take: (key, limit, cost = 1) => takeOn(db.global, key, limit, cost),
    async within(tx, key, limit, cost = 1) {
      const { allowed, retryAfter } = await takeOn(tx, key, limit, cost);
      if (!allowed) throw new ApiProblem('TOO_MANY_REQUESTS', { retryAfter });
    },
    async left(key, limit) {
      const [row] = await db.global
        .select()
        .from(rateLimit)
        .where(sql`${rateLimit.key} = ${key} and ${rateLimit.expire} > ${clock.date().toISOString()}`);
      return Math.max(0, limit.points - (row?.points ?? 0));
    },
    forget: async (key) => void (await db.global.delete(rateLimit).where(sql`${rateLimit.key} = ${key}`)),
  };
}
