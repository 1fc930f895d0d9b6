import { describe, expect, it } from 'vitest';
import type { Actor } from 'xstate';
import type { appMachine } from '#machines/app.machine.ts';
import { ask, placeOf, toAsked } from '#machines/place.ts';
import { type Wish, expectedLanding, wishes } from './landing-rules.ts';
import { type DraftName, type Who, type World, drafts, flowOf, landing, openShop, settled } from './real-shop.ts';
import { campaignId, cartUuid } from './samples.ts';

type Shop = Actor<typeof appMachine>;
const world = (who: Who, more: Partial<World> = {}): World => ({ who, lines: 2, draft: 'pix', intranet: false, ...more });
const place = ({ screen, params }: Wish) => placeOf(screen, params);
const told = ({ screen, params }: Wish) => `${screen} ${Object.values(params).join(' ')}`;
const draftOf = (app: Shop) => JSON.stringify(app.getSnapshot().children.cart?.getSnapshot().context.draft);
const linesOf = (app: Shop) => app.getSnapshot().children.cart?.getSnapshot().context.lines.length;
const people: Who[] = ['visitor', 'client', 'clientWithoutAddress', 'newcomer', 'expired'];

/** All wrong landings at once: one line each says more than the first failure. */
async function wrongLandings(cases: { world: World; wish: Wish; from?: Wish }[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const given of cases) {
    const app = openShop(given.world, place(given.from ?? given.wish)).start();
    await settled();
    const before = draftOf(app);
    if (given.from) {
      app.send(toAsked(place(given.wish)));
      await settled();
    }
    const found = landing(app);
    const expected = expectedLanding(given.wish, given.world, given.from);
    const case_ = `${given.world.who}, ${given.world.lines} lines, ${given.world.draft}${given.world.intranet ? ', intranet' : ''}: ${given.from ? `${told(given.from)} → ` : ''}${told(given.wish)}`;
    if (found !== expected) wrong.push(`${case_}: ${found} instead of ${expected}`);
    if (draftOf(app) !== before) wrong.push(`${case_}: the draft changed`);
    if (linesOf(app) !== (given.world.lines ? 1 : 0)) wrong.push(`${case_}: a line was lost`);
    app.stop();
  }
  return wrong;
}

describe('the charts together', () => {
  it('lands everybody where the rules say, from the address bar', async () => {
    const cases = people.flatMap((who) => [0, 2].flatMap((lines) => wishes.map((wish) => ({ world: world(who, { lines }), wish }))));
    expect(await wrongLandings(cases)).toEqual([]);
  }, 60_000);
  it('lands everybody where the rules say, in an intranet store', async () => {
    const cases = people.flatMap((who) => wishes.map((wish) => ({ world: world(who, { intranet: true }), wish })));
    expect(await wrongLandings(cases)).toEqual([]);
  }, 60_000);
  it('lands everybody where the rules say, from wherever they are', async () => {
    const starts = wishes.filter(
      ({ screen, params }) =>
        ['app.home', 'app.cart', 'login.request', 'address.location', 'checkout.shipping', 'app.accountDashboard'].includes(screen) ||
        (screen === 'app.catalog' && params['campaign'] === 'campanha-1'),
    );
    const cases = (['visitor', 'client', 'newcomer'] as const).flatMap((who) =>
      starts.flatMap((from) => wishes.map((wish) => ({ world: world(who), wish, from }))),
    );
    expect(await wrongLandings(cases)).toEqual([]);
  }, 120_000);
  it('stops at the first thing that a draft lacks, whatever step was asked for', async () => {
    const steps = wishes.filter(
      ({ screen, params }) => screen.startsWith('checkout.') && (screen === 'checkout.method' || params['cartUuid'] === cartUuid),
    );
    const cases = (Object.keys(drafts) as DraftName[]).flatMap((draft) =>
      steps.flatMap((wish) => [
        { world: world('client', { draft }), wish },
        ...steps.map((from) => ({ world: world('client', { draft }), wish, from })),
      ]),
    );
    expect(await wrongLandings(cases)).toEqual([]);
  }, 60_000);

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
    expect(app.getSnapshot().children.cart?.getSnapshot().context).toMatchObject({ lines: [{ quantity: 2 }], draft: drafts.pix });
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
