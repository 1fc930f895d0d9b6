import { rmSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { checkMedia } from '#server/tenants/icons.ts';
import { importFolder } from '#server/tenants/import.ts';
import { readTenant } from '#server/tenants/read.ts';
import { openTestServer } from '#tests/support/store/server.ts';
import { SQUARE, folderWithIcon, svg } from '#tests/support/tenants/icon-tenant.ts';
import { change, folderOf } from '#tests/support/tenants/spoilt-tenant.ts';

const scratch = await mkdtemp(join(tmpdir(), 'vitrine-screenshots-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('pictures of the shop for the question to install it', () => {
  const shots = (...images: [image: string, form: string][]) =>
    JSON.stringify(images.map(([image, form]) => ({ image, form, label: `A loja em ${image}` })));
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#c33' } });
  const folderOfShots = async (name: string, named: string) => {
    const folder = await folderWithIcon(scratch, name, 'marca.svg', svg(SQUARE));
    await change(folder, 'documents/pwa.json', (text) =>
      text.replace('"icon"', `"screenshots": ${named}, "icon"`),
    );
    await writeFile(join(folder, 'media/estreita.jpg'), await picture(390, 844).jpeg().toBuffer());
    await writeFile(join(folder, 'media/larga.png'), await picture(2_560, 1_600).png().toBuffer());
    return folder;
  };

  it('are in the manifest with the size in which they are sent, and in none that names no picture', async () => {
    const server = await openTestServer('pglite', { tenants: 'none' });
    const named = shots(['estreita.jpg', 'narrow'], ['larga.png', 'wide']);
    await importFolder(server.core, await folderOfShots('retratos', named));
    const told = async () =>
      (await server.call('GET', '/manifest.webmanifest', { host: 'clube.localhost' })).json.screenshots;
    const found = await told();
    expect(found).toEqual([
      {
        src: '/media/clube/estreita.jpg',
        sizes: '390x844',
        type: 'image/jpeg',
        form_factor: 'narrow',
        label: 'A loja em estreita.jpg',
      },
      // Sent no larger than any screen needs
      {
        src: '/media/clube/larga.png',
        sizes: '2048x1280',
        type: 'image/png',
        form_factor: 'wide',
        label: 'A loja em larga.png',
      },
    ]);
    for (const { src, sizes } of found as { src: string; sizes: string }[]) {
      const { width, height } = await sharp(
        Buffer.from(await (await server.app.request(src)).arrayBuffer()),
      ).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
    await importFolder(server.core, folderOf('clube'));
    expect(await told()).toBeUndefined();
    await server.close();
  });

  it('are refused by field where a browser would leave them out', async () => {
    const named = shots(
      ['fita.png', 'wide'],
      ['selo.png', 'narrow'],
      ['marca.svg', 'narrow'],
      ['larga.png', 'wide'],
      ['quadrada.png', 'wide'],
    );
    const folder = await folderOfShots('recusados', named);
    await writeFile(join(folder, 'media/fita.png'), await picture(1_600, 400).png().toBuffer());
    await writeFile(join(folder, 'media/selo.png'), await picture(200, 300).png().toBuffer());
    await writeFile(join(folder, 'media/quadrada.png'), await picture(800, 800).png().toBuffer());
    const at = (index: number) => `documents/pwa.json, clube.screenshots.${index}.image: `;
    const limits = 'o lado menor vai de 320 para cima, o maior até 2,3 vezes isso.';
    await expect(readTenant(folder).then(checkMedia)).rejects.toMatchObject({
      faults: [
        `${at(0)}"fita.png" tem 1600 × 400 pontos; ${limits}`,
        `${at(1)}"selo.png" tem 200 × 300 pontos; ${limits}`,
        `${at(2)}uma imagem da loja é PNG ou JPEG.`,
        `${at(4)}"quadrada.png" tem outra proporção do que a primeira imagem "wide"; use a mesma.`,
      ],
    });
  });
});
