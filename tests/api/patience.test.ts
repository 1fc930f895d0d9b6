import { createClient } from '#api/client.ts';
import { currentUser } from '#contract/people/account.ts';
import { createLead } from '#contract/people/lead.ts';
import { placeOrder } from '#contract/order/order-calls.ts';
import { lookUpPostalCode } from '#contract/place.ts';
import { NetworkFault } from '#contract/problem.ts';
import { client, json } from '#tests/support/api-client.ts';
import { collectGarbage } from '#tests/support/store/garbage.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';

const uuid = '0190a000-0000-7000-8000-000000000001';
const user = { id: uuid, activated: true, signedUp: true, roles: ['CLIENT'] };

afterEach(() => vi.useRealTimers());

describe('deadlines', () => {
  const never = (_: Request) => new Promise<Response>(() => undefined);
  it('REL-17 ends a call without an answer after 60 s, also when nobody but the client holds its request', async () => {
    vi.useFakeTimers();
    const signals: AbortSignal[] = [];
    const answer = createClient({
      base: 'http://shop.test',
      app: 'client',
      fetch: (request) => (signals.push(request.signal), never(request)),
    }).call(currentUser);
    const ended = expect(answer).rejects.toBeInstanceOf(NetworkFault);
    await vi.advanceTimersByTimeAsync(59_999);
    await collectGarbage();
    expect(signals[0]?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await ended;
    expect(signals[0]?.aborted).toBe(true);
  });
  it('REL-17 ends a look-up of a postal code after 5 s', async () => {
    vi.useFakeTimers();
    const ended = expect(
      createClient({ base: 'http://shop.test', app: 'client', fetch: never }).call(lookUpPostalCode, {
        params: { cep: '01310-100' },
      }),
    ).rejects.toBeInstanceOf(NetworkFault);
    await vi.advanceTimersByTimeAsync(5_000);
    await ended;
  });
  it('ends a call that is called off, at once', async () => {
    const controller = new AbortController();
    const answer = createClient({ base: 'http://shop.test', app: 'client', fetch: never }).call(currentUser, {
      signal: controller.signal,
    });
    controller.abort();
    await expect(answer).rejects.toBeInstanceOf(NetworkFault);
  });
  it('counts the repeats into the same 60 s', async () => {
    vi.useFakeTimers();
    const ended = expect(
      createClient({
        base: 'http://shop.test',
        app: 'client',
        retries: true,
        fetch: () => Promise.reject(new TypeError('x')),
        sleep: () => new Promise(() => undefined),
      }).call(currentUser),
    ).rejects.toBeInstanceOf(NetworkFault);
    await vi.advanceTimersByTimeAsync(60_000);
    await ended;
  });
});

describe('repeats', () => {
  it('REL-05 sends a read up to three times', async () => {
    const { client: api, sent } = client(
      [new TypeError('x'), new TypeError('x'), json(user)],
      {},
      { retries: true },
    );
    await expect(api.call(currentUser)).resolves.toMatchObject({ id: uuid });
    expect(sent).toHaveLength(3);
  });
  it('sends a write without a key once', async () => {
    const { client: api, sent } = client([new TypeError('x')], {}, { retries: true });
    await expect(api.call(createLead, { body: {} })).rejects.toBeInstanceOf(NetworkFault);
    expect(sent).toHaveLength(1);
  });
  it('sends a keyed order again under the same key', async () => {
    const { client: api, sent } = client([new TypeError('x')], {}, { retries: true });
    const order = {
      items: [],
      userName: 'Ana',
      paymentMethod: { type: 'PIX' as const },
      properties: { cartUuid: uuid },
    };
    await expect(
      api.call(placeOrder, {
        params: { type: 'SHIPPING' },
        body: order,
        headers: { 'Idempotency-Key': `${uuid}:1` },
      }),
    ).rejects.toBeInstanceOf(NetworkFault);
    expect(sent.map((request) => request.headers.get('Idempotency-Key'))).toEqual(
      Array.from({ length: 3 }, () => `${uuid}:1`),
    );
  });
  it('waits as long as the server asks, and gives up when that is longer than 10 s', async () => {
    const waits: number[] = [];
    const busy = (seconds: string) => new Response('', { status: 503, headers: { 'Retry-After': seconds } });
    const sleep = (ms: number) => (waits.push(ms), Promise.resolve());
    await client([busy('2'), json(user)], {}, { retries: true, sleep }).client.call(currentUser);
    await client([busy('60')], {}, { retries: true, sleep })
      .client.call(currentUser)
      .catch(() => undefined);
    expect(waits).toEqual([2_000]);
  });
  it('REL-05 adds less than a third to the traffic of a long outage', async () => {
    const { client: api, sent } = client([new TypeError('x')], {}, { retries: true });
    for (let call = 0; call < 100; call++) await api.call(currentUser).catch(() => undefined);
    expect(sent.length).toBeLessThanOrEqual(130);
  });
});
