import type * as v from 'valibot';
import type { revealPerson } from '#contract/ops/person.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import { audit } from '#server/db/schema/audit.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import type { Staff } from '#server/platform/principal.ts';
import { actorOf } from './keyed.ts';
import { fieldOf } from './ops-order.ts';
import { reached } from './reach.ts';

/** Looks of one person in an hour. */
const LOOKS = { points: 60, seconds: 3_600 };

/** Masked fields of an order's people, each shown for a reason that is written down. Source: operator study, §1. */
export const revealService = ({ db, clock, limits }: Pick<Core, 'db' | 'clock' | 'limits'>) => ({
  /** @throws ApiProblem NOT_FOUND, for a field that the order does not have too; TOO_MANY_REQUESTS */
  reveal: async (
    tenantId: string,
    staff: Staff,
    id: string,
    { field, reason }: v.InferOutput<typeof revealPerson.body>,
  ): Promise<v.InferInput<typeof revealPerson.response>> => {
    const { allowed, retryAfter } = await limits.take(`reveal:${tenantId}:${staff.staffId}`, LOOKS);
    if (!allowed) throw new ApiProblem('TOO_MANY_REQUESTS', { retryAfter });
    return db.tenant(tenantId, async (tx) => {
      const { row } = await reached(tx, tenantId, staff, id);
      const value = fieldOf[field](row);
      if (value === null) throw new ApiProblem('NOT_FOUND');
      await tx.insert(audit).values({
        tenantId,
        id: uuidv7(clock.now()),
        at: clock.date(),
        actor: actorOf(staff),
        action: 'person.revealed',
        target: row.code,
        data: { field, reason },
      });
      return { value };
    });
  },
});
