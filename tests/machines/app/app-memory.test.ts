import { describe, expect, it } from 'vitest';
import { memoryOf } from '#machines/app/memory.ts';
import { emptyBase } from '#machines/cart/empty-base.ts';
import { isPresentable, seedOf, whereIs } from '#machines/app/selectors.ts';
import { locationMemory } from '#machines/address/location.machine.ts';
import type { LoginDraft } from '#machines/login/setup.ts';
import { readLocation, readMemory } from '#machines/stored.ts';
import { ask, placeAsked, placeOf } from '#machines/navigation/place.ts';
import { createActor } from 'xstate';
import { appMachine } from '#machines/app/app.machine.ts';
import { landing, openShop, settled } from '../real-shop.ts';
import { address } from '#tests/support/samples.ts';
import { NOW, campaignId, cartUuid, itemId } from '../samples.ts';

const visitor = { who: 'visitor', lines: 0, draft: 'empty', intranet: false } as const;
const returnTo = placeAsked(ask('checkout.payment', { cartUuid }));
const login: LoginDraft = {
  channel: 'phone',
  ddi: '55',
  isoCode: 'BR',
  phone: '11987654321',
  email: '',
  sentTo: '+5511987654321',
  sentAt: NOW,
  resendAt: NOW + 60_000,
  expiresAt: NOW + 300_000,
};
const refusal = { reason: 'session.missing', asked: returnTo } as const;
const memory = { version: 1, returnTo, origin: null, refusal, login, address: null } as const;

describe('what outlives the page', () => {
  it('comes back as it was', () => {
    expect(
      readMemory(
        JSON.parse(
          JSON.stringify(
            memoryOf({ context: { ...memory, drafts: { login, signup: null, address: null, guest: null } } }),
          ),
        ),
      ),
    ).toEqual(memory);
    expect(
      readLocation(JSON.parse(JSON.stringify(locationMemory({ location: { postalCode: '05435-000' } })))),
    ).toEqual({ version: 1, location: { postalCode: '05435-000' } });
  });
  for (const [name, stored] of [
    ['of another version', { ...memory, version: 2 }],
    ['with a screen that is gone', { ...memory, returnTo: { ...returnTo, screen: 'app.gone' } }],
    ['with a parameter missing', { ...memory, returnTo: { ...returnTo, params: {} } }],
    ['with an unknown reason', { ...memory, refusal: { reason: 'because', asked: null } }],
    ['that is no object', 'memory'],
    ['that is empty', null],
  ] as const)
    it(`is dropped ${name}`, () => expect(readMemory(stored)).toBeNull());
  it('leads back after a reload on the way to sign in', async () => {
    const app = openShop({ who: 'client', lines: 2, draft: 'pix', intranet: false }).start();
    await settled();
    const again = createActor(openShop({ who: 'client', lines: 2, draft: 'pix', intranet: false }).logic, {
      input: { ...inputOf(app), hint: true, asked: ask('login.options', {}), memory },
    }).start();
    await settled();
    expect(landing(again)).toBe('checkout.payment');
  });
  it('leads back after a reload on the way to choosing an address, whatever was read beside it', async () => {
    const app = openShop(visitor).start();
    await settled();
    const again = createActor(openShop(visitor).logic, {
      input: {
        ...inputOf(app),
        hint: false,
        asked: ask('address.location', {}),
        memory: { ...memory, returnTo: null, refusal: null, origin: placeAsked(ask('app.newHome', {})) },
      },
    }).start();
    await settled();
    again.send(ask('app.about', {}));
    again.send(ask('address.location', {}));
    await settled();
    again.getSnapshot().children.address?.send({ type: 'address.chosen', address });
    await settled();
    expect(landing(again)).toBe('app.newHome');
  });
});

function inputOf(app: ReturnType<typeof openShop>) {
  const cart = app.getSnapshot().children.cart?.getSnapshot().context;
  return {
    tenant: { client: 'feira', intranet: false, guestOrders: false },
    now: NOW,
    cart: {
      memory: {
        uuid: cart?.uuid ?? null,
        base: cart?.base ?? emptyBase,
        edits: [],
        saved: null,
        leadId: null,
        isClient: false,
      },
    },
  };
}

describe('a page that the server has drawn', () => {
  const closed = placeOf('app.catalog', { campaign: 'campanha-3' });
  for (const place of [
    placeOf('app.home', {}),
    placeOf('app.campaign', { campaignId: 'campanha-2' }),
    placeOf('app.catalog', { campaign: 'campanha-1' }),
    placeOf('app.product', { campaignId: campaignId(1), itemId: itemId(1) }),
    closed,
  ]) {
    it(`is in the same place at once in the browser: ${place.screen} ${Object.values(place.params).join(' ')}`, async () => {
      const server = openShop({ who: 'visitor', lines: 0, draft: 'empty', intranet: false }, place).start();
      expect(isPresentable(server.getSnapshot())).toBe(false);
      await settled();
      expect(isPresentable(server.getSnapshot())).toBe(true);
      const seed = JSON.parse(JSON.stringify(seedOf(server.getSnapshot()))) as ReturnType<typeof seedOf>;
      const browser = createActor(appMachine, {
        input: {
          tenant: { client: 'feira', intranet: false, guestOrders: false },
          now: NOW,
          // Of a campaign that is closed to others, the server draws nothing for somebody who may have its key.
          hint: place.params !== closed.params,
          cart: {},
          seed,
          asked: { type: `asked.${place.screen}`, params: place.params, search: {} } as never,
        },
      });
      browser.subscribe({ error: () => {} });
      browser.start();
      expect(whereIs(browser.getSnapshot())).toEqual(whereIs(server.getSnapshot()));
      expect(isPresentable(browser.getSnapshot())).toBe(true);
      browser.stop();
    });
  }
});
