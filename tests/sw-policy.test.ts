import { describe, expect, it } from 'vitest';
import { builtFilesOf, isAnonymousRead, isKeepable, keyOf } from '../src/sw-policy.ts';

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
});
