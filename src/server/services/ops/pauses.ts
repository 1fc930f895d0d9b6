import { and, asc, eq, inArray, like, lte, or } from 'drizzle-orm';
import type * as v from 'valibot';
import type { OpsPause, OpsPauses, PauseKind, startPause } from '#contract/ops/pause.ts';
import { ApiProblem } from '#contract/problem.ts';
import { searchWords } from '#domain/search.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { campaign } from '#server/db/schema/shop/campaign.ts';
import { hub } from '#server/db/schema/shop/hub.ts';
import { item } from '#server/db/schema/shop/item.ts';
import { pause } from '#server/db/schema/shop/pause.ts';
import type { Staff } from '#server/platform/principal.ts';
import { type PauseRow, isInForce, pauseReply } from '#server/services/catalog/pause.ts';
import { likeOf } from '#server/services/order/order-page.ts';
import { type Asked, actorOf, noteDone, once } from './keyed.ts';
import { actorNames } from './ops-order.ts';

/** Products of one search at most. */
const MOST = 20;
interface Target {
  kind: PauseKind;
  id: string;
}
type Said = v.InferOutput<typeof startPause.body>;
const thisOne = (tenantId: string, { kind, id }: Target) =>
  and(eq(pause.tenantId, tenantId), eq(pause.kind, kind), eq(pause.targetId, id));

/** Holding something back for now, at once and in the shop's words. Source: operator study, §2. */
export function pauseService(core: Core) {
  const { db, clock, events } = core;

  /**
   * What somebody may pause, by name: the hubs they work at, campaigns, the products whose names have some words, and
   * any that are named. Campaigns and products are of the whole shop, and so of whoever works at all its hubs.
   */
  async function targetsOf(
    tx: Tx,
    tenantId: string,
    { hubIds }: Staff,
    { text = '', itemIds = [] }: { text?: string | undefined; itemIds?: readonly string[] },
  ): Promise<OpsPauses['targets']> {
    const hubs = (
      await tx
        .select({ id: hub.id, name: hub.name })
        .from(hub)
        .where(and(eq(hub.tenantId, tenantId), hubIds ? inArray(hub.id, hubIds) : undefined))
        .orderBy(asc(hub.name), asc(hub.id))
    ).map((one) => ({ kind: 'hub' as const, ...one }));
    if (hubIds) return hubs;
    const campaigns = await tx
      .select({ id: campaign.id, name: campaign.name })
      .from(campaign)
      .where(and(eq(campaign.tenantId, tenantId), eq(campaign.active, true)))
      .orderBy(asc(campaign.priority), asc(campaign.id));
    const words = text === '' ? [] : searchWords(text);
    const isMeant = or(
      itemIds.length > 0 ? inArray(item.id, [...itemIds]) : undefined,
      words.length > 0 ? and(...words.map((word) => like(item.searchName, likeOf(word)))) : undefined,
    );
    const items = isMeant
      ? await tx
          .select({ id: item.id, name: item.name, campaignId: item.campaignId })
          .from(item)
          .where(and(eq(item.tenantId, tenantId), eq(item.active, true), isMeant))
          .orderBy(asc(item.searchName), asc(item.id))
          .limit(MOST + itemIds.length)
      : [];
    const campaignOf = (id: string) => campaigns.find((one) => one.id === id)?.name;
    return [
      ...hubs,
      ...campaigns.map((one) => ({ kind: 'campaign' as const, ...one })),
      // The same goods in two campaigns are two items.
      ...items.map(({ id, name, campaignId }) => ({
        kind: 'item' as const,
        id,
        name: [name, campaignOf(campaignId)].filter(Boolean).join(' · '),
      })),
    ];
  }
  const replyOf = (row: PauseRow, name: string, by: string | undefined): OpsPause => ({
    kind: row.kind,
    id: row.targetId,
    name,
    ...pauseReply(row),
    at: row.at.toISOString(),
    ...(by === undefined ? {} : { by }),
  });
  /** @throws ApiProblem NOT_FOUND for what is not there, or not theirs */
  async function reached(tx: Tx, { tenantId, staff }: Asked, { kind, id }: Target): Promise<string> {
    const targets = await targetsOf(tx, tenantId, staff, { itemIds: kind === 'item' ? [id] : [] });
    const found = targets.find((one) => one.kind === kind && one.id === id);
    if (!found) throw new ApiProblem('NOT_FOUND');
    return found.name;
  }

  return {
    read: (tenantId: string, staff: Staff, text: string | undefined): Promise<OpsPauses> =>
      db.read(tenantId, async (tx) => {
        const now = clock.now();
        const rows = await tx
          .select()
          .from(pause)
          .where(and(eq(pause.tenantId, tenantId), isInForce(now)))
          .orderBy(asc(pause.at));
        const targets = await targetsOf(tx, tenantId, staff, {
          text,
          itemIds: rows.flatMap(({ kind, targetId }) => (kind === 'item' ? [targetId] : [])),
        });
        const nameOf = await actorNames(
          tx,
          tenantId,
          rows.map(({ by }) => actorOf({ staffId: by })),
        );
        const targetOf = (row: PauseRow) =>
          targets.find(({ kind, id }) => kind === row.kind && id === row.targetId);
        return {
          now: new Date(now).toISOString(),
          pauses: rows.flatMap((row) => {
            const found = targetOf(row);
            return found ? [replyOf(row, found.name, nameOf(actorOf({ staffId: row.by })))] : [];
          }),
          targets: targets.filter(
            ({ kind, id }) => !rows.some((row) => row.kind === kind && row.targetId === id),
          ),
        };
      }),

    /** Of one that is paused already, the reason and the end change. @throws ApiProblem MALFORMED, NOT_FOUND */
    start: (asked: Asked, target: Target, { reason, until }: Said): Promise<OpsPause> =>
      db.tenant(asked.tenantId, (tx) =>
        once(core, tx, asked, async () => {
          const name = await reached(tx, asked, target);
          const [now, end] = [clock.date(), until === undefined ? null : new Date(until)];
          if (end && end <= now)
            throw new ApiProblem('MALFORMED', {
              fields: [{ field: 'until', message: 'Escolha uma hora que ainda não passou.' }],
            });
          await tx.delete(pause).where(and(eq(pause.tenantId, asked.tenantId), lte(pause.until, now)));
          const said = { reason, until: end, by: asked.staff.staffId, at: now };
          const row: PauseRow = {
            tenantId: asked.tenantId,
            kind: target.kind,
            targetId: target.id,
            ...said,
          };
          await tx
            .insert(pause)
            .values(row)
            .onConflictDoUpdate({ target: [pause.tenantId, pause.kind, pause.targetId], set: said });
          await noteDone(core, tx, asked, {
            action: 'pause.started',
            target: name,
            data: { ...target, ...pauseReply(row) },
          });
          await events.changed(tx, asked.tenantId);
          return replyOf(row, name, asked.staff.name);
        }),
      ),

    /** @throws ApiProblem NOT_FOUND for what is not paused, or not theirs */
    end: (asked: Asked, target: Target): Promise<null> =>
      db.tenant(asked.tenantId, (tx) =>
        once(core, tx, asked, async () => {
          const name = await reached(tx, asked, target);
          const ended = await tx
            .delete(pause)
            .where(and(thisOne(asked.tenantId, target), isInForce(clock.now())))
            .returning({ reason: pause.reason });
          if (ended.length === 0) throw new ApiProblem('NOT_FOUND');
          await noteDone(core, tx, asked, { action: 'pause.ended', target: name, data: { ...target } });
          await events.changed(tx, asked.tenantId);
          return null;
        }),
      ),
  };
}
