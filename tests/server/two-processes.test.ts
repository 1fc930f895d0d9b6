import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Buyer, type Held, type Signed, hold, openBuyer, order, signUp } from '#tests/bench/buyer.ts';
import { type Balancer, startBalancer } from '#tests/support/peers/balancer.ts';
import { freshDatabase } from '#tests/support/store/postgres.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';

interface Listed {
  id: string;
  price: number;
  campaignId: string;
  quantity: number;
}

describe('two processes on one PostgreSQL, behind a balancer that knows nobody', () => {
  let shops: Shop[] = [];
  let balancer: Balancer;
  let drop: () => Promise<void>;
  const open: Buyer[] = [];
  beforeAll(async () => {
    const database = await freshDatabase(inject('postgres').host);
    ({ drop } = database);
    const env = {
      DATABASE_URL: database.url,
      DATABASE_ADMIN_URL: database.url,
      SECRET_KEYS: `one:${'k'.repeat(40)}`,
      PIX_WEBHOOK_SECRET: 'p'.repeat(40),
    };
    const first = await startShop({ env });
    shops = [first, await startShop({ env })];
    balancer = await startBalancer(shops.map(({ url }) => url));
  });
  afterAll(async () => {
    for (const buyer of open) buyer.close();
    await balancer.close();
    for (const shop of shops) await shop.close();
    await drop();
  });

  async function call<T>(
    method: string,
    path: string,
    { body, at = balancer.url, ...headers }: { body?: unknown; at?: string; [header: string]: unknown } = {},
  ): Promise<{ status: number; json: T }> {
    const answer = await fetch(`${at}${path}`, {
      method,
      headers: {
        ...(headers as Record<string, string>),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    // Each caller knows what it asked for
    return { status: answer.status, json: (text ? JSON.parse(text) : null) as T };
  }
  let people = 0;
  /** Somebody new, whose every call goes to the next process. */
  async function newcomer(): Promise<{ buyer: Buyer; signed: Signed }> {
    const buyer = openBuyer(balancer.url, 'client');
    open.push(buyer);
    return { buyer, signed: await signUp(buyer, ++people) };
  }
  const shelf = async (at?: string) =>
    (
      await call<{ content: Listed[] }>(
        'GET',
        '/api/operation/catalog/campaign/feira-da-semana/items/preview/public',
        at === undefined ? {} : { at },
      )
    ).json.content;
  async function holdOne({ buyer, signed }: Awaited<ReturnType<typeof newcomer>>): Promise<Held> {
    const item = (await shelf()).find(({ price, quantity }) => price >= 20 && quantity > 5);
    if (!item) throw new Error('nothing is to be had');
    return hold(buyer, signed, { id: item.id, campaignId: item.campaignId, quantity: 1 });
  }
  /** Reads a stream until something of this kind is told. */
  async function hears(
    url: string,
    authorization: string,
    kind: string,
  ): Promise<{ isOpen: Promise<void>; told: Promise<string> }> {
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
    const person = await newcomer();
    const held = await holdOne(person);
    const key = `${held.uuid}:${randomUUID()}`;
    const [code, again] = [
      await order(person.buyer, person.signed, held, key),
      await order(person.buyer, person.signed, held, key),
    ];
    expect(again).toBe(code);

    const { authorization } = person.signed;
    // At each of them, and wherever the balancer puts four more.
    const streams = await Promise.all(
      [...shops.map(({ url }) => url), ...Array<string>(4).fill(balancer.url)].map((url) =>
        hears(`${url}/api/operation/events?topics=order:${code}`, authorization, 'order.changed'),
      ),
    );
    await Promise.all(streams.map(({ isOpen }) => isOpen));
    expect((await call('POST', `/sandbox/pix/${code}/pay`)).status).toBe(202);
    for (const { told } of streams) expect(await told).toContain(code);
    for (const { url } of shops)
      expect(
        (
          await call<{ state: string }>('GET', `/api/operation/orders/code/${code}`, {
            authorization,
            at: url,
          })
        ).json.state,
      ).toBe('PAID');
    expect(Math.min(...balancer.served)).toBeGreaterThan(5);
  });

  it('answer nobody from a shelf that the other one has changed', async () => {
    const person = await newcomer();
    const before = await Promise.all(shops.map(({ url }) => shelf(url)));
    const { item } = await holdOne(person);
    const left = (items: Listed[]) => items.find(({ id }) => id === item.id)?.quantity ?? 0;
    // What is left is told within the few seconds that a shelf is kept; prices and campaigns, at once.
    await expect
      .poll(async () => (await Promise.all(shops.map(({ url }) => shelf(url)))).map(left), {
        timeout: 5_000,
        interval: 20,
      })
      .toEqual(before.map((items) => left(items) - 1));
  });

  it('SEC-32 count together: a second code within the minute is refused wherever it is asked for', async () => {
    const sendCode = () => call('POST', '/api/users/authenticate/sms', { body: { phone: '+5511969999999' } });
    const answers = [await sendCode(), await sendCode(), await sendCode()];
    expect(answers.map(({ status }) => status)).toEqual([201, 429, 429]);
  });

  it('renew one sign-in once, asked at both at the same time', async () => {
    const { signed } = await newcomer();
    const renewed = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        call<{ refresh_token: string }>('POST', '/auth/renew', {
          at: shops[index % 2]?.url ?? '',
          body: { refreshToken: signed.refresh },
        }),
      ),
    );
    expect(renewed.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(renewed.map(({ json }) => json.refresh_token)).size).toBe(1);
  });

  it('lose nothing when one of them stops', async () => {
    const person = await newcomer();
    const held = await holdOne(person);
    await shops[0]?.close();
    const code = await order(person.buyer, person.signed, held);
    const stateOf = async () =>
      (
        await call<{ state: string }>('GET', `/api/operation/orders/code/${code}`, {
          authorization: person.signed.authorization,
        })
      ).json.state;
    expect(await stateOf()).toBe('PENDING_PAYMENT');
    expect((await call('POST', `/sandbox/pix/${code}/pay`)).status).toBe(202);
    expect(await stateOf()).toBe('PAID');
  });
});
