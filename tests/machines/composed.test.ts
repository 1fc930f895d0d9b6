import { describe, expect, it, vi } from 'vitest';
import type { Actor } from 'xstate';
import { OrderState } from '#contract/order.ts';
import type { appMachine } from '#machines/app/app.machine.ts';
import { ask, placeOf } from '#machines/navigation/place.ts';
import { type Wish, wishes } from './landing-rules.ts';
import {
  type DraftName,
  type Who,
  type World,
  drafts,
  flowOf,
  landing,
  openShop,
  settled,
} from './real-shop.ts';
import { address } from '../support/samples.ts';
import { draftOf, linesOf, wrongLandings } from './wrong-landings.ts';
import { NOW, account, campaignId, cartUuid, client, itemId, newcomer, tokens } from './samples.ts';

type Shop = Actor<typeof appMachine>;
const world = (who: Who, more: Partial<World> = {}): World => ({
  who,
  lines: 2,
  draft: 'pix',
  intranet: false,
  ...more,
});
const people: Who[] = ['visitor', 'client', 'clientWithoutAddress', 'newcomer', 'expired'];

/** By the code, wherever they are. */
async function signIn(app: Shop): Promise<void> {
  app.send(ask('login.request', { type: 'login', channel: 'phone' }));
  await settled();
  const login = app.getSnapshot().children.login;
  login?.send({ type: 'contact.changed', channel: 'phone', value: '+5511987654321' });
  login?.send({ type: 'code.requested' });
  await settled();
  login?.send({ type: 'code.submitted', code: '123456' });
  await settled();
}

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
  it('shows of an order what its state says, whatever its address says', async () => {
    const states = [...OrderState.options, 'gone' as const];
    const mine = wishes.filter(({ params }) => 'orderCode' in params);
    const cases = states.flatMap((order) =>
      mine.map((wish) => ({ world: world('client', { order }), wish })),
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

  it('leads a visitor through the code back to the step that was asked for', async () => {
    const app = openShop(world('visitor')).start();
    await settled();
    app.send(ask('checkout.payment', { cartUuid }));
    app.send(ask('login.request', { type: 'login', channel: 'phone' }));
    await settled();
    const login = app.getSnapshot().children.login;
    login?.send({ type: 'contact.changed', channel: 'phone', value: '+5511987654321' });
    login?.send({ type: 'code.requested' });
    await settled();
    expect(landing(app)).toBe('login.codeSent');
    login?.send({ type: 'code.submitted', code: '123456' });
    await settled();
    expect(landing(app)).toBe('checkout.payment');
    expect(app.getSnapshot().context).toMatchObject({ session: 'client', returnTo: null, refusal: null });
  });
  it('leads somebody who signs in on a product back to that product', async () => {
    const app = openShop(world('visitor')).start();
    await settled();
    app.send(ask('app.campaign', { campaignId: campaignId(1) }));
    app.send(ask('login.request', { type: 'login', channel: 'phone' }));
    await settled();
    const login = app.getSnapshot().children.login;
    login?.send({ type: 'contact.changed', channel: 'phone', value: '+5511987654321' });
    login?.send({ type: 'code.requested' });
    await settled();
    login?.send({ type: 'code.submitted', code: '123456' });
    await settled();
    expect(landing(app)).toBe('app.campaign');
  });
  it('asks for a new sign-in where the session ended, and keeps the cart', async () => {
    const app = openShop(world('client')).start();
    await settled();
    app.send(ask('checkout.payment', { cartUuid }));
    await settled();
    app.send({ type: 'token.rejected' });
    await settled();
    expect(landing(app)).toBe('login.options (session.ended)');
    expect(app.getSnapshot().context.returnTo?.screen).toBe('checkout.payment');
    expect(app.getSnapshot().children.cart?.getSnapshot().context).toMatchObject({
      lines: [{ quantity: 2 }],
      draft: drafts.pix,
    });
  });
  it('takes a known client to their first whole address, for the campaigns, the cart and the checkout', async () => {
    const home = { ...account, addresses: [{ postalCode: '05435-000' }, address] };
    for (const who of ['client', 'visitor'] as const) {
      const asked: unknown[] = [];
      const app = openShop(world(who, { draft: 'empty' }), undefined, {
        restoreSession: () => (who === 'client' ? { ...client, account: home } : null),
        activate: () => ({ user: client.user, account: home }),
        loadCampaigns: ({ point }) => void asked.push(point),
      }).start();
      await settled();
      if (who === 'visitor') await signIn(app);
      const { location, cart } = app.getSnapshot().children;
      expect(location?.getSnapshot().context).toMatchObject({ location: address, isDefault: false });
      expect(asked.at(-1)).toEqual({ latitude: address.latitude, longitude: address.longitude });
      await vi.waitUntil(
        () => cart?.getSnapshot().hasTag('settled') && cart.getSnapshot().context.draft.location,
        { timeout: 5_000 },
      );
      expect(cart?.getSnapshot().context.draft.location).toEqual(address);
      app.send(ask('checkout.shipping', { cartUuid }));
      await settled();
      expect(app.getSnapshot().children.checkout?.getSnapshot().context.draft.location).toEqual(address);
      app.stop();
    }
  });
  it('keeps the place that somebody chose before they signed in', async () => {
    const chosen = { ...address, streetNumber: '7' };
    const app = openShop(world('visitor', { draft: 'empty' }), undefined, {
      activate: () => ({ user: client.user, account: { ...account, addresses: [address] } }),
    }).start();
    await settled();
    app.getSnapshot().children.location?.send({ type: 'location.set', location: chosen });
    await signIn(app);
    expect(app.getSnapshot().context).toMatchObject({ session: 'client', location: chosen });
  });
  it('takes the place of an account that is changed later', async () => {
    const app = openShop(world('client', { draft: 'empty' })).start();
    await settled();
    expect(app.getSnapshot().context.location).toBeNull();
    app
      .getSnapshot()
      .children.session?.send({ type: 'account.changed', account: { ...account, addresses: [address] } });
    expect(app.getSnapshot().context.location).toEqual(address);
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
  it('lets a sign-up go on with the grant that a renewal brought', async () => {
    const app = openShop(world('newcomer'), undefined, {
      restoreSession: () => ({ ...newcomer, signupGrant: null }),
      renewToken: () => ({ tokens: tokens('renewed', { timestamp: NOW + 1 }), signupGrant: 'newer' }),
    }).start();
    await settled();
    expect(app.getSnapshot().context.signupGrant).toBeNull();
    app.send({ type: 'token.rejected' });
    await settled();
    expect(app.getSnapshot().context).toMatchObject({
      session: 'client',
      signupGrant: 'newer',
      account: null,
    });
    expect(app.getSnapshot().context.user).toEqual(newcomer.user);
  });
  it('leaves the cart of somebody whose session ended as theirs, and finds it again without merging it with itself', async () => {
    const asked: string[] = [];
    const app = openShop(world('client'), undefined, {
      loadSavedCart: () => void asked.push('saved'),
      putCart: () => void asked.push('put'),
    }).start();
    await settled();
    const { cart } = app.getSnapshot().children;
    const before = asked.length;
    app.send({ type: 'token.rejected' });
    await settled();
    expect(cart?.getSnapshot().context).toMatchObject({
      uuid: cartUuid,
      isClient: true,
      lines: [{ quantity: 2 }],
    });
    await signIn(app);
    expect(app.getSnapshot().context.session).toBe('client');
    expect(cart?.getSnapshot().context).toMatchObject({
      uuid: cartUuid,
      isClient: true,
      lines: [{ quantity: 2 }],
    });
    expect(asked.slice(before)).toEqual([]);
  });
  it('signs in without a warning of the library', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const app = openShop(world('visitor')).start();
    await settled();
    await signIn(app);
    expect(app.getSnapshot().context.session).toBe('client');
    expect(warned.mock.calls).toEqual([]);
    warned.mockRestore();
  });
  for (const [intranet, door] of [
    [false, 'app.home'],
    [true, 'app.intranetLogin'],
  ] as const) {
    it(`leaves to ${door} on signing out in mid-flow, with nothing of the person left`, async () => {
      const app = openShop(world('client', { intranet })).start();
      await settled();
      app.send(ask('checkout.payment', { cartUuid }));
      await settled();
      app.send({ type: 'signout.requested' });
      await settled();
      expect(landing(app)).toBe(door);
      const { cart, orders, session } = app.getSnapshot().children;
      expect(linesOf(app)).toBe(0);
      expect(cart?.getSnapshot().context.uuid).toBeNull();
      expect(orders?.getSnapshot().context.orders).toEqual([]);
      expect(session?.getSnapshot().context).toMatchObject({ tokens: null, user: null, account: null });
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
});
