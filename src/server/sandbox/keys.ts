import { and, eq } from 'drizzle-orm';
import type { Campaign } from '#contract/campaign.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import { type Buyer, subjectOf } from '#server/platform/principal.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import { relationUse } from '#server/db/schema/people/relation.ts';
import { campaign } from '#server/db/schema/shop/campaign.ts';
import type { Services } from '#server/services/services.ts';
import { makeKeys } from '../tenants/keys.ts';

/** An access key to every campaign that one of these needs keeps closed. @throws ApiProblem NOT_FOUND without any */
export async function demoKey(
  core: Core,
  { id: client }: TenantRecord,
  needs: readonly Campaign['depends'][number]['type'][],
): Promise<{ key: string; campaigns: string[] }> {
  const rows = await core.db.read(client, (tx) =>
    tx
      .select({ slug: campaign.slug, name: campaign.name, body: campaign.body })
      .from(campaign)
      .where(and(eq(campaign.tenantId, client), eq(campaign.active, true))),
  );
  const closed = rows.filter(({ body }) =>
    // Validated when it was loaded
    (body as Pick<Campaign, 'depends'>).depends.some(({ type }) => needs.includes(type)),
  );
  if (closed.length === 0) throw new ApiProblem('NOT_FOUND');
  const opens = closed.map(({ slug }) => slug);
  const [key = ''] = await makeKeys(core, { client, opens, count: 1, label: 'Ambiente de teste' });
  return { key, campaigns: closed.map(({ name }) => name) };
}

/** A demo person of a company has been given a key; the others of its list have not. */
export async function giveKey(
  core: Core,
  { access }: Pick<Services, 'access'>,
  tenant: TenantRecord,
  person: Extract<Buyer, { kind: 'client' }>,
): Promise<void> {
  if (!tenant.intranet) return;
  const [used] = await core.db.read(tenant.id, (tx) =>
    tx
      .select({ code: relationUse.code })
      .from(relationUse)
      .where(and(eq(relationUse.tenantId, tenant.id), eq(relationUse.subject, subjectOf(person))))
      .limit(1),
  );
  if (used) return;
  const made = await demoKey(core, tenant, ['key']).catch(() => null);
  if (made) await access.check(tenant, person, made.key, '127.0.0.1');
}
