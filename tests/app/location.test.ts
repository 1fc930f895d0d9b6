import { stoppedClock } from '#client/clock.ts';
import { createShopRouter } from '#shell/routes.tsx';
import { noStorage } from '#client/storage.ts';
import { tenantView } from '#client/tenant.ts';
import { wire } from '#shell/wiring/wiring.ts';
import { whereIs } from '#machines/app/selectors.ts';
import { ask } from '#machines/navigation/place.ts';
import type { NavigationRequest } from '#machines/navigation/screens.ts';
import { createMemoryHistory } from '@tanstack/react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NOW, later, open, stubFetch, tenantOf, tomato } from './stub-shop.ts';

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

/**
 * A tab without a screen: chart, router and a history that can be read.
 * @param meanwhile happens to the chart after the first page and before the address follows it
 */
async function tab(path: string, meanwhile?: NavigationRequest) {
  const { app, flows } = wire({
    tenant: tenantView(tenantOf(), false),
    clock: stoppedClock(NOW),
    storage: noStorage(),
    tabs: { tell: () => undefined, hear: () => () => undefined },
    base: 'http://shop.test',
    server: { calls: { fetch: stubFetch() }, actor: {} },
    input: { hint: false, cart: {} },
  });
  app.start();
  const history = createMemoryHistory({ initialEntries: [path] });
  const { router, addresses, connect } = createShopRouter(history);
  const { ask: go, follow } = connect(app, flows.prepare);
  // Run as in a browser, which Node is not.
  Object.assign(router, { isServer: false, staticLocations: new WeakMap() });
  await router.load();
  // What React's part of the router does in a page.
  const reload = history.subscribe(() => void router.load());
  if (meanwhile) app.send(meanwhile);
  const stop = follow();
  opened.push(() => {
    stop();
    reload();
    app.stop();
    history.destroy();
  });
  const settled = async (pathname: string) =>
    vi.waitFor(
      () => {
        if (
          router.state.isLoading ||
          history.location.pathname !== pathname ||
          router.state.location.pathname !== pathname
        )
          throw new Error(`at ${history.location.pathname}, chart ${whereIs(app.getSnapshot())?.screen}`);
      },
      { timeout: 2_000, interval: 5 },
    );
  await settledOnce(app);
  return {
    app,
    history,
    router,
    addresses,
    ask: (asked: NavigationRequest) => go(asked),
    settled,
    at: () => whereIs(app.getSnapshot())?.screen,
    entries: () => history.length,
    index: () => history.location.state.__TSR_index ?? 0,
  };
}
const settledOnce = (app: Awaited<ReturnType<typeof wire>>['app']) =>
  vi.waitFor(
    () => {
      if (!app.getSnapshot().context.campaigns.isKnown) throw new Error('loading');
    },
    { timeout: 2_000, interval: 5 },
  );

describe('the address and the chart', () => {
  it('agree on a deep link', async () => {
    const { at, settled } = await tab(`/store/feira/product/${tomato}`);
    await settled(`/store/feira/product/${tomato}`);
    expect(at()).toBe('app.product');
  });
  it('agree when the chart moved before the address followed it', async () => {
    const { at, settled, entries } = await tab('/', ask('app.newHome', {}));
    await settled('/home');
    expect([at(), entries()]).toEqual(['app.newHome', 2]);
  });
  it('move together when a person asks', async () => {
    const { ask: go, settled, entries, at } = await tab('/');
    await go(ask('app.newHome', {}));
    await settled('/home');
    expect([at(), entries()]).toEqual(['app.newHome', 2]);
  });
  it('leave one entry, with the reason known, when a deep link is refused', async () => {
    const { app, settled, entries } = await tab('/account');
    await settled('/login');
    expect(entries()).toBe(1);
    expect(app.getSnapshot().context.refusal?.reason).toBe('session.missing');
  });
  it('leave no entry behind when what was asked is refused', async () => {
    const { app, ask: go, settled, entries } = await tab(`/store/${later}`);
    await go(ask('app.catalog', { campaign: later }, {}));
    await settled(`/store/${later}`);
    expect(entries()).toBe(1);
    expect(app.getSnapshot().context.refusal?.reason).toBe('campaign.scheduled');
  });
  it('go back and forward', async () => {
    const { ask: go, history, settled, at } = await tab('/');
    await go(ask('app.newHome', {}));
    await settled('/home');
    await go(ask('app.campaign', { campaignId: open }));
    await settled(`/store/${open}`);
    history.go(-2);
    await settled('/');
    expect(at()).toBe('app.home');
    history.go(1);
    await settled('/home');
    expect(at()).toBe('app.newHome');
  });
  it('undo a refused Back, however far it went, and keep the entries', async () => {
    const { app, ask: go, history, settled, entries, index } = await tab(`/store/${open}/catalog`);
    await settled(`/store/${open}/catalog`);
    await go(ask('app.newHome', {}));
    await settled('/home');
    await go(ask('app.about', {}));
    await settled('/about');
    // From now on the chart says no to everything: as it does while an order is placed.
    const send = app.send.bind(app);
    vi.spyOn(app, 'send').mockImplementation((event) =>
      event.type.startsWith('asked.') ? undefined : send(event),
    );
    history.go(-2);
    await vi.waitFor(() => expect(index()).toBe(2));
    await settled('/about');
    expect(entries()).toBe(3);
  });
  it('overwrite the entry of a passing screen', async () => {
    const { ask: go, history, settled, entries } = await tab('/');
    await go(ask('login.options', {}));
    await settled('/login');
    await go(ask('app.newHome', {}));
    await settled('/home');
    expect(entries()).toBe(2);
    history.back();
    await settled('/');
  });
  it('overwrite the entry when only the search changes', async () => {
    const { ask: go, router, settled, entries, at } = await tab(`/store/${open}/catalog`);
    await settled(`/store/${open}/catalog`);
    await go(ask('app.catalog', { campaign: open }, { q: 'tomate' }));
    await vi.waitFor(() => expect(router.state.location.search).toEqual({ q: 'tomate' }));
    expect([entries(), at()]).toEqual([1, 'app.catalog']);
  });
  it('know the screens that a path may not name', async () => {
    for (const path of ['/login/pigeon/verification', '/nowhere', '/steal/phone/activation']) {
      const { router } = await tab(path);
      // The router's own mark; it draws the not-found page by it.
      expect(
        router.state.matches.some((match) => Boolean(Reflect.get(match, '_notFound'))),
        path,
      ).toBe(true);
    }
  });
  it('lead out of an address that leads nowhere', async () => {
    const { ask: go, settled, at } = await tab('/nowhere');
    await go(ask('app.home', {}));
    await settled('/');
    expect(at()).toBe('app.home');
  });
  it('stay where they are while a link is only looked at', async () => {
    const { router, at } = await tab('/');
    await router.preloadRoute({ to: '/about' } as Parameters<typeof router.preloadRoute>[0]);
    expect(at()).toBe('app.home');
  });
  it('write the same addresses as the router reads', async () => {
    const { addresses } = await tab('/');
    const { definition, screenIds } = await import('#machines/navigation/screens.ts');
    const { paramNames, placeOf } = await import('#machines/navigation/place.ts');
    for (const screen of screenIds) {
      const { path, only } = definition(screen);
      const place = placeOf(
        screen,
        Object.fromEntries(paramNames(path).map((name) => [name, only?.[name]?.[0] ?? 'a/b ç?'])),
      );
      expect(addresses.placeAt(new URL(addresses.hrefOf(place), 'http://shop.test')), screen).toEqual(place);
    }
  });
});
