import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { PixCharge } from '#contract/payment/payment.ts';
import type { PixContext } from '#machines/orders/pix.machine.ts';
import { orderToFetch } from '#tests/support/orders/guest-order.ts';
import { advance, ask, newPerson } from '#tests/support/people.ts';
import type { Shop } from '#tests/support/shop.ts';
import { comeAsNew } from '#tests/support/store/api-driver.ts';
import { pass, passed } from '../means.ts';
import type { Staged } from '../play.ts';
import { Gate, type Tick, byServer, looking } from '../stage.ts';
import type { Start } from '../tours.ts';

/** What a tour through the wait for a Pix is played with. */
export interface World extends Staged {
  shop: Shop;
  tick: Tick;
  gates: Record<'loadPix' | 'renewPix', Gate>;
  /** The question who is here, which comes before all others. */
  session: Gate;
  /** How the page hears of its order without its Pix: the stream of news, and the order itself. */
  news: Gate[];
  orderCode: string;
  /** the newest code, as the server has it */
  code: { status: 'pending' | 'expired'; madeAt: number };
  /** codes that the page has asked for, and those of them that were answered */
  requested: number;
  answered: number;
}

const STREAM = /\/api\/operation\/events\?/;
const ORDERS = /\/api\/operation\/orders(?:\?|$|\/(?:code|filtered|follow|pageable))/;
const CODE = /\/api\/pix\/qrcode\?/;
const REQUESTS = /\/api\/operation\/orders\/order\/[^/]+\/events$/;

export const contextOf = ({ context }: AnyMachineSnapshot) => context as PixContext; // of this chart
/** How the newest code stands: as it was last answered, and at first it can be paid. */
export const statusOf = (snapshot: AnyMachineSnapshot) => contextOf(snapshot).charge?.status ?? 'pending';
/** Codes that may still be asked for: of a new order three. */
export const leftOf = (snapshot: AnyMachineSnapshot) => contextOf(snapshot).charge?.attemptsLeft ?? 3;

const serverNow = () => Date.now() + 1_000 * passed();
/** A code is good for half an hour, s. */
const GOOD = 1_800;
/** Less than what a page's clock may lead by, s. */
export const MOMENT = 20;

/** A new order by Pix of somebody who is signed in to this page. */
export async function worldOf(page: Page, told: World['told'], shop: Shop, start: Start): Promise<World> {
  const person = newPerson();
  const headers = await comeAsNew(page.context(), shop, person);
  const orderCode = await orderToFetch(shop, person, 'Queijo Canastra meia-cura', headers);
  const world: World = {
    page,
    told,
    shop,
    tick: () => page.clock.runFor(20),
    gates: { loadPix: await Gate.on(page, CODE), renewPix: await Gate.on(page, REQUESTS) },
    session: await Gate.on(page, /\/auth\/renew$/),
    news: [await Gate.on(page, STREAM), await Gate.on(page, ORDERS)],
    orderCode,
    code: { status: 'pending', madeAt: serverNow() },
    requested: 0,
    answered: 0,
  };
  for (const gate of world.news) await gate.open(byServer);
  const { charge } = start.input as { charge?: PixCharge }; // of the chart
  for (let left = 3; left > (charge?.attemptsLeft ?? 3); left--) {
    await expire(world);
    await requestElsewhere(world);
  }
  page.on('request', (request) => {
    if (request.method() === 'POST' && REQUESTS.test(request.url())) world.requested++;
  });
  return world;
}

/** The page's time is held from now on. */
export async function holdTime({ page }: World): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
}

/** The code is over for the server, if it is not already. */
export async function expire({ shop, orderCode, code }: World): Promise<void> {
  await ask(shop, 'POST', `/sandbox/orders/${orderCode}/events`, {
    body: { type: 'payment.expired' },
    wanted: [200, 409],
  });
  code.status = 'expired';
}
export function noteCode({ code }: World): void {
  code.status = 'pending';
  code.madeAt = serverNow();
}
export async function requestElsewhere(world: World): Promise<void> {
  await advance(world.shop, world.orderCode, 'payment.requested');
  noteCode(world);
}
export async function cancel(world: World): Promise<void> {
  if (world.code.status === 'expired') await requestElsewhere(world);
  await advance(world.shop, world.orderCode, 'order.canceled');
}
export const passToLastMoment = (world: World) =>
  pass(world, Math.floor((world.code.madeAt - serverNow()) / 1_000) + GOOD - MOMENT);

/** Waits until the page's chart is where it should be. */
export const comesTo = ({ told, tick }: World, isThere: (active: string[] | null) => boolean) =>
  expect
    .poll(
      looking(tick, () => isThere(told.active('pix'))),
      { message: 'pix in the browser', timeout: 30_000, interval: 30 },
    )
    .toBe(true);

const show = (page: Page, isHidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
/** Something happens while the page is not seen, and hears no news; it is told none before `thenHearNews`. */
export async function unseen({ page, news }: World, what: () => Promise<unknown>): Promise<void> {
  for (const gate of news) gate.hold();
  await show(page, true);
  await what();
  await show(page, false);
}
export const isListening = ({ page }: World) => page.waitForResponse(STREAM);
export async function thenHearNews(world: World): Promise<void> {
  const { news } = world;
  const listens = isListening(world);
  for (const gate of news) await gate.open(byServer);
  await listens;
}
