import * as link from '#client/outside/deep-link.ts';
import { createShopRouter } from '#shell/routes.tsx';
import { createMemoryHistory } from '@tanstack/react-router';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const { addresses } = createShopRouter(createMemoryHistory());
const hrefOfLink = (text: string) => link.hrefOfLink(addresses, text);
const { linkIn } = link;

describe('a link from outside', () => {
  it('is taken from any http(s) host and from the app scheme, by its path and its query', () => {
    for (const text of [
      'https://outra.example/cart?x=1#y',
      'http://10.0.0.1:9/cart',
      '/cart',
      'web+vitrine://cart',
      'web+vitrine:/cart',
      'web+vitrine://feira.example/cart',
    ])
      expect([text, hrefOfLink(text)]).toEqual([text, '/cart']);
    expect(hrefOfLink('https://outra.example/c%26c?order=1')).toBe('/c&c?order=1');
    expect(hrefOfLink('web+vitrine://store/feira/catalog?q=uva')).toBe('/store/feira/catalog?q=uva');
    expect(link.placeOfLink(addresses, 'web+vitrine://store/feira')).toMatchObject({
      screen: 'app.campaign',
      params: { campaignId: 'feira' },
    });
  });
  it('brings its coupon along, and nothing else that no screen reads', () => {
    for (const text of [
      'https://outra.example/cart?x=1&cupom=FEIRA%2010',
      'web+vitrine://cart?cupom=FEIRA+10',
    ])
      expect([text, hrefOfLink(text)]).toEqual([text, '/cart?cupom=FEIRA+10']);
    expect(link.withCoupon('/store/feira?q=uva', '/?a=1&cupom=X&b=2')).toBe('/store/feira?q=uva&cupom=X');
    expect(link.withCoupon('/home', '/?cupom=')).toBe('/home');
    expect(link.withCoupon('/home?cupom=X', '/?cupom=X')).toBe('/home?cupom=X');
  });
  it('leads nowhere under any other scheme, and to no address that is not in the table', () => {
    for (const text of [
      'javascript:/cart',
      'data:text/html,/cart',
      'blob:http://x/cart',
      'ftp://x/cart',
      'vbscript:x',
      'https://x//evil.example/a',
      'https://x/sandbox',
      '',
      ':',
      `/cart?${'x'.repeat(2_000)}`,
    ])
      expect([text, hrefOfLink(text)]).toEqual([text, '/']);
  });
  it('leads from a notification to what it is about, and to Messages where that is no screen', () => {
    const hrefIn = (query: string) => link.hrefOfLinkIn(addresses, new URL(`https://feira.test/${query}`));
    expect(hrefIn('?link=%2Fcart&push=1')).toBe('/cart');
    for (const target of ['%2Fnowhere', 'https%3A%2F%2Fevil.test%2Fa', 'javascript%3A%2Fcart'])
      expect([hrefIn(`?link=${target}&push=1`), hrefIn(`?link=${target}`)]).toEqual(['/messages', '/']);
    expect(hrefIn('cart?link=%2Fhome&push=1')).toBeUndefined();
  });
  it('SEC-25 never leads out of this shop, whatever it says', () => {
    const piece = fc.constantFrom(
      '/',
      '//',
      '\\',
      '@',
      ':',
      '%2f',
      '%5c',
      'javascript:',
      'https:',
      'web+vitrine:',
      'evil.example',
      'store',
      'cart',
      '?link=',
      '..',
      '\t',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
        const href = hrefOfLink(pieces.join(''));
        const url = new URL(href, 'https://loja.example');
        expect(url.origin).toBe('https://loja.example');
        expect(addresses.placeAt(url)).not.toBeNull();
      }),
      { numRuns: 2_000 },
    );
  });
  it('leads every type of code to its own flow, and nowhere under another', () => {
    const at = (type: string) =>
      ['phone', 'email'].flatMap((channel) =>
        ['verification', 'activation'].map((step) =>
          addresses.placeAt(new URL(`http://x/${type}/${channel}/${step}`)),
        ),
      );
    expect(at('login').map((place) => place?.screen)).toEqual([
      'login.request',
      'login.codeSent',
      'login.request',
      'login.codeSent',
    ]);
    expect(at('order').map((place) => place?.screen)).toEqual([
      'app.orderVerification',
      'app.orderActivation',
      'app.orderVerification',
      'app.orderActivation',
    ]);
    expect(at('update').map((place) => place?.screen)).toEqual([
      'app.updateVerification',
      'app.updateActivation',
      'app.updateVerification',
      'app.updateActivation',
    ]);
    expect(addresses.placeAt(new URL('http://x/order/fax/verification'))).toBeNull();
    expect(at('signup').map((place) => place?.screen)).toEqual([
      'signup.verification',
      'signup.activation',
      'signup.verification',
      'signup.activation',
    ]);
    expect(addresses.placeAt(new URL('http://x/signup/fax/activation'))).toBeNull();
    expect(at('other')).toEqual([null, null, null, null]);
  });
  it('is read at the front alone', () => {
    expect(linkIn(new URL('http://x/?link=%2Fcart'))).toBe('/cart');
    expect(linkIn(new URL('http://x/?q=1'))).toBeUndefined();
    expect(linkIn(new URL('http://x/store/feira?link=%2Fcart'))).toBeUndefined();
  });
});
