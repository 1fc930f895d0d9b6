import { describe, expect, it } from 'vitest';
import { OrderState } from '#contract/order/order.ts';
import { ask, placeOf } from '#machines/navigation/place.ts';
import { type Wish, wishes } from './landing-rules.ts';
import { type DraftName, type Who, drafts, flowOf, landing, openShop, settled, world } from '../real-shop.ts';
import { address } from '#tests/support/samples.ts';
import { draftOf, wrongLandings } from './wrong-landings.ts';
import { NOW, campaignId, cartUuid, itemId, newcomer } from '../samples.ts';

const people: Who[] = ['visitor', 'guest', 'client', 'clientWithoutAddress', 'newcomer', 'expired'];

describe('the charts together', () => {
  it('lands everybody where the rules say, from the address bar', async () => {
    const cases = people.flatMap((who) =>
      [0, 2].flatMap((lines) => wishes.map((wish) => ({ world: world(who, { lines }), wish }))),
    );
    expect(await wrongLandings(cases)).toEqual([]);
  });
  it('lands everybody where the rules say, in an intranet store', async () => {
    const cases = people.flatMap((who) =>
      wishes.map((wish) => ({ world: world(who, { intranet: true }), wish })),
    );
    expect(await wrongLandings(cases)).toEqual([]);
  });
  it('keeps whom a company has no campaign for where a key is given, from wherever they are', async () => {
    const at = (who: Who) => world(who, { intranet: true, campaignless: true });
    const cases = (['client', 'newcomer'] as const).flatMap((who) =>
      wishes.flatMap((wish) => [
        // Whoever has no account yet makes it first.
        ...(who === 'client' ? [{ world: at(who), wish }] : []),
        { world: at(who), wish, from: { screen: 'app.home' as const, params: {} } },
      ]),
    );
    expect(await wrongLandings(cases)).toEqual([]);
  });
  it('lets them in at once when a campaign is opened to them, and to what they had asked for', async () => {
    const open = { is: false };
    const app = openShop(
      world('client', { intranet: true, lines: 0 }),
      placeOf('app.inviteCode', {}, { key: 'ABCD' }),
      { loadCampaigns: () => (open.is ? undefined : { campaigns: [], now: NOW }) },
    ).start();
    await settled();
    expect(landing(app)).toBe('app.intranetMarketplaceAccess (intranet.empty)');
    open.is = true;
    app.send({ type: 'campaign.changed' });
    await settled();
    expect(landing(app)).toBe('app.inviteCode');
    expect(app.getSnapshot().context.asked.search).toEqual({ key: 'ABCD' });
    app.stop();
  });
  it('sends whoever comes in for the first time to the sign-up, and then on', async () => {
    for (const by of [undefined, 'beside'] as const) {
      const app = openShop(world('visitor', { intranet: true, lines: 0 }), placeOf('app.cart', {})).start();
      await settled();
      app.send(ask('app.intranetConfirmation', {}));
      await settled();
      expect(landing(app)).toBe('app.intranetConfirmation');
      app.send({ type: 'signin.completed', ...newcomer, ...(by ? { by } : {}) });
      await settled();
      expect(landing(app)).toBe('signup.account');
      expect(app.getSnapshot().context.returnTo?.screen).toBe('app.cart');
      app.stop();
    }
  });
  it('lands everybody where the rules say, from wherever they are', async () => {
    const starts = wishes.filter(
      ({ screen, params }) =>
        [
          'app.home',
          'app.cart',
          'login.request',
          'address.location',
          'checkout.shipping',
          'app.accountDashboard',
        ].includes(screen) ||
        (screen === 'app.catalog' && params['campaign'] === 'campanha-1'),
    );
    const cases = (['visitor', 'client', 'newcomer'] as const).flatMap((who) =>
      starts.flatMap((from) => wishes.map((wish) => ({ world: world(who), wish, from }))),
    );
    expect(await wrongLandings(cases)).toEqual([]);
  });
  it('lets nobody buy without an account where the store does not', async () => {
    const cases = (['visitor', 'guest'] as const).flatMap((who) =>
      wishes.map((wish) => ({ world: world(who, { guests: false }), wish })),
    );
    expect(await wrongLandings(cases)).toEqual([]);
  });
  it('shows of an order what its state says, whatever its address says', async () => {
    const states = [...OrderState.options, 'gone' as const];
    const mine = wishes.filter(({ params }) => 'orderCode' in params);
    const cases = states.flatMap((order) =>
      (['client', 'guest'] as const).flatMap((who) =>
        mine.map((wish) => ({ world: world(who, { order }), wish })),
      ),
    );
    const between = states.flatMap((order) =>
      mine.flatMap((from) => mine.map((wish) => ({ world: world('client', { order }), wish, from }))),
    );
    expect(await wrongLandings([...cases, ...between])).toEqual([]);
  });
  it('stops at the first thing that a draft lacks, whatever step was asked for', async () => {
    const steps = wishes.filter(
      ({ screen, params }) =>
        screen.startsWith('checkout.') && (screen === 'checkout.method' || params['cartUuid'] === cartUuid),
    );
    const cases = (Object.keys(drafts) as DraftName[]).flatMap((draft) =>
      steps.flatMap((wish) => [
        { world: world('client', { draft }), wish },
        ...steps.map((from) => ({ world: world('client', { draft }), wish, from })),
      ]),
    );
    expect(await wrongLandings(cases)).toEqual([]);
  });
  for (const [name, who, first, next] of [
    ['login', 'visitor', ask('login.options', {}), ask('login.request', { type: 'login', channel: 'phone' })],
    ['signup', 'newcomer', ask('signup.account', {}), ask('signup.name', {})],
    ['checkout', 'visitor', ask('checkout.lead', {}, { for: 'guest' }), ask('checkout.lead', {}, {})],
    ['address', 'visitor', ask('address.location', {}), ask('address.number', {})],
    ['checkout', 'client', ask('checkout.shipping', { cartUuid }), ask('checkout.payment', { cartUuid })],
  ] as const) {
    it(`keeps the same ${name} and its draft over a step asked for by its address`, async () => {
      const app = openShop(world(who)).start();
      await settled();
      app.send(first);
      await settled();
      const [flow, draft] = [flowOf(app), draftOf(app)];
      app.send(next);
      await settled();
      expect(flow).toBeDefined();
      expect(flowOf(app)).toBe(flow);
      expect(draftOf(app)).toBe(draft);
    });
  }
  it('goes back from an address to the step it was an errand of', async () => {
    const app = openShop(world('clientWithoutAddress')).start();
    await settled();
    app.send(ask('checkout.shipping', { cartUuid }));
    await settled();
    app.send(ask('address.location', {}));
    await settled();
    expect(app.getSnapshot().context.origin?.screen).toBe('checkout.shipping');
  });
  it('says of a cart that another tab ordered what became of it', async () => {
    const app = openShop(
      world('client', { lines: 2, draft: 'pix' }),
      placeOf('checkout.confirmation', { cartUuid }),
    ).start();
    await settled();
    expect(landing(app)).toBe('checkout.confirmation');
    app.getSnapshot().children.cart?.send({
      type: 'cart.changed.elsewhere',
      uuid: null,
      version: 0,
      ordered: cartUuid,
    });
    await settled();
    expect(landing(app)).toBe('app.cart (cart.ordered)');
    app.stop();
  });
  it('asks nothing of what a company sells before one of its people is here', async () => {
    const asked: string[] = [];
    const note = (name: string) => () => void asked.push(name);
    const ports = {
      loadCampaigns: note('campaigns'),
      preloadTop: note('top'),
      loadPreview: note('preview'),
      loadItems: note('items'),
      loadItem: note('item'),
    };
    for (const wish of [
      ask('app.home', {}),
      ask('app.campaign', { campaignId: campaignId(1) }),
      ask('app.catalog', { campaign: 'campanha-1' }, {}),
      ask('app.product', { campaignId: campaignId(1), itemId: itemId(1) }),
    ]) {
      const app = openShop(
        world('visitor', { intranet: true, lines: 0 }),
        placeOf(wish.type.slice(6) as Wish['screen'], wish.params),
        ports,
      ).start();
      await settled();
      app.send(wish);
      app.getSnapshot().children.location?.send({ type: 'location.set', location: address });
      app.send({ type: 'restored', now: NOW });
      app.send({ type: 'campaign.changed' });
      await settled();
      expect(landing(app)).toBe('app.intranetLogin (intranet.closed)');
      expect(asked).toEqual([]);
      app.stop();
    }
  });
  it('asks for them when one of its people signs in, and no more when they left', async () => {
    const asked: string[] = [];
    const app = openShop(world('client', { intranet: true, lines: 0 }), undefined, {
      loadCampaigns: ({ who }) => void asked.push(who.kind),
    }).start();
    await settled();
    expect(asked).toEqual(['client']);
    app.send({ type: 'signout.requested' });
    await settled();
    app.send({ type: 'campaign.changed' });
    await settled();
    expect(asked).toEqual(['client']);
    expect(app.getSnapshot().context.campaigns).toMatchObject({ isKnown: false, count: 0 });
  });
});
