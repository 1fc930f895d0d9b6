import { sql } from 'drizzle-orm';
import type { Clock } from './clock.ts';
import type { Database } from './db/database.ts';
import { rateLimit } from './db/schema/rate-limit.ts';

export interface Limit {
  /** How many within the window. */
  points: number;
  /** Length of the window in seconds; it starts with the first use. */
  seconds: number;
}

export interface Limits {
  /** Takes `cost` points of a key at once, even when refused. Seconds until the window ends in `retryAfter`. */
  take(key: string, limit: Limit, cost?: number): Promise<{ allowed: boolean; left: number; retryAfter: number }>;
  /** What is left, without taking. */
  left(key: string, limit: Limit): Promise<number>;
  /** Gives a key its points back. */
  forget(key: string): Promise<void>;
}

/**
 * Counters in the database, so that all processes share them. Own statement instead of rate-limiter-flexible:
 * that one reads the system's time, and limits follow the one clock.
 */
export function createLimits(db: Database, clock: Clock): Limits {
  return {
    async take(key, limit, cost = 1) {
      const now = clock.date();
      const expire = new Date(now.getTime() + limit.seconds * 1_000);
      const over = sql`${rateLimit.expire} <= ${now.toISOString()}`;
      const [row] = await db.global
        .insert(rateLimit)
        .values({ key, points: cost, expire })
        .onConflictDoUpdate({
          target: rateLimit.key,
          set: {
            points: sql`case when ${over} then ${cost} else ${rateLimit.points} + ${cost} end`,
            expire: sql`case when ${over} then ${expire.toISOString()} else ${rateLimit.expire} end`,
          },
        })
        .returning();
      const used = row?.points ?? cost;
      return { allowed: used <= limit.points, left: Math.max(0, limit.points - used), retryAfter: Math.ceil(((row?.expire ?? expire).getTime() - now.getTime()) / 1_000) };
    },
    async left(key, limit) {
      const [row] = await db.global.select().from(rateLimit).where(sql`${rateLimit.key} = ${key} and ${rateLimit.expire} > ${clock.date().toISOString()}`);
      return Math.max(0, limit.points - (row?.points ?? 0));
    },
    forget: async (key) => void (await db.global.delete(rateLimit).where(sql`${rateLimit.key} = ${key}`)),
  };
}
