import { eq } from 'drizzle-orm';
import type { Database } from './db/database.ts';
import { clockOffset } from './db/schema/clock.ts';
import type { Events } from './events.ts';

/** The one clock. Everything that decides by time asks it: tokens, limits, campaigns, due work, rows. */
export interface Clock {
  /** Epoch ms: system time plus the shared offset. */
  now(): number;
  /** The same as a Date, for columns. */
  date(): Date;
  /** Offset from real time in ms. */
  offset(): number;
  /** Sandbox only: moves the clock of all processes. Absolute from real time, 0 brings it back. */
  shift(offsetMs: number): Promise<void>;
}

/** Topic on which the clock's moves are told to every process and stream. */
export const CLOCK_TOPIC = 'clock';

/** Opens the clock with the offset that the database keeps. */
export async function openClock(db: Database, events: Events): Promise<Clock> {
  const read = async () => (await db.global.select().from(clockOffset).where(eq(clockOffset.id, 1)))[0]?.offsetMs ?? 0;
  let offset = await read();
  events.subscribe('*', CLOCK_TOPIC, (event) => {
    if (typeof event.offsetMs === 'number') offset = event.offsetMs;
  });
  // A listener that was away may have missed a move.
  events.onReconnect(() => void read().then((kept) => (offset = kept)).catch(() => undefined));
  const now = () => Date.now() + offset;
  return {
    now,
    date: () => new Date(now()),
    offset: () => offset,
    async shift(offsetMs) {
      offset = offsetMs;
      await db.global.insert(clockOffset).values({ id: 1, offsetMs }).onConflictDoUpdate({ target: clockOffset.id, set: { offsetMs } });
      await events.publish(db.global, '*', CLOCK_TOPIC, { type: 'clock.changed', now: new Date(now()).toISOString(), offsetMs });
    },
  };
}
