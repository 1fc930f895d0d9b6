import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { HOME, type Person, ask, codeFor, newPerson } from '../people.ts';
import type { Shop } from '../shop.ts';

/** {@link HOME} as the API takes it. */
export const WHOLE_HOME = {
  postalCode: HOME.postalCode,
  address: HOME.street,
  streetNumber: HOME.streetNumber,
  neighborhood: 'Vila Madalena',
  city: 'São Paulo',
  administrativeArea: 'SP',
  latitude: -23.5536,
  longitude: -46.6904,
  hasNumber: true,
};

/** An account made through the API: whoever is signed in to this page from now on. */
export async function becomeNew(page: Page, shop: Shop, person: Person = newPerson()): Promise<Person> {
  await page.goto('/sandbox');
  await ask(shop, 'POST', '/api/users/authenticate/sms', { body: { phone: person.phone } });
  const given = { code: await codeFor(shop, person.phone), person, address: WHOLE_HOME };
  await page.evaluate(async ({ code, person: { phone, name, cpf }, address }) => {
    const call = async (
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<Record<string, string>> => {
      const answer = await fetch(path, {
        method,
        headers: { ...(body ? { 'Content-Type': 'application/json' } : {}), ...headers },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
      return (await answer.json()) as Record<string, string>;
    };
    const { access_token: token, signup_grant: grant = '' } = await call('POST', '/auth/login', {
      username: phone,
      password: code,
      rememberme: true,
    });
    const { id } = await call('GET', '/api/users', undefined, { Authorization: `Bearer ${token}` });
    await call(
      'POST',
      `/api/accounts/client/user/${id}`,
      {
        name,
        phone,
        phoneCountryCode: '55',
        phoneCountryIsoCode: 'BR',
        identification: cpf,
        addresses: [address],
      },
      { 'X-Signup-Grant': grant },
    );
    localStorage.setItem('vitrine:client:hint', 'true');
  }, given);
  return person;
}

/** Of the contract's tokens, those of somebody new. */
interface NewTokens {
  access_token: string;
  signup_grant: string;
}
/** Somebody who is signed in for the first time makes an account. @returns by what the shop knows them */
async function openAccount(
  shop: Shop,
  { name, cpf: identification }: Person,
  tokens: NewTokens,
  addresses?: readonly (typeof WHOLE_HOME)[],
): Promise<{ authorization: string }> {
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  const { id } = await ask<{ id: string }>(shop, 'GET', '/api/users', { headers });
  await ask(shop, 'POST', `/api/accounts/client/user/${id}`, {
    body: { name, identification, ...(addresses && { addresses }) },
    headers: { 'X-Signup-Grant': tokens.signup_grant },
  });
  return headers;
}
/**
 * The same as `becomeNew` for pages that are not open yet, without a page of its own.
 * @returns by what the shop knows them
 */
export async function comeAsNew(
  context: BrowserContext,
  shop: Shop,
  person: Person,
  addresses?: readonly (typeof WHOLE_HOME)[],
): Promise<{ authorization: string }> {
  await ask(shop, 'POST', '/api/users/authenticate/sms', { body: { phone: person.phone } });
  const answer = await context.request.post(`${shop.url}/auth/login`, {
    headers: { Origin: shop.url },
    data: { username: person.phone, password: await codeFor(shop, person.phone), rememberme: true },
  });
  const headers = await openAccount(shop, person, (await answer.json()) as NewTokens, addresses);
  await context.addInitScript(() => localStorage.setItem('vitrine:client:hint', 'true'));
  return headers;
}

interface Wanted {
  id: string;
  campaignId: string;
  quantity: number;
}

/**
 * Somebody without a browser takes these products, as far as holding them for an order.
 * @throws Error when they cannot be had
 */
export async function holdElsewhere(
  shop: Shop,
  wanted: readonly Wanted[],
  person: Person = newPerson('Outra Compradora'),
): Promise<void> {
  await ask(shop, 'POST', '/api/users/authenticate/sms', { body: { phone: person.phone } });
  const tokens = await ask<NewTokens>(shop, 'POST', '/auth/login', {
    body: { username: person.phone, password: await codeFor(shop, person.phone) },
  });
  const headers = await openAccount(shop, person, tokens);
  const uuid = randomUUID();
  const given = { products: wanted, location: WHOLE_HOME };
  const { version } = await ask<{ version: number }>(shop, 'PUT', `/api/operation/carts/${uuid}`, {
    body: { version: 0, ...given },
    headers,
  });
  const { options } = await ask<{ options: { id: string; type: string }[] }>(
    shop,
    'GET',
    `/api/operation/orders/quote/${uuid}`,
    {
      headers,
    },
  );
  const option = options.find(({ type }) => type === 'EXPRESS');
  if (!option) throw new Error("there is no express delivery to the journeys' home");
  await ask(shop, 'PUT', `/api/operation/carts/${uuid}`, {
    body: {
      version,
      ...given,
      shippingMethod: { id: option.id, type: option.type },
      paymentMethod: { type: 'PIX' },
    },
    headers,
  });
  await ask(shop, 'POST', `/api/operation/orders/lock/${uuid}`, { headers });
}

export interface Offered extends Wanted {
  name: string;
  price: number;
  max?: number;
}
/** What the week's market sells. */
export async function shelfOf(shop: Shop): Promise<Offered[]> {
  const read = await ask<Offered[] | { content: Offered[] }>(
    shop,
    'GET',
    '/api/operation/catalog/campaign/feira-da-semana/items/preview/public',
  );
  return Array.isArray(read) ? read : read.content;
}

/**
 * Every order of whoever is signed in to this browser, newest first.
 * @param context whose cookie proves who asks
 */
export const ordersOf = (
  context: BrowserContext,
  shop: Shop,
): Promise<{ code: string; state: string; properties: { totals: { total: number } } }[]> =>
  // The contract's Order, of which this is read
  readOwn(context, shop, '/api/operation/orders');
/** The same for anything of theirs, by its address. */
export async function readOwn<T>(context: BrowserContext, shop: Shop, path: string): Promise<T> {
  const renewed = await context.request.post(`${shop.url}/auth/renew`, {
    headers: { Origin: shop.url },
    data: {},
  });
  const { access_token: token } = (await renewed.json()) as { access_token: string }; // the contract's Tokens
  const answer = await context.request.get(shop.url + path, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return (await answer.json()) as T; // read by whoever asks, who knows the call
}
