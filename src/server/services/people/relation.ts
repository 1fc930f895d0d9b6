import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Campaign, Relation } from '#contract/campaign.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { account } from '#server/db/schema/people/account.ts';
import { campaign } from '#server/db/schema/shop/campaign.ts';
import { inviteAcceptance, relation, relationUse } from '#server/db/schema/people/relation.ts';
import { orderCode } from '#server/platform/ids.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';

export type RelationRow = typeof relation.$inferSelect;
export const campaignIdsOf = (row: RelationRow): string[] => {
  const ids = row.properties['campaignIds'];
  return Array.isArray(ids) ? ids.filter((one) => typeof one === 'string') : [];
};
const invitesOf = (row: typeof campaign.$inferSelect) =>
  (row.body as unknown as Campaign).invite?.invites ?? 0; // written by the importer in the contract's shape

/** A relation in the contract's shape. @param holder the account that looks at it */
export const relationReply = (row: RelationRow, holder: string | null): Relation => ({
  code: row.code,
  action: row.action,
  used: row.used,
  ...(holder === null ? {} : { account: holder }),
  limits: {
    ...(row.max === null ? {} : { max: row.max }),
    ...(row.perAccount === null ? {} : { perAccount: row.perAccount }),
    ...(row.expiresAt === null ? {} : { expiresAt: row.expiresAt.toISOString() }),
  },
  properties: {
    campaignIds: campaignIdsOf(row),
    ...(typeof row.properties['marketplaceId'] === 'string'
      ? { marketplaceId: row.properties['marketplaceId'] }
      : {}),
    ...(typeof row.properties['label'] === 'string' ? { label: row.properties['label'] } : {}),
  },
});

/**
 * How one more use is counted: the row of the key is the only judge, whoever comes at the same time (SEC-15).
 * @returns false when none is left
 */
export async function countUse(tx: Tx, tenantId: string, code: string): Promise<boolean> {
  const counted = await tx
    .update(relation)
    .set({ used: sql`${relation.used} + 1` })
    .where(
      and(
        eq(relation.tenantId, tenantId),
        eq(relation.code, code),
        sql`(${relation.max} is null or ${relation.used} < ${relation.max})`,
      ),
    )
    .returning({ used: relation.used });
  return counted.length === 1;
}

/** Keys that somebody used become another's, who may have used some of them as well. */
export async function moveUses(tx: Tx, tenantId: string, from: string, to: string): Promise<void> {
  const rows = await tx
    .delete(relationUse)
    .where(and(eq(relationUse.tenantId, tenantId), eq(relationUse.subject, from)))
    .returning();
  if (rows.length)
    await tx
      .insert(relationUse)
      .values(rows.map((row) => ({ ...row, subject: to })))
      .onConflictDoNothing();
}

/** A visitor's keys, own and entered, become an account's; whoever comes first gets them. */
export async function moveKeys(tx: Tx, tenantId: string, leadId: string, accountId: string): Promise<void> {
  await tx
    .update(relation)
    .set({ accountId, leadId: null })
    .where(and(eq(relation.tenantId, tenantId), eq(relation.leadId, leadId)));
  await moveUses(tx, tenantId, `lead:${leadId}`, `account:${accountId}`);
}

/**
 * A finished sign-up counts for whoever invited: the first invitation that was entered, once per CPF and per
 * phone. An invitee whose CPF has an account already is none. Source: D22.
 * @param codes what the newcomer wrote into the form
 */
export async function countInvite(
  core: Pick<Core, 'clock' | 'secrets'>,
  tx: Tx,
  tenantId: string,
  invitee: { accountId: string; cpf: string | null; phone: string | null; codes: readonly string[] },
): Promise<void> {
  const { clock, secrets } = core;
  const used = await tx
    .select({ code: relationUse.code })
    .from(relationUse)
    .where(and(eq(relationUse.tenantId, tenantId), eq(relationUse.subject, `account:${invitee.accountId}`)))
    .orderBy(relationUse.at);
  const codes = [...used.map(({ code }) => code), ...invitee.codes.slice(0, 10).flatMap(spellingsOf)];
  if (codes.length === 0) return;
  const invitations = await tx
    .select()
    .from(relation)
    .where(
      and(eq(relation.tenantId, tenantId), eq(relation.action, 'INVITE'), inArray(relation.code, codes)),
    );
  const first = codes
    .map((code) => invitations.find((one) => one.code === code))
    .find((one) => one !== undefined && (one.expiresAt === null || one.expiresAt > clock.date()));
  if (!first) return;
  if (invitee.cpf !== null) {
    const same = await tx
      .select({ id: account.id })
      .from(account)
      .where(and(eq(account.tenantId, tenantId), eq(account.identification, invitee.cpf)))
      .limit(2);
    if (same.some(({ id }) => id !== invitee.accountId)) return;
  }
  const marks = [
    ...(invitee.cpf === null ? [] : [`cpf:${invitee.cpf}`]),
    ...(invitee.phone === null ? [] : [`phone:${invitee.phone}`]),
  ];
  const known = await tx
    .select({ code: inviteAcceptance.code })
    .from(inviteAcceptance)
    .where(
      and(
        eq(inviteAcceptance.tenantId, tenantId),
        inArray(inviteAcceptance.personHash, [
          '',
          ...marks.flatMap((mark) => secrets.hashes('invite', mark)),
        ]),
      ),
    );
  if (marks.length === 0 || known.length > 0) return;
  // In one order, so that two sign-ups of one person wait for each other in no ring.
  const rows = marks
    .map((mark) => ({
      tenantId,
      personHash: secrets.hash('invite', mark),
      code: first.code,
      at: clock.date(),
    }))
    .toSorted((a, b) => (a.personHash < b.personHash ? -1 : 1));
  const kept = await tx
    .insert(inviteAcceptance)
    .values(rows)
    .onConflictDoNothing()
    .returning({ code: inviteAcceptance.code });
  if (kept.length === marks.length) await countUse(tx, tenantId, first.code);
}

/** A key as it may be kept: as written, or as 16 Crockford characters whatever the dashes and the case. */
export const spellingsOf = (key: string): string[] => [
  ...new Set([key.trim(), key.replace(/[-\s]/g, '').toUpperCase().replace(/[IL]/g, '1').replace(/O/g, '0')]),
];

/** Invites, keys and coupons of people. Source: specification §3, §7; D22, D23. */
export function relationService({ db, clock }: Core) {
  /**
   * An invitation for each campaign that asks for invitees; the account's row is held, so that two looks make
   * one.
   */
  async function makeInvites(tx: Tx, tenant: TenantRecord, accountId: string): Promise<void> {
    const wanted = (
      await tx
        .select()
        .from(campaign)
        .where(and(eq(campaign.tenantId, tenant.id), eq(campaign.active, true)))
    ).filter((row) => invitesOf(row) > 0);
    if (wanted.length === 0) return;
    const [held] = await tx
      .select({ id: account.id })
      .from(account)
      .where(and(eq(account.tenantId, tenant.id), eq(account.id, accountId)))
      .for('update');
    if (!held) return;
    const own = await tx
      .select()
      .from(relation)
      .where(
        and(
          eq(relation.tenantId, tenant.id),
          eq(relation.accountId, accountId),
          eq(relation.action, 'INVITE'),
        ),
      );
    const missing = wanted.filter((row) => !own.some((one) => campaignIdsOf(one).includes(row.id)));
    for (const row of missing)
      await tx.insert(relation).values({
        tenantId: tenant.id,
        code: orderCode(),
        accountId,
        action: 'INVITE',
        perAccount: 1,
        properties: { campaignIds: [row.id], label: row.name },
        createdAt: clock.date(),
      });
  }
  return {
    /** What a client has, with an invitation per campaign that asks for invitees, and the keys they used. */
    list: (tenant: TenantRecord, accountId: string | null): Promise<Relation[]> =>
      db.tenant(tenant.id, async (tx) => {
        if (accountId === null) return [];
        await makeInvites(tx, tenant, accountId);
        const entered = tx
          .select({ code: relationUse.code })
          .from(relationUse)
          .where(and(eq(relationUse.tenantId, tenant.id), eq(relationUse.subject, `account:${accountId}`)));
        const rows = await tx
          .select()
          .from(relation)
          .where(
            and(
              eq(relation.tenantId, tenant.id),
              inArray(relation.action, ['CAMPAIGN_ACCESS', 'INVITE', 'COUPON']),
              sql`(${relation.accountId} = ${accountId} or (${relation.action} = 'CAMPAIGN_ACCESS' and ${relation.code} in ${entered}))`,
            ),
          )
          .orderBy(relation.createdAt, relation.code);
        return rows.map((row) => relationReply(row, accountId));
      }),
  };
}
