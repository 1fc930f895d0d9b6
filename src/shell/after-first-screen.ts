import { bringParts } from '#components/layout/later.tsx';
import { afterPaint, whenFree } from '#client/yield-to-main.ts';
import { renewKept } from './kept-page.ts';
import { CRASH_STATE } from './page/crash.tsx';
import { pageComplete, whenIdle } from './rest.ts';
import { loadAhead, preloadScreen } from './load-ahead.ts';
import { loadLateScreens } from './screens.tsx';
import { streamNews } from './wiring/streaming.ts';
import { watchVersion } from './outdated.ts';
import { offerReturn } from './offer-return.ts';
import { offerUpdate } from './update.ts';
import { whenLookedAt } from './looked-at.ts';
import { registerWorker } from './worker.ts';
import type { Clock } from '#client/clock.ts';
import type { TenantView } from '#client/tenant.ts';
import { once } from '#client/late.ts';
import { bringChart } from './wiring/late-chart.ts';
import type { Wired } from './wiring/wiring.ts';

export { cartMachine } from '#machines/cart/cart.machine.ts';
export { keepAll } from './wiring/keeping.ts';
export { OfflineBanner } from '#components/feedback/offline-banner.tsx';
export { Cart } from './page/cart.tsx';
export { Surroundings } from './page/surroundings.tsx';
export { UnreadBadge } from './page/person/unread-badge.tsx';

/**
 * The flows come ahead for those who may soon need them: whoever has something in the cart, or is signed in.
 */
function loadFlows({ app, flows }: Wired): void {
  const { cart, coupon, session } = app.getSnapshot().children;
  const load = once(async () => {
    await afterPaint();
    await whenFree();
    await flows.load();
    bringChart(coupon);
    await Promise.all([
      bringParts(['client/last-refusal.tsx', 'client/shop/cart/coupon-form.tsx']),
      preloadScreen('app.cart'),
    ]);
  });
  const look = () => {
    // Their first screen loads them again should this fail.
    if ((cart?.getSnapshot().context.lines.length ?? 0) > 0 || session?.getSnapshot().context.tokens)
      void load().catch(() => undefined);
  };
  cart?.subscribe(look);
  session?.subscribe(look);
  look();
}

/**
 * What can wait until the first screen stands: the stream, the worker that makes the next visit faster, and the log of
 * what the charts do.
 * @param sandbox somebody may move the shop's clock
 */
export function afterFirstScreen(
  wired: Wired,
  clock: Clock,
  { client, sandbox }: Pick<TenantView, 'client' | 'sandbox'>,
): void {
  const { app, api } = wired;
  renewKept(app, clock);
  // A tap on a plus waits for no code.
  bringChart(app.getSnapshot().children.cart);
  loadFlows(wired);
  loadAhead(app);
  offerReturn(app);
  streamNews(app, api, clock, sandbox);
  watchVersion(app, () => globalThis.sessionStorage);
  void pageComplete().then(() => {
    // What is said without a network must be here before the network goes.
    // So must what writes the cart: a browser may keep an import that failed.
    void Promise.all([
      bringParts([CRASH_STATE]),
      import('./wiring/notices-logic.ts'),
      import('./wiring/visitor.ts'),
    ]).catch(() => undefined);
    void registerWorker((update) => offerUpdate(app, update));
  });
  if (sandbox)
    whenLookedAt(() => {
      void import('./telling.ts').then(({ tellFlows }) => tellFlows(app)).catch(() => undefined);
    });
  void whenIdle().then(() => loadLateScreens().catch(() => undefined));
  void whenIdle()
    .then(async () => {
      const { stepLogOf } = await import('#client/help/step-log.ts');
      stepLogOf(app, client);
    })
    .catch(() => undefined);
}
