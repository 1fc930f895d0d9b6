import { and, eq, inArray } from 'drizzle-orm';
import type { Core } from '#server/platform/core.ts';
import { audit } from '../db/schema/audit.ts';
import { campaign } from '#server/db/schema/shop/campaign.ts';
import { marketplace } from '#server/db/schema/shop/marketplace.ts';
import { relation } from '#server/db/schema/people/relation.ts';
import { orderCode, uuidv7 } from '#server/platform/ids.ts';

/** The keys cannot be made; the sentence says why, in Portuguese. */
export class KeyFault extends Error {
  override readonly name = 'KeyFault';
}

export interface KeyOrder {
  client: string;
  /** Short names of campaigns, or of one store whose campaigns they all open. */
  opens: readonly string[];
  count: number;
  /** People that one key lets in; without it as many as come. */
  max?: number | undefined;
  /** Days that they live; without it they do not end. */
  days?: number | undefined;
  label?: string | undefined;
}

const DAY = 86_400_000;
/** Keys of one order: more are several orders. */
const MOST = 10_000;

/**
 * Makes access keys of 80 random bits (SEC-15). They are shown once and written down by whoever asked; the
 * record of it holds no key.
 * @returns the keys, as people may type them
 * @throws KeyFault
 */
export async function makeKeys(
  { db, clock, tenants }: Pick<Core, 'db' | 'clock' | 'tenants'>,
  { client, opens, count, max, days, label }: KeyOrder,
): Promise<string[]> {
  if (!tenants.byId(client)) throw new KeyFault(`Não há loja "${client}".`);
  for (const [name, value, most] of [
    ['quantidade', count, MOST],
    ['usos', max, 1_000_000],
    ['dias', days, 3_650],
  ] as const)
    if (value !== undefined && !(Number.isInteger(value) && value >= 1 && value <= most))
      throw new KeyFault(`${name}: use um número de 1 a ${most}.`);
  return db.tenant(client, async (tx) => {
    const campaigns = await tx
      .select({ id: campaign.id, slug: campaign.slug })
      .from(campaign)
      .where(and(eq(campaign.tenantId, client), inArray(campaign.slug, [...opens])));
    const [store] = await tx
      .select({ id: marketplace.id })
      .from(marketplace)
      .where(and(eq(marketplace.tenantId, client), inArray(marketplace.slug, [...opens])));
    const unknown = opens.filter((slug) => !campaigns.some((one) => one.slug === slug));
    if (opens.length === 0 || (unknown.length > 0 && !(store && opens.length === 1)))
      throw new KeyFault(`Não há campanha nem loja "${unknown.join(', ')}".`);
    const properties = {
      campaignIds: campaigns.map(({ id }) => id),
      ...(campaigns.length === 0 && store ? { marketplaceId: store.id } : {}),
      ...(label === undefined ? {} : { label }),
    };
    const now = clock.date();
    const expiresAt = days === undefined ? null : new Date(now.getTime() + days * DAY);
    const codes = Array.from({ length: count }, orderCode);
    for (let at = 0; at < count; at += 500)
      await tx.insert(relation).values(
        codes.slice(at, at + 500).map((code) => ({
          tenantId: client,
          code,
          action: 'CAMPAIGN_ACCESS' as const,
          max: max ?? null,
          perAccount: 1,
          expiresAt,
          properties,
          createdAt: now,
        })),
      );
    await tx.insert(audit).values({
      tenantId: client,
      id: uuidv7(clock.now()),
      at: now,
      actor: 'operator',
      action: 'keys.made',
      target: opens.join(','),
      data: { count, max: max ?? null, expiresAt: expiresAt?.toISOString() ?? null },
    });
    return codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code);
  });
}
