import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ensureBuilt } from '#server/commands/build.ts';
import { openTestServer } from '#tests/support/store/server.ts';

const dist = mkdtempSync(path.join(os.tmpdir(), 'vitrine-dist-'));
for (const name of ['flows', 'ops']) {
  mkdirSync(path.join(dist, name));
  writeFileSync(path.join(dist, name, 'index.html'), `<title>${name}</title><meta name="store" content="">`);
}
mkdirSync(path.join(dist, 'flows/played'));
writeFileSync(path.join(dist, 'flows/played.json'), '[]');
writeFileSync(path.join(dist, 'flows/played/login-1-0.jpg'), 'a picture');
afterAll(() => rmSync(dist, { recursive: true }));

// 503: it is left to the pages of the shop, which are not built here.
it.each([
  ['1', [200, 200]],
  ['0', [200, 503]],
])('serves the desk everywhere and the flow book in a sandbox alone (SANDBOX=%s)', async (SANDBOX, found) => {
  const server = await openTestServer('pglite', { env: { SANDBOX }, dist });
  try {
    const desk = await server.shop.app.request('http://localhost/ops/orders');
    const book = await server.shop.app.request('http://localhost/flows/checkout');
    expect([desk.status, book.status]).toEqual(found);
    expect(await desk.text()).toMatch(/<title>ops<\/title><meta name="store" content="[^"]+">/);
    expect(desk.headers.get('Cache-Control')).toBe('no-store');
    expect(desk.headers.get('Content-Security-Policy')).toContain("script-src 'self'");
  } finally {
    await server.close();
  }
});

it('serves what was put beside the flow book, and the book under every other name', async () => {
  const server = await openTestServer('pglite', { dist });
  try {
    const of = async (file: string) => {
      const answer = await server.shop.app.request(`http://localhost/flows/${file}`);
      return `${answer.status} ${answer.headers.get('Content-Type')} ${(await answer.text()).slice(0, 9)}`;
    };
    expect(await of('played.json')).toBe('200 application/json []');
    expect(await of('played/login-1-0.jpg')).toBe('200 image/jpeg a picture');
    for (const file of ['index.html', 'pictures.json', 'played'])
      expect(await of(file)).toBe('200 text/html; charset=UTF-8 <title>fl');
  } finally {
    await server.close();
  }
});

it.each([
  ['1', "frame-ancestors 'self'"],
  ['0', "frame-ancestors 'none'"],
])(
  'SEC-27 lets the flow book of a sandbox show a page in a frame, and nobody else (SANDBOX=%s)',
  async (SANDBOX, policy) => {
    await ensureBuilt();
    const server = await openTestServer('pglite', { env: { SANDBOX } });
    try {
      for (const path of ['/', '/cart']) {
        const page = await server.call('GET', path);
        expect(page.status).toBe(200);
        expect(page.headers.get('Content-Security-Policy')).toContain(policy);
      }
      const desk = await server.call('GET', '/ops');
      expect(desk.headers.get('Content-Security-Policy')).toMatch(/^(?!.*frame-src).*frame-ancestors 'none'/);
    } finally {
      await server.close();
    }
  },
);
