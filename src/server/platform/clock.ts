import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/database.ts';
import { clockOffset } from '#server/db/schema/clock.ts';
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

/** How long a move waits for its own news, in ms; longer only when nobody listens. */
const HEARD_WITHIN = 1_000;

/** Topic on which the clock's moves are told to every process and stream. */
export const CLOCK_TOPIC = 'clock';

/** Opens the clock with the offset that the database keeps. */
export async function openClock(db: Database, events: Events): Promise<Clock> {
  const read = async () =>
    (await db.global.select().from(clockOffset).where(eq(clockOffset.id, 1)))[0]?.offsetMs ?? 0;
  let offset = await read();
  const waiting = new Map<unknown, () => void>();
  events.subscribe('*', CLOCK_TOPIC, (event) => {
    if (typeof event.offsetMs === 'number') offset = event.offsetMs;
    waiting.get(event['by'])?.();
  });
  // A listener that was away may have missed a move.
  events.onReconnect(
    () =>
      void read()
        .then((kept) => (offset = kept))
        .catch(() => undefined),
  );
  const now = () => Date.now() + offset;
  return {
    now,
    date: () => new Date(now()),
    offset: () => offset,
    async shift(offsetMs) {
      const by = randomUUID();
      // Until this process has heard of it itself: the news of an earlier move, still on its way, would undo
      // it for a moment.
      const heard = new Promise<boolean>((resolve) => {
        waiting.set(by, () => resolve(true));
        setTimeout(() => resolve(false), HEARD_WITHIN).unref();
      });
      await db.global
        .insert(clockOffset)
        .values({ id: 1, offsetMs })
        .onConflictDoUpdate({ target: clockOffset.id, set: { offsetMs } });
      await events.publish(db.global, '*', CLOCK_TOPIC, {
        type: 'clock.changed',
        now: new Date(Date.now() + offsetMs).toISOString(),
        offsetMs,
        by,
      });
      if (!(await heard)) offset = offsetMs;
      waiting.delete(by);
    },
  };
}
