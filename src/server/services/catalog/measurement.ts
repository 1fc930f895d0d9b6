import { sql } from 'drizzle-orm';
import type { Measured } from '#contract/measurement.ts';
import type { Funnel } from '#contract/ops/funnel.ts';
import { ApiProblem } from '#contract/problem.ts';
import { FEWEST, funnelOf } from '#domain/ops/funnel.ts';
import { addDays } from '#domain/place/calendar.ts';
import { wallTime } from '#domain/place/zone.ts';
import type { Core } from '#server/platform/core.ts';
import { measurement } from '#server/db/schema/measurement.ts';
import type { Buyer, Staff } from '#server/platform/principal.ts';
import { giverOf, isGranted } from '#server/services/people/consent.ts';
import { isCause, isState } from './checkout-states.ts';
import { ENTERED, LEFT, STAYED, readCounts } from './funnel.ts';

/** Events of one person in an hour. */
const SENT = { points: 1_000, seconds: 3_600 };

/**
 * What one event counts as: a name and a value. Seconds are told apart by tens only; what no state of the checkout
 * can be, or be left by, counts as nothing: a page of before may tell of a state that is gone.
 */
const countsOf = (event: Measured): [name: string, value: string][] => {
  switch (event.name) {
    case 'signIn':
      return [[event.name, event.method]];
    case 'sms_verification_timer':
      return [[event.name, String(Math.ceil(event.seconds / 10) * 10)]];
    case 'screens':
      return [[event.name, event.stateId]];
    case 'purchase':
      return [[event.name, event.step]];
    case 'checkout':
      return [
        ...event.entered.filter(isState).map((state): [string, string] => [ENTERED, state]),
        ...event.left
          .filter(({ state }) => isCause(state, event.event))
          .flatMap(({ state, stood }): [string, string][] => [
            [LEFT, `${state} ${event.event}`],
            [STAYED, `${state} ${stood}`],
          ]),
      ];
  }
};

/**
 * Counts what people do, in the house and without a name: no row says who, and none what came after what.
 * Source: specification §7 External; D61; PRV-03, PRV-05.
 */
export function measurementService({ db, clock, limits }: Core) {
  return {
    /**
     * What happened in the checkout in the last days, today's among them.
     * @throws ApiProblem ROLE for whoever works at some hubs only: the counts are of the whole shop
     */
    async funnel(tenantId: string, { hubIds }: Staff, days: number): Promise<Funnel> {
      if (hubIds) throw new ApiProblem('ROLE');
      const first = addDays(wallTime(clock.now()).date, 1 - days);
      const counts = await db.read(tenantId, (tx) => readCounts(tx, tenantId, first));
      return { days, fewest: FEWEST, states: funnelOf(counts) };
    },

    /** @throws ApiProblem CONSENT, TOO_MANY_REQUESTS */
    async take(tenantId: string, buyer: Buyer, events: readonly Measured[]): Promise<void> {
      const subject = giverOf(buyer);
      if (!(await db.read(tenantId, (tx) => isGranted(tx, tenantId, subject, 'measurement'))))
        throw new ApiProblem('CONSENT');
      const taken = await limits.take(`measure:${tenantId}:${subject}`, SENT, events.length);
      if (!taken.allowed) throw new ApiProblem('TOO_MANY_REQUESTS', { retryAfter: taken.retryAfter });
      const counts = Map.groupBy(events.flatMap(countsOf), (count) => count.join('\n'));
      if (counts.size === 0) return;
      const day = wallTime(clock.now()).date;
      // In one order, so that two who count the same never wait for each other in a ring.
      const rows = [...counts]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, { length }]) => {
          const [name = '', value = ''] = key.split('\n');
          return { tenantId, day, name, value, count: length };
        });
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
