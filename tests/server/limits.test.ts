import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS, NEW_CART } from '#server/platform/limits-table.ts';
import {
  type Lead,
  left,
  line,
  lockCart,
  newCart,
  newLead,
  orderBody,
  pickup,
  place,
  setStock,
  uuid,
} from '#tests/support/buyers.ts';
import { asTheyCome, atOnce } from '#tests/support/concurrency.ts';
import {
  type Answer,
  type Call,
  type TestServer,
  engines,
  openTestServer,
} from '#tests/support/store/server.ts';
import { weaken } from '#tests/support/sql-mutation.ts';

/** Calls at once: no divisor of a limit, or a crowd would end exactly there. */
const CROWD = 64;

describe.each(engines)('outside the sandbox on %s', (engine) => {
  // The embedded engine counts with the same statements, one call after the other.
  const CALLS = engine === 'postgres' ? 2_000 : 300;
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine, { env: { SANDBOX: '0', TRUST_PROXY: '1' } });
    await server.core.jobs.stop();
  });
  afterAll(() => server.close());
  /** What a caller writes into the header itself, one of a thousand, stands before what our proxy adds. */
  const from = (ip: string, at = 0) => ({
    'X-Forwarded-For': `${at % 250}.${(at % 1_000) >> 2}.7.7, ${ip}`,
    'X-Real-Ip': `9.9.${at % 250}.9`,
    Forwarded: `for=8.8.8.${at % 250}`,
  });
  async function spray(
    count: number,
    call: (at: number) => Promise<Answer>,
  ): Promise<{ passed: number; refused: Answer[] }> {
    const [refused, others] = [[] as Answer[], [] as Answer[]];
    let passed = 0;
    for (let at = 0; at < count; at += CROWD)
      for (const answer of await Promise.all(
        Array.from({ length: Math.min(CROWD, count - at) }, (_, more) => call(at + more)),
      ))
        if (answer.status === 200 || answer.status === 201) passed++;
        else (answer.status === 429 ? refused : others).push(answer);
    expect(others.map(({ json }) => json)).toEqual([]);
    return { passed, refused };
  }
  const expectPatience = (
    { json, headers }: Answer | undefined = { json: null, headers: new Headers(), status: 0, text: '' },
    seconds: number,
  ) => {
    expect(json).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      title: 'Muitos pedidos seguidos. Espere um instante.',
      retryable: true,
    });
    expect(headers.get('retry-after')).toBe(String(json.retryAfter));
    expect(json.retryAfter).toBeGreaterThan(0);
    expect(json.retryAfter).toBeLessThanOrEqual(seconds);
  };
  const call = (method: string, path: string, more: Call) => server.call(method, path, more);
  const putNew = (who: Lead, headers: Record<string, string>) =>
    call('PUT', `/api/operation/carts/${uuid()}`, {
      leadSecret: who.leadSecret,
      headers,
      body: { version: 0, products: [line('banana', 1)], shippingMethod: pickup() },
    });

  it(`SEC-32 ${CALLS} new carts of one visitor with a thousand forged addresses are sixty an hour, whatever the header says`, async () => {
    const greedy = await newLead(server);
    const { passed, refused } = await spray(CALLS, (at) => putNew(greedy, from(`10.0.${at % 200}.1`, at)));
    expect(passed).toBe(LIMITS.cartWrites.points / NEW_CART);
    expectPatience(refused[0], 3_600);
    // Nobody else behind the same address is in its way.
    expect((await putNew(await newLead(server), from('10.0.0.1'))).status).toBe(200);
    await server.shift(3_600);
    expect((await putNew(greedy, from('10.0.0.1'))).status).toBe(200);
  });

  it('SEC-32 a visitor edits a cart a thousand times an hour', async () => {
    const busy = await newLead(server);
    const { uuid: id } = await newCart(server, busy, [line('banana', 1)]);
    const edits = LIMITS.cartWrites.points - NEW_CART;
    await server.core.limits.take(`carts:client:lead:${busy.leadId}`, LIMITS.cartWrites, edits - 2);
    const edit = (version: number) =>
      call('PUT', `/api/operation/carts/${id}`, {
        leadSecret: busy.leadSecret,
        body: { version, products: [line('banana', version)], shippingMethod: pickup() },
      });
    expect([(await edit(1)).status, (await edit(2)).status]).toEqual([200, 200]);
    expectPatience(await edit(3), 3_600);
    expect(edits).toBeGreaterThan(1_000);
  });

  /** Twenty carts of one visitor, all to be held at once. */
  async function grab(who: Lead, crowd = asTheyCome): Promise<{ ids: string[]; answers: Answer[] }> {
    const ids: string[] = [];
    for (let more = 0; more < 20; more++) ids.push((await newCart(server, who, [line('banana', 1)])).uuid);
    return { ids, answers: await crowd(() => Promise.all(ids.map((id) => lockCart(server, who, id)))) };
  }
  it('SEC-32 a visitor holds stock with ten carts at a time', async () => {
    const greedy = await newLead(server);
    await setStock(server, 'banana', 50);
    const { ids, answers } = await grab(greedy);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(LIMITS.reservedCarts);
    expectPatience(
      answers.find(({ status }) => status !== 200),
      900,
    );
    expect(await left(server, 'banana')).toBe(50 - LIMITS.reservedCarts);
    // What is held may be asked for again; what is given back makes room for another; what has ended does
    // too, before anybody swept it.
    const held = ids.filter((_, at) => answers[at]?.status === 200);
    const free = ids.filter((_, at) => answers[at]?.status !== 200);
    expect((await lockCart(server, greedy, held[0] ?? '')).status).toBe(200);
    await call('DELETE', `/api/operation/orders/lock/${held[0]}`, { leadSecret: greedy.leadSecret });
    expect([
      (await lockCart(server, greedy, free[0] ?? '')).status,
      (await lockCart(server, greedy, free[1] ?? '')).status,
    ]).toEqual([200, 429]);
    expect((await lockCart(server, await newLead(server), uuid())).status).toBe(404);
    await server.shift(901);
    expect((await lockCart(server, greedy, free[1] ?? '')).status).toBe(200);
  });
  if (engine === 'postgres')
    it('SEC-34 without its guard a visitor holds stock with more than ten', async () => {
      await setStock(server, 'banana', 50);
      const { changed, restore } = weaken({
        from: /pg_advisory_xact_lock\(hashtextextended\((\$\d+), 0\)\)/,
        to: '($1::text is not null)',
      });
      const { answers } = await grab(
        await newLead(server),
        atOnce(server, 'cart_lock', LIMITS.reservedCarts + 2),
      );
      restore();
      expect(changed()).toBeGreaterThan(0);
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(LIMITS.reservedCarts);
    });

  it('SEC-32 a visitor places thirty orders an hour', async () => {
    const keen = await newLead(server);
    await setStock(server, 'tomate', 100);
    const statuses: number[] = [];
    let last: Answer | undefined;
    for (let more = 0; more < LIMITS.orders.points + 2; more++) {
      const { uuid: id } = await newCart(server, keen, [line('tomate', 1)]);
      const { json: lock } = await lockCart(server, keen, id);
      last = await place(server, keen, orderBody(id, [line('tomate', 1)], { fence: lock.fence }));
      statuses.push(last.status);
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(LIMITS.orders.points);
    expectPatience(last, 3_600);
  });

  it(`SEC-32 ${CALLS} searches of one address with as many forged ones stop at fifteen hundred in five minutes`, async () => {
    const search = (at: number, ip = '10.3.0.1') =>
      call('GET', `/api/operation/catalog/marketplace/items/preview/public?q=t${at}`, {
        headers: from(ip, at),
      });
    const before = Math.max(0, LIMITS.searches.points - CALLS / 2);
    await server.core.limits.take('search:ip:10.3.0.1', LIMITS.searches, engine === 'postgres' ? 0 : before);
    const { passed, refused } = await spray(CALLS, (at) => search(at));
    expect(passed).toBe(engine === 'postgres' ? LIMITS.searches.points : CALLS / 2);
    expectPatience(refused[0], 300);
    expect((await search(CALLS, '10.3.0.2')).status).toBe(200);
    // The shelf itself is there for everybody.
    expect(
      (
        await call('GET', '/api/operation/catalog/marketplace/items/preview/public', {
          headers: from('10.3.0.1'),
        })
      ).status,
    ).toBe(200);
  });
});

describe('open streams, outside the sandbox', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer('pglite', { env: { SANDBOX: '0', TRUST_PROXY: '1' } });
  });
  afterAll(() => server.close());
  async function open(
    ip: string,
    at: number,
    lead?: Lead,
  ): Promise<{ status: number; retryAfter: string | null; close: () => Promise<void> }> {
    const response = await server.app.request(
      'http://feira.localhost/api/operation/events?topics=campaigns',
      {
        headers: {
          host: 'feira.localhost',
          'X-Forwarded-For': `${at % 250}.${(at % 1_000) >> 2}.7.7, ${ip}`,
          ...(lead ? { 'x-lead-secret': lead.leadSecret } : {}),
        },
      },
    );
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      close: async () => response.body?.cancel(),
    };
  }

  it('SEC-32 are twenty of one visitor, wherever they come from, and two thousand of one address', async () => {
    const lead = await newLead(server);
    const mine = await Promise.all(Array.from({ length: 30 }, (_, at) => open(`10.4.${at}.1`, at, lead)));
    expect(mine.filter(({ status }) => status === 200)).toHaveLength(LIMITS.streamsOfSubject);
    expect(mine.find(({ status }) => status !== 200)).toMatchObject({ status: 429, retryAfter: '30' });
    await mine.find(({ status }) => status === 200)?.close();
    const next = [await open('10.4.99.1', 1, lead), await open('10.4.99.1', 2, lead)];
    expect(next.map(({ status }) => status)).toEqual([200, 429]);
    const crowd = await Promise.all(
      Array.from({ length: LIMITS.streamsOfAddress + 50 }, (_, at) => open('10.5.0.1', at)),
    );
    expect(crowd.filter(({ status }) => status === 200)).toHaveLength(LIMITS.streamsOfAddress);
    expect((await open('10.5.0.2', 1)).status).toBe(200);
    for (const stream of [...mine, ...next, ...crowd]) await stream.close();
    expect((await open('10.5.0.1', 1)).status).toBe(200);
  });
});
