import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
// The import has the wire's texts loaded: what it says is the same.
import '#server/http/malformed.ts';
import { readTenant } from '#server/tenants/read.ts';
import { change, folderOf, spoilFolder } from '#tests/support/tenants/spoilt-tenant.ts';

describe('the reader of a whole tenant folder', () => {
  const coupon = (more: object) => (folder: string) =>
    writeFile(
      join(folder, 'coupons.json'),
      JSON.stringify([{ slug: 'dez', name: 'Dez', codes: ['DEZ10'], type: 'PERCENT', value: 10, ...more }]),
    );
  it.each([
    [
      'a shelf of no campaign',
      (folder: string) => writeFile(join(folder, 'items/orfa.json'), '[]'),
      'items/orfa.json, campo (arquivo): não há campanha com este nome.',
    ],
    [
      'a collection that nobody reads',
      (folder: string) => writeFile(join(folder, 'documents/gostos.json'), '{}'),
      'documents/gostos.json, campo (arquivo): não há coleção com este nome.',
    ],
    [
      'a folder where a file belongs',
      (folder: string) => rm(join(folder, 'hubs.json')).then(() => mkdir(join(folder, 'hubs.json'))),
      'hubs.json, campo (arquivo): é uma pasta; aqui vai um arquivo.',
    ],
    [
      'a folder where a file may be',
      (folder: string) => mkdir(join(folder, 'coupons.json')),
      'coupons.json, campo (arquivo): é uma pasta; aqui vai um arquivo.',
    ],
    [
      'a file that is not there',
      (folder: string) => rm(join(folder, 'hubs.json')),
      'hubs.json, campo (arquivo): não encontramos o arquivo.',
    ],
    [
      'a file of another encoding',
      (folder: string) => writeFile(join(folder, 'hubs.json'), '[{ "name": "São" }]', 'latin1'),
      'hubs.json, campo (arquivo): o arquivo não está em UTF-8; salve-o de novo com essa codificação.',
    ],
    [
      'a folder where a picture belongs',
      (folder: string) =>
        rm(join(folder, 'media/azeite-extra.svg')).then(() => mkdir(join(folder, 'media/azeite-extra.svg'))),
      'falta o arquivo "azeite-extra.svg" na pasta media.',
    ],
    [
      'a hub abroad',
      (folder: string) =>
        change(folder, 'hubs.json', (text) =>
          text
            .replace('"latitude": -23.5587', '"latitude": -46.6897')
            .replace('"longitude": -46.6897', '"longitude": -23.5587'),
        ),
      'latitude: o lugar fica fora do Brasil; confira se latitude e longitude não estão trocadas.',
    ],
    [
      'a postal code abroad',
      (folder: string) =>
        change(folder, 'ceps.json', (text) => text.replace('"latitude": -23.5504', '"latitude": 23.5504')),
      'ceps.json, 01001-000, latitude: o lugar fica fora do Brasil',
    ],
    [
      'a cart that can never be full enough',
      (folder: string) =>
        change(folder, 'campaigns.json', (text) =>
          text.replace(
            /"cartControls": \{[^]*?\n    \}/,
            '"cartControls": { "minItems": 5, "maxItems": 9, "maxPerAccount": 4 }',
          ),
        ),
      'cartControls.minItems: ninguém poderia comprar: o mínimo (5) é maior que o máximo (4).',
    ],
    [
      'a coupon that ends before it begins',
      coupon({ startsIn: 'P2D', endsIn: 'PT36H' }),
      'endsIn: o cupom acabaria antes de começar.',
    ],
    [
      'a coupon of three decimals',
      coupon({ value: 10.555 }),
      'coupons.json, campo 0.value: Use no máximo duas casas decimais. (veio 10.555)',
    ],
  ])('names %s', async (_what, alter, message) => {
    expect(await spoilFolder(alter)).toContain(message);
  });

  it('has nothing against the hidden files that some systems write beside others', async () => {
    expect(
      await spoilFolder((folder) =>
        writeFile(join(folder, 'items/._selecao-de-socios.json'), Buffer.from([0, 255])),
      ),
    ).toBe('read');
  });

  it.each<[string, (value: unknown) => unknown]>([
    [
      'words for numbers and numbers for words',
      (value) => (typeof value === 'string' ? 5 : typeof value === 'boolean' ? 0 : 'x'),
    ],
    [
      'numbers of nothing and words without sense',
      (value) => (typeof value === 'number' ? -0.5 : typeof value === 'string' ? '!' : value),
    ],
    [
      'too much',
      (value) => (typeof value === 'number' ? 1e15 : typeof value === 'string' ? 'x'.repeat(700) : value),
    ],
    ['lists for things and things for lists', (value) => (Array.isArray(value) ? {} : [])],
    ['nothing', () => null],
  ])('speaks Portuguese of %s', async (_what, turn) => {
    const turned = (value: unknown, depth: number): unknown => {
      if (typeof value !== 'object' || value === null || depth > 4) return turn(value);
      return Array.isArray(value)
        ? value.map((one) => turned(one, depth + 1))
        : Object.fromEntries(Object.entries(value).map(([key, one]) => [key, turned(one, depth + 1)]));
    };
    const told = await spoilFolder(async (folder) => {
      for (const file of await readdir(folder, { recursive: true }))
        if (file.endsWith('.json'))
          await writeFile(
            join(folder, file),
            JSON.stringify(turned(JSON.parse(await readFile(join(folder, file), 'utf8')), 0)),
          );
    });
    expect(told.split('\n').length).toBeGreaterThan(100);
    for (const line of told.split('\n').slice(1))
      expect(line).not.toMatch(
        /Expected|Invalid|\bArray\b|\bObject\b|\bstring\b|\bnumber\b|\bboolean\b|undefined|iso_|min_|max_|[<>]=|\/\^|\$\/|outro valor|\{\w+\}| \| /,
      );
  });

  it('names the faults of all files at once, and blames nobody for naming what is only unfit', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tenant-'));
    await cp(folderOf('clube'), folder, { recursive: true });
    const change = async (file: string, from: string | RegExp, to: string) =>
      writeFile(join(folder, file), (await readFile(join(folder, file), 'utf8')).replace(from, to));
    await change('tenant.json', '"client"', '"cliente": 1, "client"');
    await change('hubs.json', /"slug"/, '"slugue"');
    await change('items/selecao-de-socios.json', '"price": 69.9', '"price": 69.999');
    await change('items/selecao-de-socios.json', 'cafe-mogiana.svg', 'cafe-nenhum.svg');
    await change('campaigns.json', '"productId": "cafe-mogiana"', '"productId": "cafe-nenhum"');
    await change('roster.json', '"phone": "+5511900000002"', '"phone": "+5511900000001"');
    await change('documents/pwa.json', /"icon": "[^"]+"/, '"icon": "nenhum.svg"');
    const told = await readTenant(folder).then(
      () => 'read',
      (error: Error) => error.message,
    );
    await rm(folder, { recursive: true });
    for (const part of [
      'tenant.json, campo cliente: este campo não existe',
      'hubs.json, campo 0.slug',
      'items/selecao-de-socios.json, campo 0.price',
      'images: falta o arquivo "cafe-nenhum.svg"',
      'roster.json, phone: "+5511900000001" aparece duas vezes',
      'documents/pwa.json, ',
    ])
      expect(told).toContain(part);
    // The shelf has faults of its own, and so has the list of hubs: what is said to be missing there may be
    // there.
    expect(told).not.toMatch(/não existe\.$[\s\S]*hubs: /m);
    expect(told).not.toContain('discountRules: "cafe-nenhum" não existe');
  });
});
