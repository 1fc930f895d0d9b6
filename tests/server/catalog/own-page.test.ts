import { execFileSync } from 'node:child_process';
import { request as ask } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Goods,
  type Lead,
  buy,
  line,
  newCart,
  newClient,
  newLead,
  pay,
  uuid,
} from '#tests/support/buyers.ts';
import { type CachingProxy, startCachingProxy } from '#tests/support/peers/caching-proxy.ts';
import { type TestServer, openTestServer } from '#tests/support/store/server.ts';

const HOST = 'feira.localhost';

describe('a page that is made for one person', () => {
  let server: TestServer;
  let proxy: CachingProxy;
  beforeAll(async () => {
    // In a process of its own: inside the test runner the build's plugins are loaded differently.
    execFileSync(process.execPath, [join(import.meta.dirname, '../../../src/server/commands/build.ts')]);
    server = await openTestServer('pglite');
    proxy = await startCachingProxy((request) => Promise.resolve(server.app.request(request)));
  });
  afterAll(async () => {
    await proxy.close();
    await server.close();
  });

  /** A page as a browser with these cookies gets it, through a cache that others use too. */
  const page = (cookies: Record<string, string>, path = '/cart', host = HOST) =>
    new Promise<{ status: number; text: string; bytes: number; headers: Record<string, unknown> }>(
      (resolve, reject) => {
        const cookie = Object.entries(cookies)
          .map(([name, value]) => `${name}=${value}`)
          .join('; ');
        ask(proxy.url + path, { headers: { host, cookie, 'accept-encoding': 'br' } }, (answer) => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () => {
            const sent = Buffer.concat(parts);
            const isPacked = answer.headers['content-encoding'] === 'br';
            resolve({
              status: answer.statusCode ?? 0,
              bytes: sent.length,
              text: (isPacked ? brotliDecompressSync(sent) : sent).toString(),
              headers: answer.headers,
            });
          });
        })
          .on('error', reject)
          .end();
      },
    );
  const signatureOf = (cookie: string): string => cookie.split('.')[2] ?? '';
  const cookieIn = (headers: Headers, name: string): string =>
    new RegExp(`${name}=([^;]*)`).exec(
      headers.getSetCookie().find((one) => one.startsWith(name)) ?? '',
    )?.[1] ?? '';

  /** A visitor whose page has written a cart. */
  async function visitor(
    name: Goods,
  ): Promise<Lead & { cookies: Record<'vitrine-known' | '__Host-visitor', string> }> {
    const lead = await newLead(server);
    const { headers } = await server.call('PUT', `/api/operation/carts/${uuid()}`, {
      leadSecret: lead.leadSecret,
      origin: 'own',
      body: { version: 0, products: [line(name, 2)] },
    });
    const cookies = {
      'vitrine-known': lead.leadId,
      '__Host-visitor': cookieIn(headers, '__Host-visitor'),
    };
    return { ...lead, cookies };
  }
  /** Somebody who is signed in, with a cart. */
  async function client(name: Goods) {
    const signed = await newClient(server);
    await newCart(server, signed, [line(name, 2)], {});
    return {
      ...signed,
      cookies: { 'vitrine-known': 'client', '__Host-refresh': `client.${signed.refresh}` } as const,
    };
  }
  /** What of the shop's goods stands in it. */
  const goodsIn = (text: string): string[] =>
    ['tomate', 'banana', 'manga'].filter((name) => text.includes(`${name} de teste`));
  const isEmpty = (text: string): boolean => text.includes('Seu carrinho está vazio');
  const isShell = (text: string) => text.includes('aria-busy="true"') && !text.includes('Total sem entrega');
  it('shows a visitor their cart, compressed and for nobody to keep', async () => {
    const { cookies, leadSecret } = await visitor('tomate');
    const { status, text, headers } = await page(cookies);
    expect([status, headers['cache-control'], headers['content-encoding'], headers['set-cookie']]).toEqual([
      200,
      'no-store',
      'br',
      undefined,
    ]);
    expect([goodsIn(text), /Total sem entrega.*R\$.*Continuar/s.test(text)]).toEqual([['tomate'], true]);
    for (const secret of [leadSecret, signatureOf(cookies['__Host-visitor'])])
      expect(text.includes(secret)).toBe(false);
  });

  it('shows somebody who is signed in theirs, and spends nothing of the session', async () => {
    const { cookies, refresh, bearer } = await client('banana');
    for (let time = 0; time < 3; time++) {
      const { text, headers } = await page(cookies);
      expect([headers['cache-control'], headers['set-cookie']]).toEqual(['no-store', undefined]);
      expect([goodsIn(text), text.includes('1 passo')]).toEqual([['banana'], false]);
      for (const secret of [refresh, bearer, '52998224725']) expect(text.includes(secret)).toBe(false);
    }
    const renewed = await server.call('POST', '/auth/renew', { body: { refreshToken: refresh } });
    expect(renewed.status).toBe(200);
    await server.shift(11);
    // It was exchanged: whoever still has it is not the browser.
    expect(isShell((await page(cookies)).text)).toBe(true);
    const next = { ...cookies, '__Host-refresh': `client.${renewed.json.refresh_token}` };
    expect(goodsIn((await page(next)).text)).toEqual(['banana']);
  });

  it('shows the account with its orders, or one order, to its own person alone', async () => {
    const [buyer, other] = [await client('banana'), await client('tomate')];
    const { order } = await buy(server, buyer);
    const path = `/order/${order.code}/details`;
    expect((await page(buyer.cookies)).text).toMatch(/Comprar em 1 passo.*Escolher de novo/s);
    const account = (await page(buyer.cookies, '/account')).text;
    expect([account.includes('Olá, Marina'), account.includes(path)]).toEqual([true, true]);
    for (const secret of [buyer.refresh, buyer.bearer, '52998224725'])
      expect([secret, account.includes(secret)]).toEqual([secret, false]);
    const { text, headers } = await page(buyer.cookies, path);
    expect([headers['cache-control'], goodsIn(text).length > 0]).toEqual(['no-store', true]);
    const none = (await page(other.cookies, '/account')).text;
    expect([none.includes(order.code), none.includes('Você ainda não fez pedidos')]).toEqual([false, true]);
    // Only its code, which stands in the address.
    expect(isShell((await page(other.cookies, path)).text)).toBe(true);
    const visited = await visitor('tomate');
    for (const at of ['/account', path]) expect(isShell((await page(visited.cookies, at)).text)).toBe(true);
  });

  it('shows the Pix code of an order, or that it is paid, to its own person alone', async () => {
    const [buyer, other] = [await client('banana'), await client('tomate')];
    const { order } = await buy(server, buyer);
    const at = (screen: string) => `/order/${order.code}/${screen}`;
    const { json: charge } = await server.call('GET', `/api/pix/qrcode?id=${order.code}`, buyer);
    for (const path of [at('pending'), at('success')]) {
      const { status, text, headers } = await page(buyer.cookies, path);
      expect([status, headers['cache-control'], headers['set-cookie']]).toEqual([200, 'no-store', undefined]);
      expect([text.includes('Copiar código'), text.includes(charge.brCode)]).toEqual([true, true]);
      for (const secret of [buyer.refresh, buyer.bearer, '52998224725'])
        expect([secret, text.includes(secret)]).toEqual([secret, false]);
    }
    await pay(server, order.code);
    for (const path of [at('pending'), at('success')]) {
      const { text } = await page(buyer.cookies, path);
      expect([text.includes('Obrigado, Marina!'), text.includes(charge.brCode)]).toEqual([true, false]);
    }
    const visited = await visitor('tomate');
    for (const { cookies } of [other, visited])
      for (const path of [at('pending'), at('success')]) {
        const { text } = await page(cookies, path);
        expect([isShell(text), text.includes('Marina'), text.includes(charge.brCode)]).toEqual([
          true,
          false,
          false,
        ]);
      }
  });

  it('shows a visitor what they buy where they say who they are', async () => {
    const [tomatoes, signed] = [await visitor('tomate'), await client('banana')];
    const { text, headers } = await page(tomatoes.cookies, '/unauthenticated/cart');
    expect([headers['cache-control'], /Seu carrinho está guardado.*R\$/s.test(text)]).toEqual([
      'no-store',
      true,
    ]);
    expect(isShell((await page(signed.cookies, '/unauthenticated/cart')).text)).toBe(true);
  });

  it('is nobody else’s, with a cache between them and the shop', async () => {
    const [tomatoes, bananas, signed] = await Promise.all([
      visitor('tomate'),
      visitor('banana'),
      client('manga'),
    ]);
    // The cache is one.
    await page({}, '/about');
    await page({}, '/about');
    expect(proxy.hits()).toBeGreaterThan(0);
    const at = async (path: string, cookies: object = {}) => (await page({ ...cookies }, path)).text;
    const [buying, who] = ['/shippingmethod', '/unauthenticated/cart'];
    const isBuying = (text: string) => /Seu pedido.*manga de teste/s.test(text);
    expect(isBuying(await at(buying, signed.cookies))).toBe(true);
    expect(isBuying((await at(buying, tomatoes.cookies)) + (await at(buying)))).toBe(false);
    const pending = `/order/${(await buy(server, signed)).order.code}/pending`;
    for (let time = 0; time < 2; time++) {
      expect(await at(pending, signed.cookies)).toContain('Copiar código');
      expect(goodsIn((await at(who, tomatoes.cookies)) + (await at('/cart', tomatoes.cookies)))).toEqual([
        'tomate',
      ]);
      expect(goodsIn(await at('/cart', bananas.cookies))).toEqual(['banana']);
      expect(goodsIn(await at('/cart', signed.cookies))).not.toContain('banana');
      for (const cookies of [tomatoes.cookies, {}])
        expect(await at(pending, cookies)).not.toContain('Copiar');
      for (const cookies of [signed.cookies, {}])
        expect(await at(who, cookies)).not.toContain('está guardado');
      expect(await at('/cart')).toContain('Seu carrinho está vazio');
    }
  });

  it('is the shell for whom the two cookies do not name the same', async () => {
    const [tomatoes, bananas] = await Promise.all([visitor('tomate'), visitor('banana')]);
    const signed = await client('banana');
    const forged = `client.${bananas.leadId}.${signatureOf(tomatoes.cookies['__Host-visitor'])}`;
    const strangers: Record<string, string>[] = [
      // Left without a network, and came back with something else in hand.
      { ...tomatoes.cookies, 'vitrine-known': '1' },
      { ...tomatoes.cookies, 'vitrine-known': bananas.leadId },
      { ...signed.cookies, 'vitrine-known': '1' },
      { ...signed.cookies, 'vitrine-known': tomatoes.leadId },
      { 'vitrine-known': bananas.leadId, '__Host-visitor': forged },
      { 'vitrine-known': 'client' },
      { 'vitrine-known': 'client', '__Host-refresh': 'client.not-a-token' },
      { 'vitrine-known': 'client', '__Host-refresh': 'client.' },
      { 'vitrine-known': bananas.leadId, '__Host-visitor': 'client' },
    ];
    for (const cookies of strangers)
      expect([cookies, isShell((await page(cookies)).text)]).toEqual([cookies, true]);
    // Whoever signed out is nobody, whatever a cookie that no script reads still says.
    const { text } = await page({ '__Host-visitor': tomatoes.cookies['__Host-visitor'] });
    expect([isEmpty(text), goodsIn(text)]).toEqual([true, []]);
  });

  it('is the shell at another store, and at a company’s', async () => {
    const [{ cookies }, signed] = [await visitor('tomate'), await client('banana')];
    for (const foreign of [cookies, signed.cookies])
      expect((await page(foreign, '/cart', 'clube.localhost')).text).not.toMatch(/Tomate|Banana/);
    const renamed = { ...signed.cookies, '__Host-refresh': `clube.${signed.refresh}` };
    expect(goodsIn((await page(renamed, '/cart', 'clube.localhost')).text)).toEqual([]);
    expect(isShell((await page(renamed)).text)).toBe(true);
  });

  it('is the shell of the screen at a company’s store, SEC-16 compressed, whoever asks', async () => {
    const { cookies } = await client('banana');
    for (const [path, title] of [
      ['/account', 'Conta'],
      ['/cart', 'Carrinho'],
      [`/cart/${uuid()}/checkout`, 'Entrega'],
      ['/order/0123456789ABCDEF/pending', 'Pagar pedido'],
    ] as const) {
      const { status, text, bytes, headers } = await page(cookies, path, 'clube.localhost');
      expect([path, status, headers['content-encoding'], isShell(text)]).toEqual([path, 200, 'br', true]);
      expect([text.includes(`<title>${title}`), bytes < 10_240]).toEqual([true, true]);
    }
  });

  it('is the shell once the session has ended, by hand or by time', async () => {
    const [left, late] = [await client('banana'), await client('tomate')];
    expect(goodsIn((await page(left.cookies)).text)).toEqual(['banana']);
    const out = await server.call('POST', '/auth/logout', {
      body: {},
      origin: 'own',
      headers: {
        cookie: `__Host-refresh=${left.cookies['__Host-refresh']}; __Host-visitor=client.x.y`,
      },
    });
    // Both go.
    expect(out.headers.getSetCookie().map((one) => /^[\w-]+=;.*Max-Age=0/.test(one))).toEqual([true, true]);
    expect(isShell((await page(left.cookies)).text)).toBe(true);
    expect(goodsIn((await page(late.cookies)).text)).toEqual(['tomate']);
    await server.shift(31 * 86_400);
    expect(isShell((await page(late.cookies)).text)).toBe(true);
  });

  it('is the shell when what it shows cannot be read', async () => {
    const signed = await client('banana');
    await server.asOwner(`update cart set lines = '{}' where account_id = '${signed.accountId}'`);
    expect([(await page(signed.cookies)).status, isShell((await page(signed.cookies)).text)]).toEqual([
      200,
      true,
    ]);
  });

  it('makes no program known, nor the browser of another site', async () => {
    const lead = await newLead(server);
    const { headers } = await server.call('PUT', `/api/operation/carts/${uuid()}`, {
      leadSecret: lead.leadSecret,
      body: { version: 0, products: [line('tomate', 1)] },
    });
    expect(headers.getSetCookie()).toEqual([]);
    const own = await visitor('tomate');
    expect(own.cookies['__Host-visitor']).toMatch(/^client\.[\da-f-]{36}\.[\w-]{43}$/);
  });
});
