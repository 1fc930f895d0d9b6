import { readFile, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isValidCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj';
import * as v from 'valibot';
import { TenantDocuments } from '#contract/tenant/tenant-documents.ts';
import { TenantCampaign, TenantItem } from '#contract/tenant/tenant-catalog.ts';
import { TenantCoupon } from '#contract/tenant/tenant-coupon.ts';
import { TenantRosterEntry } from '#contract/tenant/tenant-roster.ts';
import { TenantAreas, TenantCep, TenantHub, TenantShippingMethod } from '#contract/tenant/tenant-place.ts';
import { Tenant } from '#contract/tenant/tenant.ts';
import { checkTenant } from './check.ts';
import type { TenantData } from './data.ts';
import { formatIssue } from './format-issue.ts';

/**
 * What is wrong in a tenant's folder: file and field of each fault, in Portuguese. Without a fault: there is
 * no such folder.
 */
export class TenantError extends Error {
  override readonly name = 'TenantError';
  readonly faults: readonly string[];
  constructor(folder: string, faults: readonly string[]) {
    super(
      faults.length === 0
        ? `Não há uma pasta "${folder}".`
        : `A pasta "${basename(folder)}" tem ${faults.length === 1 ? 'um erro' : `${faults.length} erros`}:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

/** Also with the mark that some editors put before the first letter. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });
const unopened: Record<string, string> = {
  ENOENT: 'não encontramos o arquivo.',
  ENOTDIR: 'não encontramos o arquivo.',
  EISDIR: 'é uma pasta; aqui vai um arquivo.',
};

const CheckedTenant = v.pipe(
  Tenant,
  v.forward(
    v.partialCheck(
      [['legal', 'cnpj']],
      ({ legal }) => isValidCnpj(legal.cnpj),
      'Confira o CNPJ: algum número não bate.',
    ),
    ['legal', 'cnpj'],
  ),
);
const COLLECTIONS = Object.keys(TenantDocuments.entries) as (keyof TenantDocuments)[]; // its own keys

/**
 * Reads a tenant's folder, validates each file by the contract, then what files say of each other.
 * @throws TenantError with every fault found
 */
export async function readTenant(folder: string): Promise<TenantData> {
  if (!(await stat(folder).catch(() => null))?.isDirectory()) throw new TenantError(folder, []);
  const faults: string[] = [];
  const unfit = new Set<string>();
  const accuse = (file: string, fault: string) => {
    unfit.add(file);
    faults.push(fault);
  };

  /** A file's JSON; undefined when there is none that can be read. */
  async function open(file: string, ifMissing: unknown): Promise<unknown> {
    let bytes: Uint8Array;
    try {
      bytes = await readFile(join(folder, file));
    } catch (cause) {
      const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
      if (code === 'ENOENT' && ifMissing !== undefined) return ifMissing;
      return accuse(
        file,
        `${file}, campo (arquivo): ${unopened[code] ?? `não conseguimos abrir o arquivo (${code}).`}`,
      );
    }
    let text: string;
    try {
      text = UTF8.decode(bytes);
    } catch {
      return accuse(
        file,
        `${file}, campo (arquivo): o arquivo não está em UTF-8; salve-o de novo com essa codificação.`,
      );
    }
    try {
      return JSON.parse(text);
    } catch (cause) {
      return accuse(
        file,
        `${file}, linha ${lineOf(text, cause)}: o arquivo não é JSON; confira vírgulas, aspas e chaves perto daqui.`,
      );
    }
  }
  function parse<S extends v.GenericSchema>(
    file: string,
    json: unknown,
    schema: S,
  ): v.InferOutput<S> | undefined {
    if (json === undefined) return undefined;
    const result = v.safeParse(schema, json, { message: '' });
    if (result.success) return result.output;
    for (const issue of result.issues)
      accuse(file, `${file}, campo ${v.getDotPath(issue) ?? '(arquivo)'}: ${formatIssue(issue)}`);
    return undefined;
  }
  const read = async <S extends v.GenericSchema>(
    file: string,
    schema: S,
    ifMissing?: unknown,
  ): Promise<v.InferOutput<S> | undefined> => parse(file, await open(file, ifMissing), schema);
  /** Of a list with faults, the entries that have none. */
  function parseList<S extends v.GenericSchema>(file: string, json: unknown, schema: S): v.InferOutput<S>[] {
    return (
      parse(file, json, v.array(schema)) ??
      (Array.isArray(json)
        ? json.filter((entry) => v.is(schema, entry)).map((entry) => v.parse(schema, entry))
        : [])
    );
  }
  const readList = async <S extends v.GenericSchema>(
    file: string,
    schema: S,
    ifMissing?: unknown,
  ): Promise<v.InferOutput<S>[]> => parseList(file, await open(file, ifMissing), schema);

  const [tenant, campaigns, hubs, shipping, areas, ceps, coupons, roster] = await Promise.all([
    read('tenant.json', CheckedTenant),
    readList('campaigns.json', TenantCampaign),
    readList('hubs.json', TenantHub),
    readList('shipping.json', TenantShippingMethod),
    read('areas.json', TenantAreas),
    readList('ceps.json', TenantCep, []),
    readList('coupons.json', TenantCoupon, []),
    open('roster.json', null).then((json) =>
      json === null ? null : parseList('roster.json', json, TenantRosterEntry),
    ),
  ]);
  const namesIn = async (part: string) =>
    (await readdir(join(folder, part)).catch(() => []))
      .filter((name) => /^[^.].*\.json$/.test(name))
      .toSorted();
  const items = new Map<string, TenantItem[]>();
  // Of campaigns that could not be read, the shelves can.
  const shelves = unfit.has('campaigns.json')
    ? (await namesIn('items')).map((name) => name.slice(0, -'.json'.length))
    : campaigns.map(({ slug }) => slug);
  for (const slug of shelves) items.set(slug, await readList(`items/${slug}.json`, TenantItem));
  const documents: Partial<Record<keyof TenantDocuments, unknown>> = {};
  for (const name of COLLECTIONS)
    documents[name] = await read(
      `documents/${name}.json`,
      TenantDocuments.entries[name],
      v.is(TenantDocuments.entries[name], {}) ? {} : undefined,
    );
  for (const [part, known, reader] of [
    ['items', shelves, 'campanha'],
    ['documents', COLLECTIONS, 'coleção'],
  ] as const)
    for (const name of await namesIn(part))
      if (!known.some((one) => `${one}.json` === name))
        accuse(`${part}/${name}`, `${part}/${name}, campo (arquivo): não há ${reader} com este nome.`);
  const media = await readdir(join(folder, 'media')).catch(() => []);

  const found = {
    folder,
    campaigns,
    items,
    hubs,
    shipping,
    areas: areas ?? { type: 'FeatureCollection' as const, features: [] },
    ceps,
    coupons,
    ...(roster ? { roster } : {}),
    media,
  };
  // Each read by its own entry of the schema
  faults.push(...checkTenant({ ...found, tenant, documents: documents as Partial<TenantDocuments>, unfit }));
  if (faults.length > 0 || !tenant) throw new TenantError(folder, faults);
  return { ...found, tenant, documents: documents as TenantDocuments }; // without a fault all are there
}

/**
 * Where JSON breaks off: V8 tells the place, or what stands around it, in words that are no use to a person.
 */
function lineOf(text: string, cause: unknown): number {
  const message = cause instanceof Error ? cause.message : '';
  const near = /"([\s\S]+)"(?:\.\.\.)? is not valid JSON$/.exec(message)?.[1] ?? '';
  const place = /position (\d+)/.exec(message)?.[1];
  const at =
    place !== undefined ? Number(place) : near === '' ? text.length : text.indexOf(near) + near.length / 2;
  return text.slice(0, at).split('\n').length;
}
