import type { Tabs } from '#actors/tabs.ts';
import { memoryOf } from '#machines/app/memory.ts';
import type { AppActor } from '#machines/app/app.machine.ts';
import { storePlacing } from '#machines/checkout/store.ts';
import { locationMemory } from '#machines/address/location.machine.ts';
import type { Clock } from '#client/clock.ts';
import type { Flows, Roots } from '#client/roots.ts';
import { noteProof } from '#client/person/measured.ts';
import { forgetPush } from '#client/person/push-forgotten.ts';
import type { Storage } from '#client/storage.ts';
import { keepCart } from './keep-cart.ts';
import { takeCoupon } from './coupon-link.ts';
import { keepChosen } from './keep-chosen.ts';
import { couponStore, keepCoupon } from './keep-coupon.ts';
import { keepMemory } from './keep-memory.ts';

interface Parts {
  app: AppActor;
  storage: Storage;
  tabs: Tabs;
  clock: Clock;
}

const childOf = <K extends keyof Roots | keyof Flows>(app: AppActor, name: K) =>
  // Invoked under this very name
  Reflect.get(app.getSnapshot().children, name) as (Roots & Flows)[K] | undefined;

/** The answers of a sign-up, and of who buys without one, at every change: they outlive a closed tab. */
function keepAnswers({ app, storage }: Parts): void {
  let last = app.getSnapshot().context.drafts;
  app.subscribe(({ context: { drafts } }) => {
    const { signup, guest } = last;
    last = drafts;
    if (drafts.signup !== signup) storage.signup.write(drafts.signup);
    if (drafts.guest !== guest) storage.guest.write(drafts.guest);
  });
}

/** Pages and answers of everybody, which say where somebody was: the worker keeps them (`src/sw.ts`). */
async function dropSeen(): Promise<void> {
  const seen = (await caches.keys()).filter((name) => /^(?:catalog$|pages-)/.test(name));
  await Promise.all(seen.map((name) => caches.delete(name)));
}

/** Accounts that other tabs told of: they are not told back. */
const heard = new WeakSet<object>();

function keepSession({ app, storage, tabs, clock }: Parts): void {
  const session = childOf(app, 'session');
  let last = session?.getSnapshot().context;
  // An account that was made or changed here: the other tabs' sign-in began without it.
  session?.subscribe(({ context }) => {
    const { account, user, tokens } = context;
    if (account && account !== last?.account && tokens && last?.tokens && !heard.has(account))
      tabs.tell({ type: 'account.changed', account, user });
    last = context;
  });
  const leavePush = () => {
    if ('serviceWorker' in navigator) void forgetPush().catch(() => undefined);
  };
  session?.on('session.opened', ({ by }) => {
    storage.hint.write(true);
    if (by !== 'signin' && by !== 'beside') return;
    tabs.tell({ type: 'session.opened' });
    // Whoever proves their contact again was here already: `last` is of before.
    if (last?.tokens) return;
    // Who was here without an account asked for themselves.
    leavePush();
    noteProof(clock.now());
  });
  session?.on('session.closed', ({ by }) => {
    if (by !== 'restore') leavePush();
    // A session that the server ended keeps the cart: the person did not leave.
    if (by === 'restore' || by === 'lost') return storage.hint.write(false);
    // Nothing of a person stays in a browser that they left (§4, REL-21).
    storage.wipe();
    if (by === 'signout') tabs.tell({ type: 'session.closed' });
    if ('caches' in globalThis) void dropSeen().catch(() => undefined);
  });
}

function hearTabs({ app, tabs }: Parts): void {
  tabs.hear((message) => {
    if (message.type === 'session.opened') app.send({ type: 'signin.elsewhere' });
    if (message.type === 'account.changed') {
      heard.add(message.account);
      childOf(app, 'session')?.send(message);
    }
    if (message.type === 'session.closed') app.send({ type: 'session.closed.elsewhere' });
  });
}

/**
 * The page comes and goes: charts rest while nobody looks, and what only this tab knows is kept for its next
 * life.
 */
function watchPage({ app, storage, clock }: Parts): void {
  const keep = () => {
    keepMemory(storage, memoryOf(app.getSnapshot()));
    const checkout = childOf(app, 'checkout');
    storage.placing.write(
      checkout ? storePlacing(checkout.getSnapshot()) : app.getSnapshot().context.placing,
    );
  };
  addEventListener('pagehide', keep);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) app.send({ type: 'restored', now: clock.now() });
  });
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) keep();
    app.send(document.hidden ? { type: 'page.hidden' } : { type: 'page.shown', now: clock.now() });
  });
  // A placing is kept when it begins: the tab may be killed before it can say anything.
  app.subscribe((snapshot) => {
    const checkout = snapshot.children.checkout;
    if (checkout && snapshot.matches('checkout')) storage.placing.write(storePlacing(checkout.getSnapshot()));
  });
}

/** Keeps what must outlive the page, and makes tabs agree. */
export function keepAll(parts: Parts): void {
  const location = childOf(parts.app, 'location');
  location?.subscribe(({ context }) =>
    parts.storage.location.write(context.location && locationMemory(context)),
  );
  const cart = childOf(parts.app, 'cart');
  if (cart) keepCart(cart, parts);
  const coupon = childOf(parts.app, 'coupon');
  if (coupon) keepCoupon(coupon, couponStore(parts.app.getSnapshot().context.tenant.client), takeCoupon());
  keepChosen(parts);
  keepSession(parts);
  keepAnswers(parts);
  hearTabs(parts);
  watchPage(parts);
}
