import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { SignupContext } from '#machines/signup/setup.ts';
import { type Person, ask, codeFor, newPerson } from '#tests/support/people.ts';
import type { Shop } from '#tests/support/shop.ts';
import { pass, passed } from '../means.ts';
import type { Staged } from '../play.ts';
import { Gate, byServer } from '../stage.ts';

/** What a tour through the sign-up is played with. */
export interface World extends Staged {
  shop: Shop;
  person: Person & { email: string };
  gates: Record<'lookUp' | 'create' | 'find', Gate>;
  /** codes that the server sent, by contact */
  sent: Record<string, number>;
  /** when they proved a contact last, s of the time that passes here */
  provedAt: number;
  /** the newest call that asks for the account */
  creation: Request | null;
}

/** The addresses of the calls of each port. */
const calls: Record<keyof World['gates'], RegExp> = {
  lookUp: /\/ws\/[^/]+\/json$/,
  create: /\/api\/accounts\/client\/user\/[^/]+$/,
  find: /\/api\/accounts\/client$/,
};

export const contextOf = ({ context }: AnyMachineSnapshot) => context as SignupContext; // of this chart

export const isAt = (
  snapshot: AnyMachineSnapshot,
  ...states: Parameters<AnyMachineSnapshot['matches']>[0][]
) => states.some((state) => snapshot.matches(state));

/** Somebody new, whose page asks at first who they are: that is answered. */
export async function worldOf(page: Page, told: World['told'], shop: Shop): Promise<World> {
  const gates = {
    lookUp: await Gate.on(page, calls.lookUp),
    create: await Gate.on(page, calls.create),
    find: await Gate.on(page, calls.find),
  };
  await gates.find.open(byServer);
  const person = { ...newPerson(), email: `${crypto.randomUUID()}@exemplo.com` };
  const world: World = { page, told, shop, person, gates, sent: {}, provedAt: 0, creation: null };
  page.on('request', (request) => {
    if (calls.create.test(new URL(request.url()).pathname)) world.creation = request;
  });
  return world;
}

export function noteSent({ sent }: World, contact: string): void {
  sent[contact] = (sent[contact] ?? 0) + 1;
}
/** The code that went out last. */
export const codeTo = ({ shop }: World, contact: string): Promise<string> => codeFor(shop, contact);
export function noteProved(world: World): void {
  world.provedAt = passed();
}
/** A proof is good for half an hour, and so is what it lets one do. */
const GOOD = 1_800;
export const isProofOver = ({ provedAt }: World): boolean => passed() - provedAt > GOOD;
export const isProofNew = ({ provedAt }: World): boolean => passed() - provedAt < GOOD - 300;
/** A code that is sent now can be typed when the proof is over. Another one is sent after a minute at the soonest. */
export const passToLastMinutes = (world: World) =>
  pass(world, Math.max(GOOD - 200 - (passed() - world.provedAt), 61));
export const passHalfAnHour = (world: World) =>
  pass(world, Math.max(GOOD + 1 - (passed() - world.provedAt), 61));

interface SignedIn {
  access_token: string;
}
/** They prove their phone and, where it is asked, their e-mail too, as the pages before the sign-up do. */
export async function signIn(world: World, alsoByMail: boolean): Promise<void> {
  const { page, shop, person } = world;
  const { request } = page.context();
  const headers = { Origin: shop.url };
  const asked = await request.post('/api/users/authenticate/sms', { headers, data: { phone: person.phone } });
  expect(asked.status()).toBe(201);
  noteSent(world, person.phone);
  const answer = await request.post('/auth/login', {
    headers,
    data: { username: person.phone, password: await codeTo(world, person.phone), rememberme: true },
  });
  expect(answer.status()).toBe(200);
  noteProved(world);
  if (!alsoByMail) return;
  const { access_token: token } = (await answer.json()) as SignedIn;
  const more = { headers: { Authorization: `Bearer ${token}` } };
  const login = { key: 'EMAIL', value: person.email };
  await ask(shop, 'POST', '/api/users/verification/login', { ...more, body: login });
  noteSent(world, person.email);
  const code = await codeTo(world, person.email);
  await ask(shop, 'POST', '/api/users/update/login', { ...more, body: { ...login, code } });
}

/** The call for the account reaches the server after all. */
export async function deliverCreation({ creation, shop }: World): Promise<void> {
  if (!creation) throw new Error('no account was asked for');
  const headers = Object.entries(await creation.allHeaders()).filter(([name]) => name.startsWith('x-'));
  const { pathname, search } = new URL(creation.url());
  await ask(shop, 'POST', pathname + search, {
    body: creation.postDataJSON(),
    headers: Object.fromEntries(headers),
    wanted: [201],
  });
}
