import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { TenantDocuments } from '#contract/tenant-documents.ts';
import { TenantCampaign, TenantItem } from '#contract/tenant-catalog.ts';
import { TenantCoupon } from '#contract/tenant-coupon.ts';
import { TenantRosterEntry } from '#contract/tenant-roster.ts';
import { TenantAreas, TenantCep, TenantHub, TenantShippingMethod } from '#contract/tenant-place.ts';
import { Tenant } from '#contract/tenant.ts';
import { checkTenant } from './check.ts';

/** A tenant's folder, read and validated. `items` follow the shelf's order, by campaign slug. */
export interface TenantData {
  readonly folder: string;
  readonly tenant: Tenant;
  readonly campaigns: readonly TenantCampaign[];
  readonly items: ReadonlyMap<string, readonly TenantItem[]>;
  readonly hubs: readonly TenantHub[];
  readonly shipping: readonly TenantShippingMethod[];
  readonly areas: TenantAreas;
  readonly ceps: readonly TenantCep[];
  readonly coupons?: readonly TenantCoupon[];
  /** People of a company's store; without the file, those that are loaded stay. */
  readonly roster?: readonly TenantRosterEntry[];
  readonly documents: TenantDocuments;
  /** Names of the files in `media/`. */
  readonly media: readonly string[];
}

/** What is wrong in a tenant's folder: file and field of each fault, in Portuguese. */
export class TenantError extends Error {
  override readonly name = 'TenantError';
  readonly faults: readonly string[];
  constructor(folder: string, faults: readonly string[]) {
    super(
      `A pasta "${basename(folder)}" tem ${faults.length === 1 ? 'um erro' : `${faults.length} erros`}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

const COLLECTIONS = ['defaults', 'routes', 'pwa', 'status', 'shippingCompanies', 'likings', 'surveys'];

/**
 * Reads a tenant's folder, validates each file by the contract, then what files say of each other.
 * @throws TenantError with every fault found
 */
export async function readTenant(folder: string): Promise<TenantData> {
  const faults: string[] = [];

  async function read<S extends v.GenericSchema>(file: string, schema: S, ifMissing?: unknown): Promise<v.InferOutput<S> | undefined> {
    let text: string;
    try {
      text = await readFile(join(folder, file), 'utf8');
    } catch {
      if (ifMissing !== undefined) return v.parse(schema, ifMissing);
      faults.push(`${file}: não encontramos o arquivo.`);
      return undefined;
    }
    return parse(file, text, schema);
  }

  function parse<S extends v.GenericSchema>(file: string, text: string, schema: S): v.InferOutput<S> | undefined {
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch (cause) {
      faults.push(`${file}: o arquivo não é JSON (${cause instanceof Error ? cause.message : 'erro'}).`);
      return undefined;
    }
    const result = v.safeParse(schema, json);
    if (result.success) return result.output;
    for (const issue of result.issues) faults.push(`${file}, campo ${v.getDotPath(issue) ?? '(arquivo)'}: ${sayIssue(issue)}`);
    return undefined;
  }

  const [tenant, campaigns, hubs, shipping, areas, ceps, coupons, roster] = await Promise.all([
    read('tenant.json', Tenant),
    read('campaigns.json', v.array(TenantCampaign)),
    read('hubs.json', v.array(TenantHub)),
    read('shipping.json', v.array(TenantShippingMethod)),
    read('areas.json', TenantAreas),
    read('ceps.json', v.array(TenantCep), []),
    read('coupons.json', v.array(TenantCoupon), []),
    read('roster.json', v.nullable(v.array(TenantRosterEntry)), null),
  ]);
  const items = new Map<string, TenantItem[]>();
  for (const { slug } of campaigns ?? []) {
    const list = await read(`items/${slug}.json`, v.array(TenantItem));
    if (list) items.set(slug, list);
  }
  const bodies: Record<string, unknown> = {};
  for (const collection of COLLECTIONS)
    bodies[collection] = await read(`documents/${collection}.json`, v.record(v.string(), v.unknown()), {});
  const documents = parse('documents', JSON.stringify(bodies), TenantDocuments);
  const media = await readdir(join(folder, 'media')).catch(() => []);

  if (faults.length > 0 || !tenant || !campaigns || !hubs || !shipping || !areas || !ceps || !coupons || roster === undefined || !documents)
    throw new TenantError(folder, faults);
  const data: TenantData = { folder, tenant, campaigns, items, hubs, shipping, areas, ceps, coupons, ...(roster ? { roster } : {}), documents, media };
  const contradictions = checkTenant(data);
  if (contradictions.length > 0) throw new TenantError(folder, contradictions);
  return data;
}

/** One fault in Portuguese: the schema's own sentence where it has one, else what was found. */
function sayIssue(issue: v.BaseIssue<unknown>): string {
  const isOwnSentence = !issue.message.startsWith('Invalid');
  if (isOwnSentence) return `${issue.message} (veio ${issue.received})`;
  if (issue.type === 'strict_object') return issue.expected === 'never' ? 'este campo não existe.' : 'falta este campo.';
  if (issue.received === 'undefined') return 'falta este campo.';
  return `esperamos ${issue.expected ?? (typeof issue.requirement === 'number' ? issue.requirement : issue.type)}, veio ${issue.received}.`;
}
