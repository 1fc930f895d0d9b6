import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Hub, Marketplace, PostalCode } from '#contract/place.ts';
import { ApiProblem } from '#contract/problem.ts';
import { cleanLookupText } from '#domain/place/address-text.ts';
import { distanceKm } from '#domain/place/location.ts';
import { type Point } from '#domain/place/point.ts';
import type { Core } from '#server/platform/core.ts';
import { cep } from '#server/db/schema/shop/cep.ts';
import { document } from '#server/db/schema/shop/document.ts';
import { hub } from '#server/db/schema/shop/hub.ts';
import { marketplace } from '#server/db/schema/shop/marketplace.ts';
import { networkOf } from '#server/platform/limits.ts';
import { type FoundCep, cepSource } from '#server/providers/cep.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import { findCampaign } from './campaign.ts';
import { pausedNow } from './pause.ts';
import { internalHubsOf } from './reference.ts';

const oneDecimal = (km: number) => Math.round(km * 10) / 10;

/**
 * Codes that one address may have looked up outside in an hour: the table serves everybody, a public service
 * is not ours to flood.
 */
const OUTSIDE = { points: 300, seconds: 3_600 };

/** Stores, pickup points, postal codes and editable copy. Source: specification §3, §5, §7, §9. */
export function placeService({ db, clock, env, limits, log }: Core) {
  const source =
    env.CEP_URL === undefined
      ? null
      : { ask: cepSource(env.CEP_URL, clock), name: new URL(env.CEP_URL).host };

  /**
   * A code that the table does not know, from outside; kept when found. Whatever goes wrong there, people
   * type their street themselves (REL-22).
   */
  async function lookOutside(code: string, ip: string): Promise<FoundCep | null> {
    if (
      !source ||
      !(
        await limits.take(`cep:ip:${networkOf(ip)}`, {
          ...OUTSIDE,
          points: OUTSIDE.points * (env.sandbox ? 1_000 : 1),
        })
      ).allowed
    )
      return null;
    const found = await source.ask(code).catch((error: unknown) => {
      // Its words may repeat the code, which says where somebody lives.
      log.warn({ fault: error instanceof Error ? error.name : 'unknown' }, 'the CEP service did not help');
      return null;
    });
    if (found)
      await db.global
        .insert(cep)
        .values({ cep: code, ...found, source: source.name, fetchedAt: clock.date() })
        .onConflictDoNothing();
    return found;
  }

  return {
    /** Nearest first where a point is given, else in the tenant's own order. */
    marketplaces: (tenant: TenantRecord, point: Point | null): Promise<Marketplace[]> =>
      db.read(tenant.id, async (tx) => {
        const rows = await tx
          .select()
          .from(marketplace)
          .where(eq(marketplace.tenantId, tenant.id))
          .orderBy(asc(marketplace.position), asc(marketplace.id));
        const all = rows.map(
          (row): Marketplace => ({
            ...(row.body as unknown as Marketplace), // written by the importer in the contract's shape
            ...(point ? { distance: oneDecimal(distanceKm(point, row)) } : {}),
          }),
        );
        return point ? all.toSorted((a, b) => (a.distance ?? 0) - (b.distance ?? 0)) : all;
      }),
    /**
     * Hubs that serve a campaign; those an order may only be routed to inside the company stay hidden (D28).
     */
    hubs: (tenant: TenantRecord, ref: string): Promise<Hub[]> =>
      db.read(tenant.id, async (tx) => {
        const found = await findCampaign(tx, tenant.id, ref);
        const hidden = internalHubsOf(found);
        const shown = found.hubIds.filter((id) => !hidden.includes(id));
        if (shown.length === 0) return [];
        const rows = await tx
          .select()
          .from(hub)
          .where(and(eq(hub.tenantId, tenant.id), inArray(hub.id, shown)))
          .orderBy(asc(hub.name));
        const pausedOf = await pausedNow(tx, tenant.id, 'hub', clock.now());
        return rows.map((row) => {
          const paused = pausedOf(row.id);
          // Written by the importer in the contract's shape
          return { ...(row.body as unknown as Hub), id: row.id, ...(paused ? { paused } : {}) };
        });
      }),
    /** Street of a postal code, cleaned as §5 asks; null when nobody knows it. */
    async postalCode(code: string, ip: string): Promise<PostalCode | null> {
      const digits = code.replace(/\D/g, '');
      const [known] = await db.global.select().from(cep).where(eq(cep.cep, digits));
      const outside = known ? null : await lookOutside(digits, ip);
      const row = known ?? (outside && { ...outside, hasNumber: true, latitude: null, longitude: null });
      if (!row) return null;
      return {
        cep: code,
        logradouro: cleanLookupText(row.street),
        complemento: cleanLookupText(row.complement),
        bairro: cleanLookupText(row.neighborhood),
        localidade: cleanLookupText(row.city),
        uf: row.state,
        ...(row.hasNumber ? {} : { semNumero: true }),
        ...(row.latitude === null ? {} : { latitude: row.latitude }),
        ...(row.longitude === null ? {} : { longitude: row.longitude }),
      };
    },
    documents: (tenant: TenantRecord, collection: string) =>
      db.read(tenant.id, async (tx) => {
        const rows = await tx
          .select()
          .from(document)
          .where(and(eq(document.tenantId, tenant.id), eq(document.collection, collection)))
          .orderBy(asc(document.id));
        // A Bag in the contract
        return rows.map((row) => ({ id: row.id, data: row.body as Record<string, unknown> }));
      }),
    document: (tenant: TenantRecord, collection: string, id: string) =>
      db.read(tenant.id, async (tx) => {
        const [row] = await tx
          .select()
          .from(document)
          .where(
            and(eq(document.tenantId, tenant.id), eq(document.collection, collection), eq(document.id, id)),
          );
        if (!row) throw new ApiProblem('NOT_FOUND');
        return { id: row.id, data: row.body as Record<string, unknown> }; // a Bag in the contract
      }),
  };
}
