import { and, eq, sql } from 'drizzle-orm';
import type { Campaign, CampaignAccess, CampaignFacts } from '#contract/campaign.ts';
import { ApiProblem } from '#contract/problem.ts';
import { unmetReasons } from '#domain/campaign-status.ts';
import type { Area } from '#contract/place.ts';
import { isWithin } from '#domain/place/location.ts';
import { type Point } from '#domain/place/point.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { campaign } from '#server/db/schema/shop/campaign.ts';
import { order, orderChild } from '#server/db/schema/order.ts';
import { relation, relationUse } from '#server/db/schema/people/relation.ts';
import { type Buyer, subjectOf } from '#server/platform/principal.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { ReferenceOf } from './reference.ts';
import { pausesOf } from './pause.ts';
import { type RelationRow, relationReply } from '#server/services/people/relation.ts';

type Row = typeof campaign.$inferSelect;
// Whole: a short name may begin like an id.
const isId = (ref: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(ref);

/** Finds a live campaign by id or short name. @throws ApiProblem NOT_FOUND */
export async function findCampaign(tx: Tx, tenantId: string, ref: string): Promise<Row> {
  const [row] = await tx
    .select()
    .from(campaign)
    .where(
      and(
        eq(campaign.tenantId, tenantId),
        isId(ref) ? eq(campaign.id, ref) : eq(campaign.slug, ref),
        eq(campaign.active, true),
      ),
    );
  if (!row) throw new ApiProblem('NOT_FOUND');
  return row;
}

/**
 * What the statuses of a buyer's campaigns come from: the orders, invites and keys of one person and the pauses
 * of the shop, read once for all campaigns.
 */
export async function factsOf(
  tx: Tx,
  tenantId: string,
  buyer: Buyer | undefined,
): Promise<(row: Row) => CampaignFacts> {
  const [own, pauseOf] = await Promise.all([
    ownFactsOf(tx, tenantId, buyer),
    pausesOf(tx, tenantId, 'campaign'),
  ]);
  return (row) => {
    const paused = pauseOf(row.id);
    return { ...own(row), ...(paused ? { paused } : {}) };
  };
}

async function ownFactsOf(
  tx: Tx,
  tenantId: string,
  buyer: Buyer | undefined,
): Promise<(row: Row) => CampaignFacts> {
  if (!buyer)
    return (row) => ({ orders: [], invites: { used: 0, required: requiredInvites(row) }, accessed: false });
  const owner =
    buyer.kind === 'lead'
      ? eq(order.leadId, buyer.leadId)
      : buyer.accountId === null
        ? sql`false`
        : eq(order.accountId, buyer.accountId);
  const own =
    buyer.kind === 'lead'
      ? eq(relation.leadId, buyer.leadId)
      : buyer.accountId === null
        ? sql`false`
        : eq(relation.accountId, buyer.accountId);
  const [orders, invites, opened] = await Promise.all([
    tx
      .select({
        id: order.id,
        code: order.code,
        state: orderChild.state,
        campaignId: orderChild.campaignId,
        completed: sql<boolean>`coalesce((${order.properties} ->> 'completed')::boolean, false) and ${orderChild.cancelReason} is null`,
      })
      .from(order)
      .innerJoin(orderChild, and(eq(orderChild.tenantId, order.tenantId), eq(orderChild.orderId, order.id)))
      .where(and(eq(order.tenantId, tenantId), owner)),
    tx
      .select()
      .from(relation)
      .where(and(eq(relation.tenantId, tenantId), eq(relation.action, 'INVITE'), own)),
    // An invitation that somebody entered opens nothing for them.
    tx
      .select({ campaignId: relationUse.campaignId })
      .from(relationUse)
      .innerJoin(
        relation,
        and(
          eq(relation.tenantId, relationUse.tenantId),
          eq(relation.code, relationUse.code),
          eq(relation.action, 'CAMPAIGN_ACCESS'),
        ),
      )
      .where(and(eq(relationUse.tenantId, tenantId), eq(relationUse.subject, subjectOf(buyer)))),
  ]);
  const accessed = new Set(opened.map((use) => use.campaignId));
  const ordersIn = Map.groupBy(orders, (one) => one.campaignId);
  return (row) => ({
    orders: [
      ...new Set([
        row.id,
        ...body(row).depends.flatMap((one) => (one.type === 'campaign' ? [one.campaignId] : [])),
      ]),
    ]
      .flatMap((id) => ordersIn.get(id) ?? [])
      .map(factOf),
    invites: {
      used: invites
        .filter((one) => namesCampaign(one.properties, row.id))
        .reduce((sum, one) => sum + one.used, 0),
      required: requiredInvites(row),
    },
    accessed: accessed.has(row.id),
  });
}

/** What was completed stays so after a return (D18), which the state of a refunded order does not tell. */
const factOf = ({
  completed,
  ...one
}: {
  id: string;
  code: string;
  state: string;
  campaignId: string;
  completed: boolean;
}) => (completed && one.state === 'REFUNDED' ? { ...one, state: 'RETURNED' } : one);
// Written by the importer in the contract's shape
const body = (row: Row) => row.body as unknown as Omit<Campaign, 'facts'>;
const requiredInvites = (row: Row) => body(row).invite?.invites ?? 0;
const namesCampaign = (properties: Record<string, unknown>, campaignId: string) =>
  Array.isArray(properties['campaignIds']) && properties['campaignIds'].includes(campaignId);
const replyOf = (row: Row): Omit<Campaign, 'facts'> => ({
  ...body(row),
  id: row.id,
  slug: row.slug,
  name: row.name,
  active: row.active,
  default: row.isDefault,
  priority: row.priority,
  marketplaceId: row.marketplaceId,
});
export const campaignReply = (row: Row, facts: CampaignFacts): Campaign => ({ ...replyOf(row), facts });

/** What is the same for everybody of a campaign, as JSON without its end; as long as its row is kept. */
const begun = new WeakMap<Row, string>();
function beginningOf(row: Row): string {
  const known = begun.get(row) ?? JSON.stringify(replyOf(row)).slice(0, -1);
  begun.set(row, known);
  return known;
}
/** A company's store does not tell its people of what is for others of them: a key has to name them first. */
const isFor = ({ intranet }: TenantRecord, row: Row, { accessed }: CampaignFacts): boolean =>
  accessed || !intranet || !body(row).depends.some(({ type }) => type === 'key');
/** The wire's list of campaigns as text: of 500, only the facts are new for each caller. */
const listOf = (
  tenant: TenantRecord,
  rows: readonly Row[],
  factsFor: (row: Row) => CampaignFacts,
): string => {
  const told = rows.flatMap((row) => {
    const facts = factsFor(row);
    return isFor(tenant, row, facts) ? [`${beginningOf(row)},"facts":${JSON.stringify(facts)}}`] : [];
  });
  return `[${told.join()}]`;
};

/**
 * Campaigns: who may see which, and what their status is computed from. Source: specification §4, §7; D18,
 * D19, D25, D30.
 */
export function campaignService({ db, clock }: Core, { referenceOf }: { referenceOf: ReferenceOf }) {
  const list = async (tx: Tx, tenantId: string): Promise<Row[]> =>
    (await referenceOf(tx, tenantId)).campaigns
      .filter((row) => row.active)
      .toSorted((a, b) => a.priority - b.priority);
  return {
    /** @returns JSON of the contract's list, ready to be sent */
    listPublic: (tenant: TenantRecord): Promise<string> =>
      db.read(tenant.id, async (tx) => {
        const facts = await factsOf(tx, tenant.id, undefined);
        return listOf(tenant, await list(tx, tenant.id), facts);
      }),
    /** @returns the same, of those that deliver to a place */
    listWithin: (tenant: TenantRecord, buyer: Buyer, point: Point): Promise<string> =>
      db.read(tenant.id, async (tx) => {
        const facts = await factsOf(tx, tenant.id, buyer);
        return listOf(
          tenant,
          (await list(tx, tenant.id)).filter((row) => isWithin(row.area as Area | Area[] | null, point)),
          facts,
        ); // the area column holds the contract's shape
      }),
    byName: (tenant: TenantRecord, buyer: Buyer | undefined, name: string) =>
      db.read(tenant.id, async (tx) => {
        const row = await findCampaign(tx, tenant.id, name);
        return campaignReply(row, (await factsOf(tx, tenant.id, buyer))(row));
      }),
    /**
     * Whether the caller may buy now; display only, lock and order decide again.
     * @param point where it would be delivered to
     */
    access: (
      tenant: TenantRecord,
      buyer: Buyer | undefined,
      ref: string,
      point: Point | null,
    ): Promise<CampaignAccess> =>
      db.read(tenant.id, async (tx) => {
        const row = await findCampaign(tx, tenant.id, ref);
        const factsFor = await factsOf(tx, tenant.id, buyer);
        const facts = factsFor(row);
        const reasons = unmetReasons(campaignReply(row, facts), facts, clock.now()).map(
          (reason): CampaignAccess['reasons'][number] => {
            switch (reason.type) {
              case 'time':
                return { type: 'time', opensAt: new Date(reason.opensAt).toISOString() };
              case 'campaign':
                return {
                  type: 'campaign',
                  campaignId: reason.campaignId,
                  ...(reason.text === undefined ? {} : { text: reason.text }),
                };
              case 'invites':
                return { type: 'invites', required: reason.required, current: reason.current };
              case 'key':
              case 'expired':
                return { type: reason.type };
              case 'paused':
                return {
                  type: 'paused',
                  text: reason.text,
                  ...(reason.until === null ? {} : { opensAt: new Date(reason.until).toISOString() }),
                };
            }
          },
        );
        const isPaused = reasons.some(({ type }) => type === 'paused');
        // A key opens the gates of a campaign; it brings nothing further, is no account, and ends no pause.
        const always: CampaignAccess['reasons'] = [
          // The area column holds the contract's shape.
          ...(point && !isWithin(row.area as Area | Area[] | null, point) ? [{ type: 'area' as const }] : []),
          ...(buyer?.kind !== 'client' && !tenant.settings.flags.guestOrders
            ? [{ type: 'login' as const }]
            : []),
        ];
        const opener = buyer && facts.accessed ? await openerOf(tx, tenant.id, buyer, row.id) : undefined;
        return {
          access: (facts.accessed || reasons.length === 0) && !isPaused && always.length === 0,
          reasons: [...reasons, ...always],
          ...(opener
            ? { relation: relationReply(opener, buyer?.kind === 'client' ? buyer.accountId : null) }
            : {}),
        };
      }),
  };
}
/** The key that opened a campaign to somebody. */
async function openerOf(
  tx: Tx,
  tenantId: string,
  buyer: Buyer,
  campaignId: string,
): Promise<RelationRow | undefined> {
  const used = and(
    eq(relationUse.tenantId, relation.tenantId),
    eq(relationUse.code, relation.code),
    eq(relationUse.subject, subjectOf(buyer)),
    eq(relationUse.campaignId, campaignId),
  );
  const [row] = await tx
    .select()
    .from(relation)
    .innerJoin(relationUse, used)
    .where(and(eq(relation.tenantId, tenantId), eq(relation.action, 'CAMPAIGN_ACCESS')))
    .orderBy(relationUse.at)
    .limit(1);
  return row?.relation;
}
