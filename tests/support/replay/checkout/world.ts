import { randomUUID } from 'node:crypto';
import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { CheckoutDraft } from '#contract/order/order.ts';
import { TELLING } from '#machines/book/telling.ts';
import type { CheckoutContext, CheckoutInput } from '#machines/checkout/facts.ts';
import { WHOLE_HOME, comeAsNew, shelfOf } from '#tests/support/store/api-driver.ts';
import { ask, newPerson } from '#tests/support/people.ts';
import type { Shop } from '#tests/support/shop.ts';
import { CHEESE } from '#tests/support/browser/ways.ts';
import { pass, passed } from '../means.ts';
import type { Staged } from '../play.ts';
import { Gate, type Tick, byServer, looking } from '../stage.ts';
import type { ChartEvent, Start } from '../tours.ts';

/** What a tour through the checkout is played with. */
export interface World extends Staged {
  shop: Shop;
  tick: Tick;
  gates: Record<keyof typeof calls, Gate>;
  cartUuid: string;
  /** of whoever buys */
  phone: string;
  /** it is about to be asked whether the cart has become an order */
  isFinding: boolean;
  /** keys of the orders that the page has sent, each once */
  keys: Set<string>;
}

/** The addresses of the calls of each port. */
const calls = {
  quote: /\/api\/operation\/orders\/quote\//,
  methods: /\/api\/payments\/methods\?/,
  lock: /\/api\/operation\/orders\/lock\//,
  card: /\/api\/payments\/intents$/,
  place: /\/api\/operation\/orders\/v2\//,
  find: /\/api\/operation\/carts\/[^/]+$/,
};
/** News of what others do, and the windows of campaigns that nobody looks into here. */
const ASIDE = /\/api\/operation\/(?:events\?|catalog\/campaign\/)/;

export const contextOf = ({ context }: AnyMachineSnapshot) => context as CheckoutContext; // of this chart
export const isAt = (
  snapshot: AnyMachineSnapshot,
  ...states: Parameters<AnyMachineSnapshot['matches']>[0][]
) => snapshot.status === 'active' && states.some((state) => snapshot.matches(state));
export const when =
  (isPossible: (snapshot: AnyMachineSnapshot) => boolean, ...events: ChartEvent[]) =>
  (snapshot: AnyMachineSnapshot): ChartEvent[] =>
    snapshot.status === 'active' && isPossible(snapshot) ? events : [];

interface Way {
  id: string;
  type: string;
  hubId?: string;
  windows?: { id: string; left: number }[];
}
/** Of what the shop offers, the way that the chart's own sample is called by. */
async function wayOf(
  shop: Shop,
  cartUuid: string,
  headers: Record<string, string>,
  chosen: NonNullable<CheckoutDraft['shippingMethod']>,
): Promise<object> {
  const { options } = await ask<{ options: Way[] }>(shop, 'GET', `/api/operation/orders/quote/${cartUuid}`, {
    headers,
  });
  const way = options.find(({ type }) => type === chosen.type);
  if (!way) throw new Error(`nothing goes by ${chosen.type}`);
  const { id, type, hubId } = way;
  const windowId = chosen.windowId && way.windows?.find(({ left }) => left > 0)?.id;
  return { id, type, ...(hubId ? { hubId } : {}), ...(windowId ? { windowId } : {}) };
}

/** The cart of somebody who is signed in, with what was decided about it. @returns its name */
async function fillCart(
  shop: Shop,
  headers: Record<string, string>,
  { location, shippingMethod, ...draft }: CheckoutDraft,
): Promise<string> {
  const found = (await shelfOf(shop)).find(({ name }) => name === CHEESE);
  if (!found) throw new Error('nobody sells cheese');
  const cartUuid = randomUUID();
  const cart = `/api/operation/carts/${cartUuid}`;
  const body = {
    version: 0,
    products: [{ id: found.id, campaignId: found.campaignId, quantity: 1 }],
    ...(location ? { location: WHOLE_HOME } : {}),
    ...draft,
  };
  const { version } = await ask<{ version: number }>(shop, 'PUT', cart, { body, headers });
  if (shippingMethod)
    await ask(shop, 'PUT', cart, {
      body: { ...body, version, shippingMethod: await wayOf(shop, cartUuid, headers, shippingMethod) },
      headers,
    });
  return cartUuid;
}

/** Calls of this method go on to the gate; others of the same address to the server. */
const only = (page: Page, address: RegExp, isHeld: (route: Route) => boolean) =>
  page.route(address, (route) => (isHeld(route) ? route.fallback() : route.continue()));

/** Somebody new who is signed in to this page, with the cart of a start. */
export async function worldOf(page: Page, told: World['told'], shop: Shop, start: Start): Promise<World> {
  const person = newPerson();
  const headers = await comeAsNew(page.context(), shop, person);
  const { cart } = start.input as CheckoutInput; // of this chart
  const cartUuid = await fillCart(shop, headers, cart.draft);
  const gates = {
    quote: await Gate.on(page, calls.quote),
    methods: await Gate.on(page, calls.methods),
    lock: await Gate.on(page, calls.lock),
    card: await Gate.on(page, calls.card),
    place: await Gate.on(page, calls.place),
    find: await Gate.on(page, calls.find),
  };
  const world: World = {
    page,
    told,
    shop,
    tick: () => page.clock.runFor(20),
    gates,
    cartUuid,
    phone: person.phone,
    isFinding: false,
    keys: new Set(),
  };
  await only(page, calls.lock, (route) => route.request().method() === 'POST');
  // The cart asks for itself in the same words.
  await only(page, calls.find, (route) => route.request().method() === 'GET' && world.isFinding);
  // A page that hears nothing of it asks for nothing because of it.
  await page.route(ASIDE, () => undefined);
  page.on('request', (request) => {
    if (request.method() === 'POST' && calls.place.test(request.url()))
      world.keys.add(request.headers()['idempotency-key'] ?? '');
  });
  return world;
}

/** The page's time is held from now on. */
export async function holdTime({ page }: Pick<World, 'page'>): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
}

/** Time that went on in the page alone goes on for the shop too: else the next answer would say that it is another. */
export async function agree(world: World): Promise<void> {
  const ahead = (await world.page.evaluate(() => Date.now())) - (Date.now() + 1_000 * passed());
  if (ahead > 2_000) await pass(world, Math.ceil(ahead / 1_000));
}

/** Waits until the page's chart is where it should be. */
export const comesTo = (
  { told, tick }: Pick<World, 'told' | 'tick'>,
  isThere: (active: string[] | null) => boolean,
) =>
  expect
    .poll(
      looking(tick, () => isThere(told.active('checkout'))),
      { message: 'checkout in the browser', timeout: 30_000, interval: 30 },
    )
    .toBe(true);

/** The device sleeps for so many seconds: no timer of the page says so. */
export async function sleep({ page, shop, told }: World, seconds: number): Promise<void> {
  await pass({ shop }, seconds);
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + 1_000 * seconds);
  // Whoever looks on looks again, or the page would tell nobody what it does.
  const before = told.answers();
  await page.evaluate(
    (channel) => new BroadcastChannel(channel).postMessage({ type: 'book.looks' }),
    TELLING,
  );
  await expect.poll(() => told.answers()).toBeGreaterThan(before);
}

/** The page comes out of the browser's memory. */
export const comeBack = (page: Page) =>
  page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));

export const openAll = async ({ gates }: World, ...names: (keyof typeof calls)[]): Promise<void> => {
  for (const name of names) await gates[name].open(byServer);
};
