import { and, eq, gt } from 'drizzle-orm';
import { ApiProblem } from '#contract/problem.ts';
import type { Ticket, TicketLog } from '#contract/ticket.ts';
import { ticket } from '#server/db/schema/ticket.ts';
import type { Core } from '#server/platform/core.ts';
import { orderCode } from '#server/platform/ids.ts';
import { networkOf } from '#server/platform/limits.ts';
import { LIMITS, scaledLimit } from '#server/platform/limits-table.ts';
import { RETENTION } from '#server/platform/retention.ts';

/** Of the 80 random bits of an order's code the first 50: short enough to be read out. */
const LETTERS = 10;
const untilOf = (at: Date) => new Date(at.getTime() + RETENTION.ticket).toISOString();

/** Steps of a page's charts, kept for whoever looks into what went wrong. Source: D89; decision 158. */
export function ticketService({ db, clock, limits, env }: Core) {
  async function find(tenantId: string, code: string): Promise<Ticket | null> {
    const since = new Date(clock.now() - RETENTION.ticket);
    const [row] = await db.read(tenantId, (tx) =>
      tx
        .select()
        .from(ticket)
        .where(and(eq(ticket.tenantId, tenantId), eq(ticket.id, code), gt(ticket.at, since))),
    );
    return row ? { code, at: row.at.toISOString(), until: untilOf(row.at), ...row.log } : null;
  }
  return {
    find,
    /** @throws ApiProblem TOO_MANY_REQUESTS */
    async open(tenantId: string, ip: string, log: TicketLog): Promise<{ code: string; until: string }> {
      const limit = scaledLimit(LIMITS.ticketsOfAddress, env);
      const { allowed, retryAfter } = await limits.take(`ticket:${tenantId}:${networkOf(ip)}`, limit);
      if (!allowed) throw new ApiProblem('TOO_MANY_REQUESTS', { retryAfter });
      const [code, at] = [orderCode().slice(0, LETTERS), clock.date()];
      await db.tenant(tenantId, (tx) => tx.insert(ticket).values({ tenantId, id: code, log, at }));
      return { code, until: untilOf(at) };
    },
    /** @throws ApiProblem NOT_FOUND: none of this store, or too old */
    async read(tenantId: string, code: string): Promise<Ticket> {
      const found = await find(tenantId, code);
      if (!found) throw new ApiProblem('NOT_FOUND');
      return found;
    },
  };
}
