import { sql } from 'drizzle-orm';
import type { Measured } from '#contract/measurement.ts';
import { ApiProblem } from '#contract/problem.ts';
import { wallTime } from '#domain/place/zone.ts';
import type { Core } from '#server/platform/core.ts';
import { measurement } from '#server/db/schema/measurement.ts';
import type { Buyer } from '#server/platform/principal.ts';
import { giverOf, isGranted } from '#server/services/people/consent.ts';

/** Events of one person in an hour. */
const SENT = { points: 1_000, seconds: 3_600 };

/** Seconds are told apart by tens only. */
const valueOf = (event: Measured): string => {
  switch (event.name) {
    case 'signIn':
      return event.method;
    case 'sms_verification_timer':
      return String(Math.ceil(event.seconds / 10) * 10);
    case 'screens':
      return event.stateId;
    case 'purchase':
      return event.step;
  }
};

/**
 * Counts what people do, in the house and without a name: no row says who, and none what came after what.
 * Source: specification §7 External; D61; PRV-03, PRV-05.
 */
export function measurementService({ db, clock, limits }: Core) {
  return {
    /** @throws ApiProblem CONSENT, TOO_MANY_REQUESTS */
    async take(tenantId: string, buyer: Buyer, events: readonly Measured[]): Promise<void> {
      const subject = giverOf(buyer);
      if (!(await db.read(tenantId, (tx) => isGranted(tx, tenantId, subject, 'measurement'))))
        throw new ApiProblem('CONSENT');
      const taken = await limits.take(`measure:${tenantId}:${subject}`, SENT, events.length);
      if (!taken.allowed) throw new ApiProblem('TOO_MANY_REQUESTS', { retryAfter: taken.retryAfter });
      const counts = Map.groupBy(events, (event) => `${event.name} ${valueOf(event)}`);
      const day = wallTime(clock.now()).date;
      // In one order, so that two who count the same never wait for each other in a ring.
      const rows = [...counts]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, { length }]) => ({
          tenantId,
          day,
          name: key.split(' ')[0] ?? '',
          value: key.split(' ')[1] ?? '',
          count: length,
        }));
      await db.tenant(tenantId, (tx) =>
        tx
          .insert(measurement)
          .values(rows)
          .onConflictDoUpdate({
            target: [measurement.tenantId, measurement.day, measurement.name, measurement.value],
            set: { count: sql`${measurement.count} + excluded.count` },
          }),
      );
    },
  };
}
