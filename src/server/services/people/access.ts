import { and, eq, inArray } from 'drizzle-orm';
import type { OpenedAccess } from '#contract/people/access.ts';
import { ApiProblem } from '#contract/problem.ts';
import { computeStatus } from '#domain/campaign-status.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { campaign } from '#server/db/schema/shop/campaign.ts';
import { relation, relationUse } from '#server/db/schema/people/relation.ts';
import { networkOf } from '#server/platform/limits.ts';
import { type Buyer, subjectOf } from '#server/platform/principal.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import { campaignReply, factsOf } from '#server/services/catalog/campaign.ts';
import { type RelationRow, campaignIdsOf, countUse, relationReply, spellingsOf } from './relation.ts';

/** Wrong keys of one person, and of one address, in an hour (SEC-15; D24). */
const WRONG = { points: 10, seconds: 3_600 };
const WRONG_FROM = { points: 100, seconds: 3_600 };

/** Access keys and invitations. Source: specification §7; D22–D25; SEC-15. */
export function accessService({ db, clock, limits, env }: Core) {
  const isTheirs = (row: RelationRow, buyer: Buyer) =>
    row.accountId === null || (buyer.kind === 'client' && row.accountId === buyer.accountId);
  const isUnclaimed = (row: RelationRow, buyer: Buyer) =>
    row.leadId === null || (buyer.kind === 'lead' && row.leadId === buyer.leadId);

  /**
   * The key that was written, if it is one for this person. An invitation is for others than the one who
   * invites.
   */
  async function find(tx: Tx, tenantId: string, buyer: Buyer, key: string): Promise<RelationRow | undefined> {
    const rows = await tx
      .select()
      .from(relation)
      .where(
        and(
          eq(relation.tenantId, tenantId),
          inArray(relation.code, spellingsOf(key)),
          inArray(relation.action, ['CAMPAIGN_ACCESS', 'INVITE']),
        ),
      );
    return rows.find((row) =>
      row.action === 'INVITE'
        ? row.accountId !== null && !isTheirs(row, buyer)
        : isTheirs(row, buyer) && isUnclaimed(row, buyer),
    );
  }

  /** Campaigns that a key names, one by one or as a store's. */
  const opened = (tx: Tx, tenantId: string, row: RelationRow) => {
    const ids = campaignIdsOf(row);
    const { marketplaceId } = row.properties;
    if (ids.length === 0 && typeof marketplaceId !== 'string') return [];
    const named = ids.length ? inArray(campaign.id, ids) : eq(campaign.marketplaceId, String(marketplaceId));
    return tx
      .select()
      .from(campaign)
      .where(and(eq(campaign.tenantId, tenantId), eq(campaign.active, true), named))
      .orderBy(campaign.priority, campaign.id);
  };

  return {
    /**
     * Uses a key for somebody, once however often it is given. An access key counts its users; an invitation
     * is counted by the sign-up that follows it.
     * @throws ApiProblem INVALID_KEY, EXPIRED_KEY, KEY_LIMIT, TOO_MANY_REQUESTS
     */
    async check(tenant: TenantRecord, buyer: Buyer, key: string, ip: string): Promise<OpenedAccess> {
      const subject = subjectOf(buyer);
      const budgets = [
        [`key:${tenant.id}:${subject}`, WRONG],
        [`key:ip:${networkOf(ip)}`, { ...WRONG_FROM, points: WRONG_FROM.points * (env.sandbox ? 1_000 : 1) }],
      ] as const;
      // Counted before anything is compared, so that parallel guesses cannot outrun the counter; a right one
      // gives its point back.
      for (const [name, limit] of budgets) {
        const taken = await limits.take(name, limit);
        if (!taken.allowed) throw new ApiProblem('TOO_MANY_REQUESTS', { retryAfter: taken.retryAfter });
      }
      const reply = await db.tenant(tenant.id, async (tx): Promise<OpenedAccess> => {
        const row = await find(tx, tenant.id, buyer, key);
        if (!row) throw new ApiProblem('INVALID_KEY');
        const now = clock.date();
        const campaigns = await opened(tx, tenant.id, row);
        const uses = campaigns.map(({ id }) => ({
          tenantId: tenant.id,
          code: row.code,
          subject,
          campaignId: id,
          at: now,
        }));
        const before = await tx
          .select({ code: relationUse.code })
          .from(relationUse)
          .where(
            and(
              eq(relationUse.tenantId, tenant.id),
              eq(relationUse.code, row.code),
              eq(relationUse.subject, subject),
            ),
          )
          .limit(1);
        if (before.length === 0) {
          if (row.expiresAt !== null && row.expiresAt <= now) throw new ApiProblem('EXPIRED_KEY');
          if (row.max !== null && row.used >= row.max) throw new ApiProblem('KEY_LIMIT');
        }
        const fresh = uses.length
          ? await tx
              .insert(relationUse)
              .values(uses)
              .onConflictDoNothing()
              .returning({ campaignId: relationUse.campaignId })
          : [];
        const isFirst = before.length === 0 && fresh.length > 0;
        if (isFirst && row.action === 'CAMPAIGN_ACCESS' && !(await countUse(tx, tenant.id, row.code)))
          throw new ApiProblem('KEY_LIMIT');
        const factsFor = await factsOf(tx, tenant.id, buyer);
        return {
          valid: true,
          relation: relationReply(
            { ...row, used: row.used + Number(isFirst && row.action === 'CAMPAIGN_ACCESS') },
            buyer.kind === 'client' ? buyer.accountId : null,
          ),
          campaigns: campaigns.map((one) => {
            const facts = factsFor(one);
            return {
              id: one.id,
              name: one.name,
              status: computeStatus(campaignReply(one, facts), facts, clock.now()).status,
            };
          }),
        };
      });
      for (const [name, limit] of budgets) await limits.take(name, limit, -1);
      return reply;
    },
  };
}
