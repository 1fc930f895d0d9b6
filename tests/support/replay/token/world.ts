import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { Devices } from '#contract/people/device.ts';
import type { Tokens } from '#contract/people/session.ts';
import type { SessionTokens } from '#machines/session/token.machine.ts';
import { type Person, ask, codeFor, newPerson } from '#tests/support/people.ts';
import type { Shop } from '#tests/support/shop.ts';
import { comeAsNew } from '#tests/support/store/api-driver.ts';
import { pass, passed } from '../means.ts';
import type { Staged } from '../play.ts';
import { Gate, type Tick, byServer } from '../stage.ts';

/** What a tour through the life of a token is played with. */
export interface World extends Staged {
  shop: Shop;
  tick: Tick;
  gates: Record<'renewToken', Gate>;
  /** What a page asks for when one comes back to it: its campaigns. */
  calls: Gate;
  /** Another sign-in of the same person, by which the server says what it has of this one. */
  beside: Beside;
  /** when the page was given its newest token, ms by the server */
  givenAt: number;
  /** renewals that this page has asked for, and those of them that were answered */
  requested: number;
  answered: number;
  /** renewals that the server has granted this sign-in, by any tab */
  granted: number;
  /** the sign-in has ended elsewhere */
  isEnded: boolean;
}
interface Beside {
  tokens: Tokens;
  givenAt: number;
  /** when the server gave out a token of the page's sign-in, each time that was seen */
  issued: Set<string>;
}

export const RENEWAL = /\/auth\/renew$/;
const CAMPAIGNS = /\/api\/[^?]*campaign[^?]*(?:\?|$)/;
const STREAM = /\/api\/operation\/events\?/;

interface TokenContext {
  tokens: SessionTokens;
  now: number;
  online: boolean;
  failures: number;
}
export const contextOf = ({ context }: AnyMachineSnapshot) => context as TokenContext; // of this chart
export const serverNow = () => Date.now() + 1_000 * passed();

/** Of another device, a program's, whose tokens come in the body. */
async function signInBeside(shop: Shop, { phone }: Person): Promise<Beside> {
  await ask(shop, 'POST', '/api/users/authenticate/sms', { body: { phone } });
  const body = { username: phone, password: await codeFor(shop, phone), rememberme: true };
  const tokens = await ask<Tokens>(shop, 'POST', '/auth/login', { body });
  return { tokens, givenAt: serverNow(), issued: new Set() };
}
/** No older token of the other device is used, ms. */
const OLDEST = 300_000;
async function headersOf({ shop, beside }: World): Promise<Record<string, string>> {
  if (serverNow() - beside.givenAt > OLDEST) {
    const body = { refreshToken: beside.tokens.refresh_token };
    beside.tokens = await ask<Tokens>(shop, 'POST', '/auth/renew', { body });
    beside.givenAt = serverNow();
  }
  return { authorization: `Bearer ${beside.tokens.access_token}` };
}
/** The page's sign-in as the server has it; nothing where it has ended. */
export async function signInHere(world: World): Promise<Devices['devices'][number] | undefined> {
  const headers = await headersOf(world);
  const { devices } = await ask<Devices>(world.shop, 'GET', '/api/users/sessions', { headers });
  return devices.find(({ current }) => !current);
}
export async function endElsewhere(world: World): Promise<void> {
  const here = await signInHere(world);
  await ask(world.shop, 'DELETE', `/api/users/sessions/${here?.id}`, { headers: await headersOf(world) });
}

/** Somebody who is signed in to this page and, longer ago, elsewhere. */
export async function worldOf(
  context: BrowserContext,
  page: Page,
  told: World['told'],
  shop: Shop,
): Promise<World> {
  const person = newPerson();
  await comeAsNew(context, shop, person);
  // The last code is too young for another.
  await pass({ shop }, 61);
  const beside = await signInBeside(shop, person);
  const gates = { renewToken: await Gate.on(page, RENEWAL) };
  const calls = await Gate.on(page, CAMPAIGNS);
  await gates.renewToken.open(byServer);
  await calls.open(byServer);
  const tick = () => page.clock.runFor(20);
  return {
    page,
    told,
    shop,
    tick,
    gates,
    calls,
    beside,
    givenAt: 0,
    requested: 0,
    answered: 0,
    granted: 0,
    isEnded: false,
  };
}

const show = (page: Page, isHidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
/** Somebody comes back to the page, which asks for what it shows anew. */
export async function comeBack({ page }: World): Promise<void> {
  await show(page, true);
  await show(page, false);
}
export const isListening = ({ page }: World) => page.waitForResponse(STREAM);
/** It becomes later for the server, which tells the page. @param until ms by the server */
export async function becomeLater(world: World, until: number): Promise<void> {
  const listens = isListening(world);
  await comeBack(world);
  await listens;
  await pass(world, Math.max(1, Math.round((until - serverNow()) / 1_000)));
}

/** Opens the page; its time is held from then on. */
export async function begin(world: World): Promise<void> {
  const { page, told, gates } = world;
  const listens = isListening(world);
  await page.goto('/account');
  await listens;
  await expect.poll(() => told.active('token')).toEqual(['fresh']);
  world.givenAt = serverNow();
  told.keepToTab();
  gates.renewToken.hold();
  page.on('request', (request) => {
    if (RENEWAL.test(request.url())) world.requested++;
  });
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  // Whoever goes by keys is somewhere before anything happens.
  await page.keyboard.press('Tab');
}
