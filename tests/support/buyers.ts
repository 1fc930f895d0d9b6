import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { CartLine } from '#contract/cart.ts';
import { roster } from '#server/db/schema/people/roster.ts';
import { stock } from '#server/db/schema/shop/stock.ts';
import { idOf } from '#server/platform/ids.ts';
import type { Answer, Call, TestServer } from './store/server.ts';

/** People who buy in the tiny tenants, through the HTTP calls that a program makes. */

export type Goods = 'tomate' | 'banana' | 'manga';
export const itemId = (name: Goods, slug = 'semana', tenant = 'client') => idOf(tenant, 'item', slug, name);
export const campaignId = (slug = 'semana', tenant = 'client') => idOf(tenant, 'campaign', slug);
export const hubId = (tenant = 'client') => idOf(tenant, 'hub', 'banca');
export const methodId = (slug: 'entrega' | 'retirada', tenant = 'client') => idOf(tenant, 'shipping', slug);
export const uuid = (): string => randomUUID();

/** Inside the delivery area, and complete. */
export const home = {
  postalCode: '05435-000',
  address: 'Rua Aspicuelta',
  streetNumber: '12',
  neighborhood: 'Vila Madalena',
  city: 'São Paulo',
  administrativeArea: 'SP',
  latitude: -23.5569,
  longitude: -46.6899,
};
/** Complete, but far away. */
export const farHome = {
  ...home,
  city: 'Manaus',
  administrativeArea: 'AM',
  latitude: -3.1,
  longitude: -60.02,
};
export const pickup = (tenant = 'client') => ({
  id: methodId('retirada', tenant),
  type: 'PICKUP',
  hubId: hubId(tenant),
});

/** What buyers need of a server: also of one that runs elsewhere. */
export type Called = Pick<TestServer, 'call'> & Partial<Pick<TestServer, 'core'>>;

let phones = 0;
/** A mobile number that nobody had before in this run. */
export const newPhone = () => `+55119${String(80_000_000 + ++phones)}`;

export interface Signed {
  phone: string;
  bearer: string;
  refresh: string;
  grant: string | undefined;
  host: string;
}
/** Credentials of a call. */
export type Who = Pick<Call, 'bearer' | 'leadSecret' | 'host'>;

/** The newest code that was sent to a contact. */
export async function codeFor(server: Called, to: string, host = 'feira.localhost'): Promise<string> {
  const { json } = await server.call('GET', `/sandbox/messages?to=${encodeURIComponent(to)}`, { host });
  return json[0].code;
}
export const askCode = (server: Called, phone: string, call: Call = {}) =>
  server.call('POST', '/api/users/authenticate/sms', {
    body: { phone, phoneCountryCode: '55', phoneCountryIsoCode: 'BR' },
    ...call,
  });
export const login = (server: Called, username: string, password: string, call: Call = {}) =>
  server.call('POST', '/auth/login', { body: { username, password, rememberme: true }, ...call });

let listed = 0;
/** Puts somebody on the list of the company's store, where nobody else may enter. @returns their number */
export async function enlist(
  server: Pick<TestServer, 'core'>,
  who: { phone?: string; email?: string; cpf?: string },
  tenant = 'clube',
): Promise<string> {
  const registration = `T-${++listed}`;
  const importedAt = server.core.clock.date();
  const row = { tenantId: tenant, registration, name: 'Teresa Moura', ...who, importedAt };
  await server.core.db.tenant(tenant, (tx) => tx.insert(roster).values(row).onConflictDoNothing());
  return registration;
}

/** Signs in by SMS, as a program. */
export async function signIn(server: Called, phone = newPhone(), host = 'feira.localhost'): Promise<Signed> {
  if (host === 'clube.localhost' && server.core) await enlist({ core: server.core }, { phone });
  expect((await askCode(server, phone, { host })).status).toBe(201);
  const { status, json } = await login(server, phone, await codeFor(server, phone, host), { host });
  expect(status).toBe(200);
  return { phone, bearer: json.access_token, refresh: json.refresh_token, grant: json.signup_grant, host };
}

export const person = {
  name: 'marina prado',
  email: 'marina@exemplo.com',
  identification: '529.982.247-25',
  properties: {},
  addresses: [home],
};
export interface Client extends Signed {
  userId: string;
  accountId: string;
}
/** Signs in and makes an account. */
export async function newClient(
  server: Called,
  options: { phone?: string; host?: string } = {},
): Promise<Client> {
  const signed = await signIn(server, options.phone, options.host);
  const { json: user } = await server.call('GET', '/api/users', signed);
  const { status, json } = await server.call('POST', `/api/accounts/client/user/${user.id}`, {
    host: signed.host,
    body: person,
    grant: signed.grant,
  });
  expect(status).toBe(201);
  return { ...signed, userId: user.id, accountId: json.id };
}
export interface Lead {
  leadSecret: string;
  leadId: string;
}
export async function newLead(server: Called, host = 'feira.localhost'): Promise<Lead> {
  const { status, json } = await server.call('POST', '/api/users/leads', {
    host,
    body: { properties: { type: 'CLIENT' } },
  });
  expect(status).toBe(201);
  return { leadSecret: json.secret, leadId: json.id };
}

export const credentials = ({ bearer, leadSecret, host }: Who): Call => ({ bearer, leadSecret, host });

export const line = (
  name: Goods,
  quantity: number,
  more: Partial<CartLine> & { slug?: string; tenant?: string } = {},
): CartLine => {
  const { slug = 'semana', tenant = 'client', ...rest } = more;
  return { id: itemId(name, slug, tenant), campaignId: campaignId(slug, tenant), quantity, ...rest };
};

export const putCart = (
  server: Called,
  who: Who,
  cartUuid: string,
  version: number,
  products: CartLine[],
  draft: object = { shippingMethod: pickup() },
) =>
  server.call('PUT', `/api/operation/carts/${cartUuid}`, {
    ...credentials(who),
    body: { version, products, ...draft },
  });
/** A new cart with these lines, to be collected at the stall unless said otherwise. */
export async function newCart(
  server: Called,
  who: Who,
  products: CartLine[],
  draft?: object,
  cartUuid = uuid(),
): Promise<{ uuid: string; version: number; json: Answer['json'] }> {
  const { status, json } = await putCart(server, who, cartUuid, 0, products, draft);
  expect([status, json.code]).toEqual([200, undefined]);
  return { uuid: cartUuid, version: json.version, json };
}
export const lockCart = (server: Called, who: Who, cartUuid: string) =>
  server.call('POST', `/api/operation/orders/lock/${cartUuid}`, credentials(who));
export const see = (server: Called, who: Who, path: string) => server.call('GET', path, credentials(who));

/** The body of an order for these lines. */
export const orderBody = (
  cartUuid: string,
  products: readonly CartLine[],
  properties: object = {},
  more: object = {},
) => ({
  items: products.map(({ quantity, campaignId: campaign, selection, ...item }) => ({
    item: selection ? { ...item, itemKitSelection: selection } : item,
    quantity,
    campaignId: campaign,
  })),
  userName: 'Marina Prado',
  userPhone: '+5511987654321',
  email: 'marina@exemplo.com',
  privacyVersion: '1',
  paymentMethod: { type: 'PIX' },
  properties: { cartUuid, ...properties },
  ...more,
});
export const place = (
  server: Called,
  who: Who,
  body: { properties: { cartUuid: string } },
  { key = `${body.properties.cartUuid}:${uuid()}`, type = 'PICKUP' } = {},
) =>
  server.call('POST', `/api/operation/orders/v2/${type}`, {
    ...credentials(who),
    body,
    headers: { 'Idempotency-Key': key, 'Retry-Allowed': 'true' },
  });

/** A new cart that is held, with the number of its hold. */
export async function hold(
  server: Called,
  who: Who,
  products: CartLine[],
  draft?: object,
): Promise<{ cartUuid: string; fence: number; lock: Answer['json'] }> {
  const { uuid: cartUuid } = await newCart(server, who, products, draft);
  const { status, json: lock } = await lockCart(server, who, cartUuid);
  expect([status, lock.detail]).toEqual([200, undefined]);
  return { cartUuid, fence: lock.fence, lock };
}
/** Cart, hold and order in one go. */
export async function buy(
  server: Called,
  who: Who,
  products: CartLine[] = [line('tomate', 1)],
  draft?: object,
  { more = {}, type = 'PICKUP' }: { more?: object; type?: string } = {},
): Promise<{ cartUuid: string; order: Answer['json'] }> {
  const { cartUuid, fence } = await hold(server, who, products, draft);
  const { status, json } = await place(server, who, orderBody(cartUuid, products, { fence }, more), { type });
  expect([status, json.code?.length]).toEqual([201, 16]);
  return { cartUuid, order: json };
}
export const pay = (server: Called, code: string, host?: string) =>
  server.call('POST', `/sandbox/pix/${code}/pay`, host === undefined ? {} : { host });
export const send = (server: Called, code: string, type: string) =>
  server.call('POST', `/sandbox/orders/${code}/events`, { body: { type } });

const stockOf = (name: Goods, tenant: string) =>
  and(eq(stock.tenantId, tenant), eq(stock.itemId, itemId(name, 'semana', tenant)));
/** Units left of an item. */
export async function left(server: TestServer, name: Goods, tenant = 'client'): Promise<number> {
  const [row] = await server.core.db.read(tenant, (tx) =>
    tx.select().from(stock).where(stockOf(name, tenant)),
  );
  return row?.quantity ?? -1;
}
export const setStock = (server: TestServer, name: Goods, quantity: number, tenant = 'client') =>
  server.core.db.tenant(tenant, (tx) => tx.update(stock).set({ quantity }).where(stockOf(name, tenant)));
