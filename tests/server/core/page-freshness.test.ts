import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutBuild } from '#server/commands/dev-page.ts';
import { idOf } from '#server/platform/ids.ts';
import { item } from '#server/db/schema/shop/item.ts';
import { type TestServer, openTestServer } from '#tests/support/store/server.ts';

const CATALOG = '/store/semana/catalog';
const TOMATO = idOf('client', 'item', 'semana', 'tomate');

describe('the pages that a server keeps', () => {
  let server: TestServer;
  beforeAll(async () => {
    // In a process of its own: inside the test runner the build's plugins are loaded differently.
    execFileSync(process.execPath, [join(import.meta.dirname, '../../../src/server/commands/build.ts')]);
    server = await openTestServer('pglite');
  });
  afterAll(() => server.close());
  const drawings = () => server.shop.pages.figures().drawings;

  it('are drawn once for all addresses that show the same, whoever counts visitors in them', async () => {
    const before = drawings();
    const first = await server.call('GET', CATALOG);
    expect([
      first.status,
      first.headers.get('cache-control'),
      first.headers.get('cdn-cache-control'),
    ]).toEqual([
      200,
      'public, max-age=0, s-maxage=1, must-revalidate',
      'public, max-age=1, stale-while-revalidate=4',
    ]);
    for (const source of ['whatsapp', 'mail', 'flyer'])
      expect((await server.call('GET', `${CATALOG}?utm_source=${source}`)).text).toBe(first.text);
    expect(drawings()).toBe(before + 1);
  });

  it('are shown in development without anything of the build that runs by itself', async () => {
    for (const address of [CATALOG, '/cart']) {
      const { text } = await server.call('GET', address);
      const built = /data-entry|\/assets\/[\w.-]+\.(?:js|css)/;
      const bare = withoutBuild(text);
      expect([built.test(text), built.exec(bare)?.[0]]).toEqual([true, undefined]);
      // Nothing else is missing.
      for (const part of ['<main', 'id="root"', '<title>']) expect(bare).toContain(part);
    }
  });

  it('show another price after its transaction, without a notice of their own', async () => {
    const price = async () => /R\$\s*(\d+,\d\d)/.exec((await server.call('GET', CATALOG)).text)?.[1];
    const before = await price();
    const { db, events } = server.core;
    await db.tenant('client', async (tx) => {
      await tx
        .update(item)
        .set({ price: 4_321 as never })
        .where(eq(item.id, TOMATO));
      await events.changed(tx, 'client');
    });
    expect(before).not.toBe('43,21');
    // How soon is told by the clock of `kept-pages.test.ts`: here the machine may be slow.
    await expect.poll(price, { timeout: 60_000 }).toBe('43,21');
  });

  it('of addresses that lead nowhere are one, ready as it is, for things that are gone as well', async () => {
    const nowhere = await server.call('GET', '/nada');
    const before = drawings();
    for (let address = 0; address < 200; address++) {
      const { status, text, headers } = await server.call('GET', `/nada/${address}`);
      expect([status, headers.get('content-encoding'), text === nowhere.text]).toEqual([404, 'br', true]);
    }
    expect(drawings()).toBe(before);
    for (const path of ['/store/nada', '/store/semana/product/nada', '/store/nada/catalog']) {
      const { status, text } = await server.call('GET', path);
      expect([path, status, text === nowhere.text]).toEqual([path, 404, true]);
    }
  });

  it('of words are one, however they are spelled and whatever else the address says', async () => {
    const before = drawings();
    const first = await server.call('GET', `${CATALOG}?q=tomate+italiano`);
    for (const query of ['utm_source=x&q=tomate+italiano', 'q=tomate%20italiano&a=1'])
      expect((await server.call('GET', `${CATALOG}?${query}`)).text).toBe(first.text);
    for (const query of ['q=TOMATE++Italiano', 'q=%20tomate%09italiano%20']) {
      const { status, headers } = await server.call('GET', `${CATALOG}?${query}`);
      expect([query, status, headers.get('location')]).toEqual([query, 302, `${CATALOG}?q=tomate+italiano`]);
    }
    expect(drawings()).toBe(before + 1);
  });

  it('are answered while addresses are invented, of which nothing is kept that leads nowhere', async () => {
    const { text } = await server.call('GET', CATALOG);
    const { pages } = server.shop;
    const [before, bytes] = [pages.figures().pages, pages.figures().bytes];
    const flood = Array.from({ length: 60 }, (_, at) => [
      server.call('GET', `${CATALOG}?q=invented${at}`),
      server.call('GET', `/store/semana/product/invented${at}`),
      server.call('GET', `/store/invented${at}`),
      server.call('GET', '/', { headers: { host: `invented${at}.example` } }),
    ]).flat();
    expect((await server.call('GET', CATALOG)).text).toBe(text);
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(statuses).toEqual(Array.from({ length: 60 }, () => [200, 404, 404, 200]).flat());
    const after = pages.figures();
    // Neither things that are not there nor their addresses.
    expect(after.pages - before).toBe(2 * 60);
    expect(after.bytes - bytes).toBeLessThan(2 * 60 * 300_000);
  });

  it('say at once that a campaign ended or opened', async () => {
    const status = async (path: string) => (await server.call('GET', path)).status;
    expect([await status('/store/depois/catalog'), await status('/store/depois')]).toEqual([302, 200]);
    const before = (await server.call('GET', '/store/depois')).text;
    await server.shift(5 * 3_600 + 1);
    expect(await status('/store/depois/catalog')).toBe(200);
    expect((await server.call('GET', '/store/depois')).text).not.toBe(before);
  });
});
