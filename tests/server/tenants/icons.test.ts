import { existsSync, readdirSync, rmSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkMedia } from '#server/tenants/icons.ts';
import { importFolder } from '#server/tenants/import.ts';
import { readTenant } from '#server/tenants/read.ts';
import { SQUARE, folderWithIcon, svg } from '#tests/support/tenants/icon-tenant.ts';
import { type TestServer, openTestServer } from '#tests/support/store/server.ts';
import { change, folderOf } from '#tests/support/tenants/spoilt-tenant.ts';

const scratch = await mkdtemp(join(tmpdir(), 'vitrine-icons-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface Icon {
  src: string;
  sizes: string;
  type: string;
  purpose: string;
}
const iconsOf = async (server: TestServer, shop: string): Promise<Icon[]> =>
  (await server.call('GET', '/manifest.webmanifest', { host: `${shop}.localhost` })).json.icons;
const held = async (server: TestServer, path: string, headers = {}) => {
  const answer = await server.app.request(path, { headers });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
};
/** Width, height, and whether a point may be transparent, as the head of a PNG says it. */
function headOf(bytes: Buffer): { size: string; isClear: boolean } {
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const kind = bytes[25] ?? 0; // 4 and 6 have a channel for it, a palette a chunk
  return {
    size: `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`,
    isClear: kind === 4 || kind === 6 || bytes.includes('tRNS'),
  };
}
/** Of all points that differ from this colour, how far the farthest is from the middle; 1 is an edge's middle. */
async function reachOf(bytes: Buffer, colour: readonly number[]): Promise<number> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const middle = info.width / 2;
  let farthest = 0;
  for (let at = 0; at < info.width * info.height; at += 1)
    if (colour.some((part, channel) => Math.abs((data[at * 3 + channel] ?? 0) - part) > 40))
      farthest = Math.max(
        farthest,
        Math.hypot((at % info.width) + 0.5 - middle, Math.floor(at / info.width) + 0.5 - middle),
      );
  return farthest / middle;
}
const cornerOf = async (bytes: Buffer): Promise<number[]> => [
  ...(await sharp(bytes).removeAlpha().raw().toBuffer()).subarray(0, 3),
];
describe('the icons of an installed store', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer('pglite', { tenants: 'demo' });
  });
  afterAll(() => server.close());

  it.each(['feira', 'clube'])(
    'are PNG of exactly the sides that the manifest of each demo store says: %s',
    async (shop) => {
      const icons = await iconsOf(server, shop);
      expect(icons.map(({ sizes, type, purpose }) => [sizes, type, purpose])).toEqual([
        ['192x192', 'image/png', 'any'],
        ['512x512', 'image/png', 'any'],
        ['192x192', 'image/png', 'maskable'],
        ['512x512', 'image/png', 'maskable'],
      ]);
      for (const { src, sizes, purpose } of icons) {
        const { answer, bytes } = await held(server, src);
        expect([src, answer.status, answer.headers.get('content-type')]).toEqual([src, 200, 'image/png']);
        expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        const { size, isClear } = headOf(bytes);
        expect([src, size, isClear && purpose === 'maskable']).toEqual([src, sizes, false]);
        expect(bytes.length).toBeLessThan(12_000);
      }
    },
  );

  it('keep the mark within what every launcher shows, on the colour that the icon brings along', async () => {
    for (const shop of ['feira', 'clube']) {
      const [, own, , maskable] = await iconsOf(server, shop);
      const [plain, framed] = [await held(server, own?.src ?? ''), await held(server, maskable?.src ?? '')];
      const colour = await cornerOf(plain.bytes);
      expect([shop, await cornerOf(framed.bytes)]).toEqual([shop, colour]);
      const reach = await reachOf(framed.bytes, colour);
      expect(reach).toBeGreaterThan(0.5);
      expect(reach).toBeLessThanOrEqual(0.81);
    }
  });

  it('stand on the colour of the store where they end before the corners, as large as they may', async () => {
    const disc = await readFile(join(folderOf('clube'), 'media/logo.svg'));
    const frame = svg('<rect x="1" y="1" width="46" height="46" fill="#c33"/>');
    for (const [name, drawing] of [
      ['disco', disc],
      ['quadro', frame],
    ] as const) {
      await importFolder(server.core, await folderWithIcon(scratch, name, 'marca.svg', drawing));
      const [own, , small, large] = await iconsOf(server, 'clube');
      expect(headOf((await held(server, own?.src ?? '')).bytes).isClear).toBe(true);
      for (const icon of [small, large]) {
        const { bytes } = await held(server, icon?.src ?? '');
        expect(await cornerOf(bytes)).toEqual([0xfa, 0xf8, 0xf5]);
        const reach = await reachOf(bytes, [0xfa, 0xf8, 0xf5]);
        expect(reach).toBeGreaterThan(0.75);
        expect(reach).toBeLessThanOrEqual(0.81);
      }
    }
  });

  it('have one for iPhones at the address that they ask for, with nothing transparent', async () => {
    for (const shop of ['feira', 'clube']) {
      const host = `${shop}.localhost`;
      const { status, headers } = await server.call('GET', '/apple-touch-icon.png', { host });
      expect(status).toBe(302);
      const { bytes } = await held(server, headers.get('location') ?? '');
      expect(headOf(bytes)).toEqual({ size: '180x180', isClear: false });
    }
  });

  it('are made once, and anew when the picture or the colour behind it is another', async () => {
    const place = join(server.core.env.DATA_DIR, 'pictures/clube');
    const folder = await folderWithIcon(
      scratch,
      'desenho',
      'marca.svg',
      svg('<circle cx="24" cy="24" r="20"/>'),
    );
    await importFolder(server.core, folder);
    const first = await iconsOf(server, 'clube');
    expect(first[0]?.src).toMatch(/^\/media\/clube\/marca\.svg\/[0-9a-f]{12}\/192\.png$/);
    const kept = readdirSync(place).toSorted();
    await importFolder(server.core, folder);
    expect(readdirSync(place).toSorted()).toEqual(kept);
    await change(folder, 'documents/pwa.json', (text) => text.replace('#FAF8F5', '#10203080'));
    await importFolder(server.core, folder);
    const second = await iconsOf(server, 'clube');
    expect([second[1]?.src === first[1]?.src, second[3]?.src === first[3]?.src]).toEqual([true, false]);
    // Half a colour is a whole one: nothing of a launcher shines through.
    const { bytes } = await held(server, second[3]?.src ?? '');
    expect([await cornerOf(bytes), headOf(bytes).isClear]).toEqual([[0x10, 0x20, 0x30], false]);
    // Who installed it before still finds what they were told of, and no other store has it.
    expect((await held(server, first[3]?.src ?? '')).answer.status).toBe(200);
    expect((await held(server, (first[3]?.src ?? '').replace('clube', 'client'))).answer.status).toBe(404);
  });
});

describe('an icon that cannot be drawn', () => {
  const small = sharp({ create: { width: 64, height: 64, channels: 3, background: '#c33' } }).png();
  const drawing = 'não é um desenho em SVG que se possa ler inteiro; salve-o de novo.';
  const outside = 'o desenho chama outro arquivo; traga para dentro dele o que se deve ver.';
  it.each<[string, string, () => Promise<Buffer | string>, string]>([
    ['broken', 'a.svg', async () => '<svg xmlns="http://www.w3.org/2000/svg"><rect', drawing],
    [
      'another kind of file',
      'a.svg',
      async () => readFile(join(folderOf('clube'), 'media/icone-512.png')),
      drawing,
    ],
    ['as large as a wall', 'a.svg', async () => svg(SQUARE, 'width="90000" height="90000"'), drawing],
    [
      'with what the machine holds',
      'a.svg',
      async () =>
        `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg(`${SQUARE}<desc>&x;</desc>`)}`,
      drawing,
    ],
    [
      'of another file',
      'a.svg',
      async () => svg(`${SQUARE}<image xlink:href="logo.svg" width="48" height="48"/>`),
      outside,
    ],
    [
      'of an address',
      'a.svg',
      async () => svg(`${SQUARE}<image width="9" height="9" href="https://loja.example/a.png"/>`),
      outside,
    ],
    [
      'written in letters',
      'a.svg',
      async () => svg('<text y="40">A</text>'),
      'o desenho tem letras escritas, que dependem da fonte; converta-as em curvas.',
    ],
    [
      'empty',
      'a.svg',
      async () => svg('<rect width="48" height="48" fill="none"/>'),
      'não se vê nada no ícone; desenhe-o com cores cheias.',
    ],
    [
      'too small',
      'a.png',
      () => small.toBuffer(),
      'o ícone tem 64 × 64 pontos; use um de 512 × 512, ou um desenho em SVG.',
    ],
  ])('is refused with its name and what is wrong: %s', async (name, icon, bytes, fault) => {
    const folder = await folderWithIcon(scratch, name, icon, await bytes());
    const faults = [`media/${icon}, campo (arquivo): ${fault}`];
    await expect(readTenant(folder).then(checkMedia)).rejects.toMatchObject({ faults });
  });

  it('leaves nothing of its store loaded', async () => {
    const folder = await folderWithIcon(scratch, 'recusada', 'a.svg', svg(''));
    await change(folder, 'documents/pwa.json', (text) => text.replace('#FAF8F5', 'cor de burro quando foge'));
    await expect(readTenant(folder).then(checkMedia)).rejects.toThrow('não se vê nada no ícone');
    await writeFile(join(folder, 'media/a.svg'), svg(SQUARE));
    const server = await openTestServer('pglite', { tenants: 'none' });
    await expect(importFolder(server.core, folder)).rejects.toThrow(
      'media/a.svg, campo (arquivo): "cor de burro quando foge", a cor atrás do ícone, não é uma cor',
    );
    expect(server.core.tenants.all()).toEqual([]);
    const place = join(server.core.env.DATA_DIR, 'pictures/clube');
    expect(readdirSync(place).filter((folderName) => folderName.includes('.'))).toEqual([]);
    expect(existsSync(join(server.core.env.DATA_DIR, 'media'))).toBe(false);
    await server.close();
  });
});
