import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourcesOf } from '#domain/picture.ts';
import { item } from '#server/db/schema/shop/item.ts';
import { exportTenant } from '#server/tenants/export.ts';
import { importFolder, shippedTenants } from '#server/tenants/import.ts';
import { namedPictures } from '#server/tenants/named-pictures.ts';
import { checkPhotographs } from '#server/tenants/pictures.ts';
import { readTenant } from '#server/tenants/read.ts';
import { PLACE, colourAt, photograph } from '#tests/support/browser/photographs.ts';
import { type TestServer, openTestServer } from '#tests/support/store/server.ts';
import { change, folderOf } from '#tests/support/tenants/spoilt-tenant.ts';

const scratch = await mkdtemp(join(tmpdir(), 'vitrine-pictures-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const SHELF = 'items/selecao-de-socios.json';
/** The company store's folder with some pictures more, the first items' own. */
async function folderWith(name: string, pictures: Record<string, Buffer>): Promise<string> {
  const folder = join(scratch, name);
  await cp(folderOf('clube'), folder, { recursive: true });
  for (const [file, bytes] of Object.entries(pictures)) await writeFile(join(folder, 'media', file), bytes);
  await change(folder, SHELF, (text) => {
    const names = Object.keys(pictures);
    return text.replace(/"images": \[[^\]]*\]/g, (as) => {
      const next = names.shift();
      return next ? `"images": ["${next}"]` : as;
    });
  });
  return folder;
}
const held = async (server: TestServer, path: string) => {
  const answer = await server.app.request(path);
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
};
/** Addresses of the items' pictures, as the shop is told them. */
const addressesOf = async ({ core }: TestServer): Promise<string[]> =>
  (await core.db.read('clube', (tx) => tx.select().from(item).orderBy(item.position))).flatMap(
    ({ body }) => body['images'] as string[], // written by the import
  );

describe('photographs of a store', () => {
  let server: TestServer;
  let folder: string;
  let upright: Buffer;
  const made: string[] = [];
  beforeAll(async () => {
    server = await openTestServer('pglite', { tenants: 'none' });
    const photo = await photograph(2_400, 1_800);
    upright = await photo.jpeg({ quality: 90 }).toBuffer();
    const turned = await sharp(upright).withExif(PLACE).withMetadata({ orientation: 6 }).toBuffer();
    // Its upper half is not there.
    const points = await sharp(upright).resize(900, 900).blur(8).ensureAlpha().raw().toBuffer();
    for (let at = 3; at < points.length / 2; at += 4) points[at] = 0;
    const cut = await sharp(points, { raw: { width: 900, height: 900, channels: 4 } })
      .png()
      .toBuffer();
    folder = await folderWith('loja', {
      'virada.jpg': turned,
      'recorte.png': cut,
      'lugar.jpg': await sharp(upright).resize(600).jpeg().withExif(PLACE).toBuffer(),
      'pequena.png': await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c33' } })
        .png()
        .toBuffer(),
      'leve.avif': await sharp(upright).resize(800, 800).avif({ quality: 8 }).toBuffer(),
      'nova.webp': await sharp(upright).resize(1_000).webp({ quality: 85 }).toBuffer(),
    });
    await importFolder(server.core, folder, (name) => made.push(name));
  });
  afterAll(() => server.close());
  const addressOf = async (name: string) =>
    (await addressesOf(server)).find((address) => address.startsWith(`/media/clube/${name}`)) ?? '';

  it('are sent upright, no larger than a screen needs, without place or camera', async () => {
    const { bytes, answer } = await held(server, '/media/clube/virada.jpg');
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    const { width, height, exif, orientation } = await sharp(bytes).metadata();
    expect([width, height, exif, orientation]).toEqual([1_280, 1_707, undefined, undefined]);
    expect([bytes.includes('Exif'), bytes.includes('Camera')]).toEqual([false, false]);
    // Held with its right side up: what was left is above.
    expect([await colourAt(bytes, 0.5, 0.1), await colourAt(bytes, 0.5, 0.9)]).toEqual(['red', 'blue']);
    expect(readFileSync(join(folder, 'media/virada.jpg')).includes('Exif')).toBe(true);
  });

  it('tell nothing of place or camera where nothing else is to be changed either', async () => {
    expect((await readFile(join(folder, 'media/lugar.jpg'))).includes('Camera')).toBe(true);
    const { bytes } = await held(server, '/media/clube/lugar.jpg');
    expect([bytes.includes('Exif'), bytes.includes('Camera')]).toEqual([false, false]);
    expect((await sharp(bytes).metadata()).width).toBe(600);
  });

  it('are offered as AVIF and WebP at several sides, each smaller than the one above it', async () => {
    const address = await addressOf('virada.jpg');
    const sources = sourcesOf(address);
    expect(sources.map(({ type }) => type)).toEqual(['image/avif', 'image/webp']);
    for (const { type, srcSet } of sources) {
      const files = srcSet.split(',').map((file) => file.split(' '));
      expect(files.map(([, side]) => side)).toEqual(['144w', '256w', '400w', '560w', '800w', '1280w']);
      const sizes: number[] = [];
      for (const [path = '', side] of files) {
        const { answer, bytes } = await held(server, path);
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
        expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        const { width, height, exif } = await sharp(bytes).metadata();
        expect([`${Math.min(width, height)}w`, height > width, exif]).toEqual([side, true, undefined]);
        expect(await colourAt(bytes, 0.5, 0.1)).toBe('red');
        sizes.push(bytes.length);
      }
      expect([...sizes, (await held(server, '/media/clube/virada.jpg')).bytes.length]).toEqual(
        [...sizes, (await held(server, '/media/clube/virada.jpg')).bytes.length].toSorted((x, y) => x - y),
      );
    }
    const again = sources[0]?.srcSet.split(' ')[0] ?? '';
    const { answer } = await held(server, again);
    const known = await server.app.request(again, {
      headers: { 'If-None-Match': answer.headers.get('etag') ?? '' },
    });
    expect(known.status).toBe(304);
  });

  it('have nothing served from beside them', async () => {
    const [file = ''] = (sourcesOf(await addressOf('virada.jpg'))[0]?.srcSet ?? '').split(' ');
    const place = file.slice(0, file.lastIndexOf('/'));
    for (const path of [
      `${place}/about.json`,
      `${place}/own.jpg`,
      `${place}/145.avif`,
      `${place}/..%2f..%2f144.avif`,
      file.replace(/[0-9a-f]{12}/, '000000000000'),
      file.replace('clube', 'client'),
    ])
      expect([path, (await held(server, path)).answer.status]).toEqual([path, 404]);
  });

  it('keep what is transparent', async () => {
    const sources = sourcesOf(await addressOf('recorte.png'));
    expect(sources.map(({ type }) => type)).toEqual(['image/avif', 'image/webp']);
    for (const { srcSet } of sources) {
      const { bytes } = await held(server, srcSet.split(' ')[0] ?? '');
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      expect([info.channels, data[3], data.at(-1)]).toEqual([4, 0, 255]);
    }
    expect((await held(server, '/media/clube/recorte.png')).bytes).toEqual(
      await readFile(join(folder, 'media/recorte.png')),
    );
  });

  it('stay as they are where nothing smaller can be made', async () => {
    expect(await addressOf('pequena.png')).toBe('/media/clube/pequena.png');
    expect((await held(server, '/media/clube/pequena.png')).bytes).toEqual(
      await readFile(join(folder, 'media/pequena.png')),
    );
  });

  it('have files of a type only where its largest is smaller, or is the picture itself', async () => {
    const [avif, ...others] = sourcesOf(await addressOf('leve.avif'));
    expect([avif?.type, ...others.map(({ type }) => type)]).toEqual(['image/avif', 'image/jpeg']);
    const largest = avif?.srcSet.split(',').at(-1)?.split(' ') ?? [];
    expect(largest[1]).toBe('800w');
    expect((await held(server, largest[0] ?? '')).bytes).toEqual(
      await readFile(join(folder, 'media/leve.avif')),
    );
  });

  it('have a JPEG for previews of links where they are of a newer kind', async () => {
    const jpeg = sourcesOf(await addressOf('nova.webp')).find(({ type }) => type === 'image/jpeg');
    const path = jpeg?.srcSet.split(' ')[0] ?? '';
    expect(path).toMatch(/\/nova\.webp\/[0-9a-f]{12}\/750\.jpeg$/);
    expect((await sharp((await held(server, path)).bytes).metadata()).format).toBe('jpeg');
  });

  it('are made once: the same picture is no work again, another of its name is', async () => {
    const place = join(server.core.env.DATA_DIR, 'pictures/clube');
    expect(made).toEqual(
      expect.arrayContaining(['nova.webp', 'pequena.png', 'recorte.png', 'virada.jpg', 'icone-512.png']),
    );
    const before = readdirSync(place).map((one) => [one, statSync(join(place, one)).mtimeMs]);
    const old = await addressOf('recorte.png');
    const again: string[] = [];
    await importFolder(server.core, folder, (name) => again.push(name));
    expect(again).toEqual([]);
    expect(readdirSync(place).map((one) => [one, statSync(join(place, one)).mtimeMs])).toEqual(before);

    const other = join(scratch, 'outra');
    await cp(folder, other, { recursive: true });
    await writeFile(join(other, 'media/recorte.png'), await sharp(upright).resize(700).png().toBuffer());
    await importFolder(server.core, other, (name) => again.push(name));
    expect(again).toEqual(['recorte.png']);
    expect(await addressOf('recorte.png')).not.toBe(old);
    // The shop runs: it shows the new one, and who has the old address still sees the old one.
    const { width } = await sharp((await held(server, '/media/clube/recorte.png')).bytes).metadata();
    expect(width).toBe(700);
    expect((await held(server, sourcesOf(old)[0]?.srcSet.split(' ')[0] ?? '')).answer.status).toBe(200);
    await importFolder(server.core, folder);
    expect(await addressOf('recorte.png')).toBe(old);
  });

  it('come back from a written folder, and are taken again', async () => {
    const written = join(scratch, 'escrita');
    await exportTenant(server.core, 'clube', written);
    expect(readdirSync(join(written, 'media')).toSorted()).toEqual(
      (await readTenant(folder)).media.toSorted(),
    );
    expect((await readFile(join(written, 'media/virada.jpg'))).includes('Exif')).toBe(false);
    const to = await openTestServer('pglite', { tenants: 'none' });
    await importFolder(to.core, written);
    const bare = (addresses: string[]) => addresses.map((address) => address.replace(/#\w+/, '#'));
    expect(bare(await addressesOf(to))).toEqual(bare(await addressesOf(server)));
    expect((await held(to, '/media/clube/virada.jpg')).bytes).toEqual(
      await readFile(join(written, 'media/virada.jpg')),
    );
    await to.close();
  });
});

describe('pictures that nobody can show', () => {
  /** A PNG that says it is so large, with nothing in it. */
  const bomb = async (width: number, height: number) => {
    const png = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    png.writeUInt32BE(width, 16);
    png.writeUInt32BE(height, 20);
    const { crc32 } = await import('node:zlib');
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
    return png;
  };

  it('are refused with their names and what is wrong, by the check and the import, and nothing is loaded', async () => {
    const jpeg = await (await photograph(600, 400)).jpeg().toBuffer();
    const frame = { create: { width: 40, height: 40, channels: 3 as const, background: '#f00' } };
    const moving = await sharp(
      await Promise.all(
        ['#f00', '#00f'].map((background) =>
          sharp({ create: { ...frame.create, background } })
            .png()
            .toBuffer(),
        ),
      ),
      { join: { animated: true } },
    )
      .webp()
      .toBuffer();
    const folder = await folderWith('ruim', {
      'cortada.jpg': jpeg.subarray(0, jpeg.length >> 1),
      'bomba.png': await bomb(40_000, 40_000),
      'anima.webp': moving,
    });
    const media = join(folder, 'media');
    await writeFile(join(media, 'desenho.png'), await readFile(join(media, 'azeite-extra.svg')));
    await writeFile(join(media, 'pesada.jpg'), Buffer.alloc(33 * 1_048_576));
    const server = await openTestServer('pglite', { tenants: 'none' });
    const faults = [
      'media/anima.webp, campo (arquivo): a imagem se mexe; use uma parada.',
      'media/bomba.png, campo (arquivo): a imagem tem 40000 × 40000 pontos; aceitamos até 50 milhões. Diminua-a.',
      'media/cortada.jpg, campo (arquivo): a imagem está incompleta ou estragada; salve-a de novo.',
      'media/desenho.png, campo (arquivo): não é uma imagem JPEG, PNG, WebP ou AVIF que se possa ler; salve-a de novo.',
      'media/pesada.jpg, campo (arquivo): o arquivo tem 33 MB; aceitamos até 32. Diminua a imagem.',
    ];
    await expect(readTenant(folder).then(checkPhotographs)).rejects.toMatchObject({ faults });
    await expect(importFolder(server.core, folder)).rejects.toMatchObject({ faults });
    expect(server.core.tenants.all()).toEqual([]);
    expect(existsSync(join(server.core.env.DATA_DIR, 'media'))).toBe(false);
    await server.close();
  });
});

describe('the library that makes pictures', () => {
  it('is not in the memory of a shop that imports nothing', () => {
    const source = resolve(import.meta.dirname, '../../../src/server');
    const program = (more: string) =>
      `await import('${source}/commands/main.ts'); await import('${source}/http/app.ts'); await import('${source}/tenants/import.ts'); ${more}; console.log(process.report.getReport().sharedObjects.some((file) => file.includes('vips')))`;
    const run = (more: string) =>
      execFileSync(process.execPath, ['--input-type=module', '-e', program(more)], {
        encoding: 'utf8',
      }).trim();
    expect(run('')).toBe('false');
    expect(run(`await import('${source}/tenants/make-picture.ts')`)).toBe('true');
  });

  it('is not needed at a first start: what the demo stores show is drawn', async () => {
    const shown = new Set<string>();
    for (const folder of shippedTenants())
      for (const { name, isShown } of namedPictures(await readTenant(folder))) if (isShown) shown.add(name);
    expect(shown.size).toBeGreaterThan(50);
    expect([...shown].filter((name) => !name.endsWith('.svg'))).toEqual([]);
  });
});
