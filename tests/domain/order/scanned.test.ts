import { accessKeyLink } from '#domain/person/access-key.ts';
import { formatOrderCode } from '#domain/order/order-code.ts';
import { pickupPayload } from '#domain/order/pickup-code.ts';
import { scannedIn } from '#domain/order/scanned.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const HOST = 'feira.test';
const pages = ['/', '/invite/code', '/order/tracking', '/store/feira'];
const isPage = (link: string) => URL.canParse(link) && pages.includes(new URL(link).pathname);
const read = (text: string) => scannedIn(text, HOST, isPage);
const crockford = fc.string({
  unit: fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'),
  minLength: 16,
  maxLength: 16,
});

describe('what was read', () => {
  it('is a page of this store, whatever host its link names', () => {
    const key = accessKeyLink('https://feira.test', 'ABCD');
    expect(read(` ${key}\n`)).toEqual({ kind: 'page', link: key });
    expect(read('http://other.test/store/feira').kind).toBe('page');
    expect(read('https://feira.test/?cupom=FEIRA10').kind).toBe('page');
  });
  it('is a page of this store where its link stands among words, as it is shared', () => {
    const key = accessKeyLink('https://feira.test', 'ABCD');
    for (const text of [
      `Olha o convite: ${key} até amanhã`,
      `Olha (${key}).`,
      `${key}, até amanhã`,
      `${key} !`,
    ])
      expect([text, read(text)]).toEqual([text, { kind: 'page', link: key }]);
    expect(read('Olha: https://other.test/ !').kind).toBe('stranger');
    expect(read('Olha: https://other.test/nowhere').kind).toBe('stranger');
  });
  it('is a stranger as the front page of another host, which says nothing of this store', () => {
    expect(read('https://other.test/').kind).toBe('stranger');
    expect(read('https://other.test/?cupom=FEIRA10').kind).toBe('stranger');
    expect(read(`https://${HOST}/`).kind).toBe('page');
  });
  it('is what the counter reads, with the order that it is of', () => {
    fc.assert(
      fc.property(crockford, (code) => {
        expect(read(pickupPayload(code, 'K7M2QX'))).toEqual({ kind: 'pickup', orderCode: code });
      }),
      { numRuns: 2_000 },
    );
  });
  it('is sixteen characters in any spelling, which a key and an order have alike', () => {
    fc.assert(
      fc.property(crockford, fc.boolean(), (code, isPlain) => {
        const text = isPlain ? code.toLowerCase() : formatOrderCode(code);
        expect(read(text)).toEqual({ kind: 'code', code });
      }),
      { numRuns: 2_000 },
    );
  });
  it('leads nowhere but to a page of the store, whatever it says', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc
        .tuple(
          fc.constantFrom('javascript:', 'data:text/html,', 'WIFI:S:', 'tel:', 'intent://', '//', 'VTR1:P:'),
          fc.string(),
        )
        .map(([head, tail]) => head + tail),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const scanned = read(text);
        if (scanned.kind === 'page')
          expect(isPage(scanned.link) && /^https?:/i.test(scanned.link)).toBe(true);
        else if (scanned.kind === 'stranger') expect(scanned.text).toBe(text.trim());
        else expect('code' in scanned ? scanned.code : scanned.orderCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
      }),
      { numRuns: 5_000 },
    );
  });
});
