import { describe, expect, it, vi } from 'vitest';
import type { Actor } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import { whereIs } from '#machines/app/selectors.ts';
import { ask } from '#machines/navigation/place.ts';
import { drafts, landing, openShop, settled, world } from '../real-shop.ts';
import { address } from '#tests/support/samples.ts';
import { linesOf } from './wrong-landings.ts';
import { account, campaignId, cartUuid, client, itemId } from '../samples.ts';

type Shop = Actor<typeof appMachine>;

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

describe('coming and going among the charts', () => {
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
    app.send(ask('app.product', { campaignId: campaignId(1), itemId: itemId(1) }));
    await settled();
    expect(landing(app)).toBe('app.product');
    await signIn(app);
    expect(landing(app)).toBe('app.product');
    expect(whereIs(app.getSnapshot())).toMatchObject({
      params: { campaignId: campaignId(1), itemId: itemId(1) },
    });
  });
  it('asks for a new sign-in where the session ended, and keeps the cart', async () => {
    const app = openShop(world('client')).start();
    await settled();
    // Begun at its first step, and gone on from there.
    app.send(ask('checkout.shipping', { cartUuid }));
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
    await signIn(app);
    expect(landing(app)).toBe('checkout.payment');
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
  it('signs in without a warning of the library', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const app = openShop(world('visitor')).start();
    await settled();
    await signIn(app);
    expect(app.getSnapshot().context.session).toBe('client');
    expect(warned.mock.calls).toEqual([]);
    warned.mockRestore();
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
});
