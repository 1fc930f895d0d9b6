import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Balancer, startBalancer } from '#tests/support/balancer.ts';
import { freshDatabase } from '#tests/support/postgres.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';

const home = {
  postalCode: '05435-000', address: 'Rua Harmonia', streetNumber: '482', neighborhood: 'Vila Madalena', city: 'São Paulo', administrativeArea: 'SP', latitude: -23.5536, longitude: -46.6904,
};

describe('two processes on one PostgreSQL, behind a balancer that knows nobody', () => {
  let shops: Shop[] = [];
  let balancer: Balancer;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const database = await freshDatabase(inject('postgres').host);
    ({ drop } = database);
    const env = { DATABASE_URL: database.url, DATABASE_ADMIN_URL: database.url, SECRET_KEYS: `one:${'k'.repeat(40)}`, PIX_WEBHOOK_SECRET: 'p'.repeat(40) };
    const first = await startShop({ env });
    shops = [first, await startShop({ env })];
    balancer = await startBalancer(shops.map(({ url }) => url));
  });
  afterAll(async () => {
    await balancer.close();
    for (const shop of shops) await shop.close();
    await drop();
  });

  async function call<T>(method: string, path: string, { body, at = balancer.url, ...headers }: { body?: unknown; at?: string; [header: string]: unknown } = {}): Promise<{ status: number; json: T }> {
    const answer = await fetch(`${at}${path}`, {
      method, headers: { ...(headers as Record<string, string>), ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) }, ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, json: (text ? JSON.parse(text) : null) as T }; // each caller knows what it asked for
  }
  let phones = 0;
  const sendCode = (phone: string) => call<{ code: string }>('POST', '/api/users/authenticate/sms', { body: { phone } });
  async function signIn(): Promise<{ authorization: string; refresh: string; phone: string }> {
    const phone = `+55119${String(70_000_000 + ++phones)}`;
    expect((await sendCode(phone)).status).toBe(201);
    const [message] = (await call<{ code: string }[]>('GET', `/sandbox/messages?to=${encodeURIComponent(phone)}`)).json;
    const { json } = await call<{ access_token: string; refresh_token: string; signup_grant: string }>('POST', '/auth/login', { body: { username: phone, password: message?.code, rememberme: true } });
    const authorization = `Bearer ${json.access_token}`;
    const { id } = (await call<{ id: string }>('GET', '/api/users', { authorization })).json;
    const cpf = ['52998224725', '11144477735', '39053344705'][phones % 3];
    expect((await call('POST', `/api/accounts/client/user/${id}`, { body: { name: 'Duas Máquinas', identification: cpf }, 'X-Signup-Grant': json.signup_grant })).status).toBe(201);
    return { authorization, refresh: json.refresh_token, phone };
  }
  interface Listed { id: string; campaignId: string; price: number; quantity: number }
  const shelf = async (at?: string) => (await call<{ content: Listed[] }>('GET', '/api/operation/catalog/campaign/feira-da-semana/items/preview/public', at === undefined ? {} : { at })).json.content;
  async function hold(authorization: string): Promise<{ uuid: string; fence: number; item: Listed }> {
    const item = (await shelf()).find(({ price, quantity }) => price >= 20 && quantity > 5);
    if (!item) throw new Error('nothing is to be had');
    const uuid = randomUUID();
    const products = [{ id: item.id, campaignId: item.campaignId, quantity: 1 }];
    const { version } = (await call<{ version: number }>('PUT', `/api/operation/carts/${uuid}`, { authorization, body: { version: 0, products, location: home } })).json;
    const { options } = (await call<{ options: { id: string; type: string }[] }>('GET', `/api/operation/orders/quote/${uuid}`, { authorization })).json;
    const way = options.find(({ type }) => type === 'EXPRESS');
    await call('PUT', `/api/operation/carts/${uuid}`, { authorization, body: { version, products, location: home, shippingMethod: { id: way?.id, type: way?.type }, paymentMethod: { type: 'PIX' } } });
    const lock = await call<{ fence: number }>('POST', `/api/operation/orders/lock/${uuid}`, { authorization });
    expect(lock.status).toBe(200);
    return { uuid, fence: lock.json.fence, item };
  }
  const order = (authorization: string, { uuid, fence, item }: Awaited<ReturnType<typeof hold>>, key = `${uuid}:${randomUUID()}`) =>
    call<{ code: string; state: string }>('POST', '/api/operation/orders/v2/SHIPPING', {
      authorization, 'Idempotency-Key': key, 'Retry-Allowed': 'true',
      body: { items: [{ item: { id: item.id }, quantity: 1, campaignId: item.campaignId }], userName: 'Duas Máquinas', paymentMethod: { type: 'PIX' }, properties: { cartUuid: uuid, fence } },
    });
  /** Reads a stream until something of this kind is told. */
  async function hears(url: string, authorization: string, kind: string): Promise<{ isOpen: Promise<void>; told: Promise<string> }> {
    const stopping = new AbortController();
    const answer = await fetch(url, { headers: { authorization }, signal: stopping.signal });
    const opened = Promise.withResolvers<void>();
    const told = (async () => {
      let text = '';
      for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += part;
        if (text.includes(': open')) opened.resolve();
        if (text.includes(`event: ${kind}`)) break;
      }
      stopping.abort();
      return text;
    })();
    return { isOpen: opened.promise, told };
  }

  it('share sign-ins, carts, holds, orders, payments and the news of them', async () => {
    const { authorization } = await signIn();
    const held = await hold(authorization);
    const key = `${held.uuid}:${randomUUID()}`;
    const [placed, again] = [await order(authorization, held, key), await order(authorization, held, key)];
    expect([placed.status, again.status, again.json.code]).toEqual([201, 201, placed.json.code]);
    const { code } = placed.json;

    const streams = await Promise.all(shops.map(({ url }) => hears(`${url}/api/operation/events?topics=order:${code}`, authorization, 'order.changed')));
    await Promise.all(streams.map(({ isOpen }) => isOpen));
    expect((await call('POST', `/sandbox/pix/${code}/pay`)).status).toBe(202);
    for (const { told } of streams) expect(await told).toContain(code);
    for (const { url } of shops) expect((await call<{ state: string }>('GET', `/api/operation/orders/code/${code}`, { authorization, at: url })).json.state).toBe('PAID');
    expect(Math.min(...balancer.served)).toBeGreaterThan(5);
  });

  it('answer nobody from a shelf that the other one has changed', async () => {
    const { authorization } = await signIn();
    const before = await Promise.all(shops.map(({ url }) => shelf(url)));
    const { item } = await hold(authorization);
    const left = (items: Listed[]) => items.find(({ id }) => id === item.id)?.quantity ?? 0;
    // What is left is told within the few seconds that a shelf is kept; prices and campaigns, at once.
    await expect.poll(async () => (await Promise.all(shops.map(({ url }) => shelf(url)))).map(left), { timeout: 5_000, interval: 20 }).toEqual(before.map((items) => left(items) - 1));
  });

  it('SEC-32 count together: a second code within the minute is refused wherever it is asked for', async () => {
    const phone = '+5511969999999';
    const answers = [await sendCode(phone), await sendCode(phone), await sendCode(phone)];
    expect(answers.map(({ status }) => status)).toEqual([201, 429, 429]);
  });

  it('renew one sign-in once, asked at both at the same time', async () => {
    const { refresh } = await signIn();
    const renewed = await Promise.all(Array.from({ length: 10 }, (_, index) => call<{ refresh_token: string }>('POST', '/auth/renew', { at: shops[index % 2]?.url ?? '', body: { refreshToken: refresh } })));
    expect(renewed.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(renewed.map(({ json }) => json.refresh_token)).size).toBe(1);
  });

  it('lose nothing when one of them stops', async () => {
    const { authorization } = await signIn();
    const held = await hold(authorization);
    await shops[0]?.close();
    const placed = await order(authorization, held);
    expect([placed.status, placed.json.state]).toEqual([201, 'PENDING_PAYMENT']);
    expect((await call('POST', `/sandbox/pix/${placed.json.code}/pay`)).status).toBe(202);
    expect((await call<{ state: string }>('GET', `/api/operation/orders/code/${placed.json.code}`, { authorization })).json.state).toBe('PAID');
  });
});
