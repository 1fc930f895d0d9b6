import { describe, expect, it } from 'vitest';
import {
  builtFilesOf,
  isAnonymousRead,
  isKeepable,
  isShopWindow,
  isShowable,
  isTrouble,
  keptPage,
  keyOf,
  mayBeKept,
  ownTarget,
  pushedOf,
} from '../src/sw-policy.ts';

const address = 'https://feira.test/api/operation/catalog/campaign/a/items/preview/public?size=900';
const read = (url = address, init?: RequestInit) => new Request(url, init);
const answer = (headers: Record<string, string>, status = 200) => new Response('{}', { status, headers });

describe('what the service worker keeps', () => {
  it('takes catalog reads that everybody gets', () => {
    expect(isAnonymousRead(read())).toBe(true);
    expect(isAnonymousRead(read('https://feira.test/api/documents/defaults/dialogs'))).toBe(true);
    expect(isAnonymousRead(read('https://feira.test/api/operation/campaigns/public'))).toBe(true);
  });

  it.each(['Authorization', 'X-Lead-Secret', 'X-Signup-Grant'])('leaves a read with %s alone', (name) => {
    expect(isAnonymousRead(read(address, { headers: { [name]: 'x' } }))).toBe(false);
  });

  it('SEC-29 leaves private reads, writes and orders by code alone', () => {
    expect(isAnonymousRead(read('https://feira.test/api/accounts/client'))).toBe(false);
    expect(isAnonymousRead(read('https://feira.test/api/operation/orders/code/7Z/public'))).toBe(false);
    expect(isAnonymousRead(read(address, { method: 'POST' }))).toBe(false);
  });

  it('SEC-29 keeps only whole answers that the server calls public', () => {
    expect(isKeepable(answer({ 'cache-control': 'public, max-age=5' }))).toBe(true);
    expect(isKeepable(answer({}))).toBe(false);
    expect(isKeepable(answer({ 'cache-control': 'private' }))).toBe(false);
    expect(isKeepable(answer({ 'cache-control': 'public, no-store' }))).toBe(false);
    expect(isKeepable(answer({ 'cache-control': 'public' }, 404))).toBe(false);
    expect(isKeepable(answer({ 'cache-control': 'public' }, 206))).toBe(false);
  });

  it('finds what a page of ours loads, and nothing that it only shows', () => {
    const page = [
      '<link rel="preload" as="font" href="/assets/figtree-a1.woff2">',
      '<link rel="modulepreload" href="/assets/cart-b2.js">',
      '<link rel="stylesheet" href="/assets/index-c3.css" disabled>',
      '<script type="module" src="/assets/index-d4.js"></script>',
      '<script type="module" async src="/assets/index-d4.js"></script>',
      '<img src="/media/client/logo.svg"><a href="/cart">Carrinho</a>',
    ].join('');
    expect(builtFilesOf(page)).toEqual(
      ['figtree-a1.woff2', 'cart-b2.js', 'index-c3.css', 'index-d4.js'].map((file) => `/assets/${file}`),
    );
  });

  it('separates tenants and versions by key', () => {
    const keys = [
      keyOf(read(address, { headers: { 'X-App': 'client', 'X-App-Version': '5.1.31' } })),
      keyOf(read(address, { headers: { 'X-App': 'clube', 'X-App-Version': '5.1.31' } })),
      keyOf(read(address, { headers: { 'X-App': 'clube', 'X-App-Version': '5.1.32' } })),
      keyOf(read(address.replace('feira', 'clube'))),
    ];
    expect(new Set(keys).size).toBe(4);
  });

  describe('a page', () => {
    const now = Date.parse('2026-11-23T12:00:00Z');
    const sent = (headers: Record<string, string> = {}) =>
      new Response('<!doctype html><html lang="pt-BR"><p>Feira</p>', {
        headers: {
          'cache-control': 'public, max-age=0',
          'content-type': 'text/html; charset=utf-8',
          'content-encoding': 'br',
          // The shop's clock is an hour ahead of the device's.
          date: new Date(now + 3_600_000).toUTCString(),
          ...headers,
        },
      });

    it('of everybody is kept, and says by how much the clock of the shop was ahead', async () => {
      const kept = await keptPage(sent(), now);
      expect(await kept?.text()).toBe('<!doctype html><html data-kept="3600000" lang="pt-BR"><p>Feira</p>');
      expect(kept?.headers.get('content-encoding')).toBe(null);
    });

    it('SEC-29 of a person is not kept, nor what is no page', async () => {
      expect(await keptPage(sent({ 'cache-control': 'no-store' }), now)).toBe(null);
      expect(await keptPage(sent({ 'content-type': 'image/svg+xml' }), now)).toBe(null);
    });

    it('is shown for a day at most, and until time opens or ends something on it', async () => {
      const shown = async (headers: Record<string, string>, after: number) => {
        const kept = await keptPage(sent(headers), now);
        return kept !== null && isShowable(kept, now + after);
      };
      const due = { 'x-due': String(now + 3_600_000 + 60_000) };
      expect([await shown({}, 86_399_000), await shown({}, 86_401_000)]).toEqual([true, false]);
      expect([await shown(due, 59_000), await shown(due, 61_000)]).toEqual([true, false]);
      // A clock that was set back says nothing about age.
      expect(await shown({}, -1_000)).toBe(false);
      expect(await shown({ 'x-due': String(now) }, 0)).toBe(false);
    });

    it('is asked for anew by a reload', () => {
      const all = ['default', 'force-cache', 'no-cache', 'reload', 'no-store'] as const;
      expect(all.filter((cache) => mayBeKept({ cache }))).toEqual(['default', 'force-cache']);
    });

    it('is taken away by what the shop says of it, and not by a shop in trouble', () => {
      // 0: it leads elsewhere.
      expect([0, 200, 404, 500, 502, 503].filter((status) => isTrouble({ status }))).toEqual([500, 502, 503]);
    });
  });
});

describe('what the service worker shows of a push', () => {
  const origin = 'https://feira.test';
  it('leads to a path of this shop, and to Messages otherwise', () => {
    for (const target of ['/order/7ZAAAAAAAAAAAAAA/details', '/store/feira?cupom=A', '/cart'])
      expect(ownTarget(target, origin)).toBe(target);
    const strange = [
      'https://feira.test/cart',
      '//evil.test',
      '/\\evil.test',
      'javascript:alert(1)',
      'cart',
      '/',
      '',
      7,
    ];
    for (const target of [...strange, null, undefined, {}, `/${'a'.repeat(2_001)}`])
      expect([target, ownTarget(target, origin)]).toEqual([target, '/messages']);
  });
  it('says what the store sent, and that there is something new where that cannot be read', () => {
    const sent = { title: 'Saiu para entrega', text: 'Pedido 7Z', target: '/cart', tag: '7Z' };
    expect(pushedOf(sent, origin)).toEqual(sent);
    const bare = { title: 'A loja tem uma novidade', text: '', target: '/messages', tag: undefined };
    for (const other of [undefined, null, 'x', {}, { title: '', text: 3, target: 'x', tag: '' }])
      expect(pushedOf(other, origin)).toEqual(bare);
  });
  it('comes to windows of the shop, not to the desk or the flow book', () => {
    const shown = ['/', '/cart', '/opsis', '/ops', '/ops/board', '/flows', '/sandbox'];
    expect(shown.filter((path) => isShopWindow(origin + path))).toEqual(['/', '/cart', '/opsis']);
  });
});
