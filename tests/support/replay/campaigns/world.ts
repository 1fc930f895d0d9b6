import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { AnyMachineSnapshot, StateValue } from 'xstate';
import type { Campaign } from '#contract/campaign.ts';
import type { CampaignsContext } from '#machines/catalog/campaign-statuses.ts';
import { ask, newPerson, seen } from '#tests/support/people.ts';
import type { Shop } from '#tests/support/shop.ts';
import { type WHOLE_HOME, comeAsNew } from '#tests/support/store/api-driver.ts';
import { pass, passed } from '../means.ts';
import type { Shown, Staged } from '../play.ts';
import { Gate, type Tick, byServer, follows, looking } from '../stage.ts';
import type { Tour } from '../tours.ts';

/** What a tour through the gates of campaigns is played with. */
export interface World extends Staged {
  shop: Shop;
  tick: Tick;
  gates: Record<'loadCampaigns', Gate>;
  /** the news of the server, held */
  news: Gate;
}

const LISTS = /\/api\/operation\/campaigns\/(?:public|account\/within|lead\/[^/]+\/within)/;
const PREVIEWS = /\/preview\/public$/;
const STREAM = /\/api\/operation\/events\?/;

export const contextOf = ({ context }: AnyMachineSnapshot) => context as CampaignsContext; // of this chart
/** Whether the list is in a state; whether the page is seen stands beside it. */
export const isIn = (snapshot: AnyMachineSnapshot, ...lists: StateValue[]) =>
  lists.some((list) => snapshot.matches({ list } as never));
export const isAsking = (snapshot: AnyMachineSnapshot) => isIn(snapshot, 'loading', { ready: 'refreshing' });

/** A page whose list is held; it hears of no news, so that time is told it by answers alone. */
export async function worldOf(page: Page, told: World['told'], shop: Shop): Promise<World> {
  const gates = { loadCampaigns: await Gate.on(page, LISTS) };
  const news = await Gate.on(page, STREAM);
  return { page, told, shop, tick: () => page.clock.runFor(20), gates, news };
}
/** Opens the first page, whose time is held from then on. */
export async function begin({ page, told, news, gates }: World, { at: begun }: Tour<World>): Promise<void> {
  // A page that the server had made before is told by the first answers how late it is, and asks anew.
  let answers = 0;
  page.on('response', (response) => {
    if (PREVIEWS.test(response.url())) answers++;
  });
  await gates.loadCampaigns.open(byServer);
  await page.goto('/');
  await expect.poll(() => answers > 1 && news.isHolding, { timeout: 30_000 }).toBe(true);
  await follows(told, 'campaigns', { after: begun, events: [] });
  gates.loadCampaigns.hold();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  // Whoever goes by keys is somewhere before anything happens.
  await page.keyboard.press('Tab');
}
/** Whoever has entered a campaign is in it. */
export const isInside = (snapshot: AnyMachineSnapshot) => contextOf(snapshot).accessed.length > 0;
export const screenOf = (snapshot: AnyMachineSnapshot): Shown =>
  isInside(snapshot)
    ? { screen: 'app.catalog', path: '/store/feira-da-semana/catalog', title: 'Feira da Semana' }
    : { screen: 'app.home', path: '/' };

/** Waits until the page's chart is where it should be. */
export const comesTo = ({ told, tick }: World, isThere: (active: string[]) => boolean) =>
  expect
    .poll(
      looking(tick, () => isThere(told.active('campaigns') ?? [])),
      { message: 'campaigns in the browser', timeout: 30_000, interval: 30 },
    )
    .toBe(true);

/** What another tab says. */
export const tell = ({ page }: World, type: 'session.opened' | 'session.closed') =>
  page.evaluate((said) => {
    const channel = new BroadcastChannel('vitrine:client');
    channel.postMessage({ type: said });
    channel.close();
  }, type);
export async function signInBeside(world: World, ...addresses: (typeof WHOLE_HOME)[]): Promise<void> {
  world.gates.loadCampaigns.drop();
  await comeAsNew(
    world.page.context(),
    world.shop,
    newPerson(),
    addresses.length > 0 ? addresses : undefined,
  );
  await tell(world, 'session.opened');
}
/** News as the server writes them: nobody here changes a campaign of the store. */
export async function hearOfChange({ news }: World): Promise<void> {
  await news.open((route) =>
    route.fulfill({ contentType: 'text/event-stream', body: 'id: 1\nevent: campaign.changed\ndata: {}\n\n' }),
  );
  news.hold();
}

export const hide = ({ page }: World, isHidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
/** The page comes back from the browser's memory, seen. */
export const comeFromMemory = ({ page }: World) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: false, configurable: true });
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });

const serverNow = () => Date.now() + 1_000 * passed();
/** Less than what a page's clock may lead by, s. */
export const MOMENT = 20;
/** It becomes later for the server: the next campaign that waits for its hour opens in a moment. */
export async function passToOpening({ shop }: World): Promise<void> {
  const offered = await ask<Campaign[]>(shop, 'GET', '/api/operation/campaigns/public');
  const openings = offered
    .flatMap(({ depends }) => depends)
    .flatMap((need) => (need.type === 'time' && need.seconds * 1_000 > serverNow() ? [need.seconds] : []));
  await pass({ shop }, Math.floor(Math.min(...openings) - serverNow() / 1_000) - MOMENT);
}

/** What the page shows, and what the server offers. @returns that, in Portuguese */
export async function look(world: World, after: AnyMachineSnapshot): Promise<string[]> {
  const { page, tick, gates, shop } = world;
  await expect
    .poll(
      looking(tick, () => gates.loadCampaigns.isHolding),
      { message: 'asks for the list' },
    )
    .toBe(isAsking(after));
  const main = page.getByRole('main');
  if (isIn(after, 'offline', 'failed')) await seen(main.getByRole('button', { name: 'Tentar de novo' }));
  else if (isIn(after, 'ready')) await seen(main.getByText('Feira da Semana'));
  else expect(await main.getByText('Feira da Semana').count()).toBe(0);
  const offered = await ask<Campaign[]>(shop, 'GET', '/api/operation/campaigns/public');
  return [`Campanhas que o servidor oferece a qualquer um: ${offered.length}`];
}
