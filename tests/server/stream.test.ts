import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Client, buy, line, newCart, newClient, newLead, pay, putCart } from '#tests/support/buyers.ts';
import { alterCampaign } from '#tests/support/tenants/changes.ts';
import { type Call, type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

interface Told {
  event: string;
  data: { [field: string]: unknown };
  id: string;
}

describe.each(engines)('the stream on %s', (engine) => {
  let server: TestServer;
  let client: Client;
  let open: { close(): Promise<void> }[] = [];
  beforeAll(async () => {
    server = await openTestServer(engine);
    client = await newClient(server);
  });
  afterEach(async () => {
    for (const stream of open) await stream.close();
    open = [];
  });
  afterAll(() => server.close());

  /** Opens a stream, as `fetch` does in a browser. */
  async function listen(
    topics: string,
    { bearer, leadSecret, host = 'feira.localhost', headers = {} }: Call = {},
  ) {
    const stopping = new AbortController();
    const response = await server.app.request(
      `http://${host}/api/operation/events?topics=${encodeURIComponent(topics)}`,
      {
        headers: {
          host,
          ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
          ...(leadSecret ? { 'x-lead-secret': leadSecret } : {}),
          ...headers,
        },
        signal: stopping.signal,
      },
    );
    const told: Told[] = [];
    const waiting: { matches: (one: Told) => boolean; resolve: (one: Told) => void }[] = [];
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    let isOpen = false;
    const opened = Promise.withResolvers<void>();
    const ended = (async () => {
      for (;;) {
        const part = await reader?.read().catch(() => undefined);
        if (!part || part.done) return;
        text += part.value;
        if (!isOpen && text.includes(': open')) {
          isOpen = true;
          opened.resolve();
        }
        const messages = text.split('\n\n');
        text = messages.pop() ?? '';
        for (const message of messages.filter((one) => one.includes('event:'))) {
          const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(message)?.[1] ?? '';
          const one = { event: field('event'), data: JSON.parse(field('data') || '{}'), id: field('id') };
          told.push(one);
          for (const { matches, resolve } of waiting) if (matches(one)) resolve(one);
        }
      }
    })();
    const stream = {
      response,
      told,
      ended,
      next: (event: string, count = 1) => {
        const { promise, resolve } = Promise.withResolvers<Told>();
        const matches = () => told.filter((one) => one.event === event).length >= count;
        const known = told.filter((one) => one.event === event)[count - 1];
        if (known) return Promise.resolve(known);
        waiting.push({ matches: (one) => one.event === event && matches(), resolve });
        return promise;
      },
      close: async () => {
        await reader?.cancel().catch(() => undefined);
        stopping.abort();
        await ended;
      },
    };
    open.push(stream);
    if (response.ok) await opened.promise;
    return stream;
  }

  it("tells an order's changes to its owner, client or visitor, and to nobody else", async () => {
    const lead = await newLead(server);
    for (const [owner, call] of [
      [client, { bearer: client.bearer }],
      [lead, { leadSecret: lead.leadSecret }],
    ] as const) {
      const { order } = await buy(server, owner, [line('banana', 1)]);
      const topics = `order:${order.code}`;
      const other = await newClient(server);
      const strangers = [
        await listen(topics),
        await listen(topics, { bearer: other.bearer }),
        await listen(topics, await newLead(server)),
        await listen(topics, {
          bearer: (await newClient(server, { host: 'clube.localhost' })).bearer,
          host: 'clube.localhost',
        }),
      ];
      const mine = await listen(topics, call);
      expect(mine.response.headers.get('content-type')).toContain('text/event-stream');
      expect(mine.response.headers.get('cache-control')).toMatch(/no-(store|cache)/);
      await pay(server, order.code);
      const { data, id } = await mine.next('order.changed');
      expect([data, id]).toEqual([
        { code: order.code, state: 'PAID', version: 3, at: expect.stringMatching(/Z$/) },
        '1',
      ]);
      await server.core.clock.shift(server.core.clock.offset() + 1);
      // What comes after it reached everybody: so nothing was on its way.
      for (const stranger of strangers) {
        await stranger.next('clock.changed');
        expect(stranger.told.map((one) => one.event)).toEqual(['clock.changed']);
      }
    }
  });

  it('tells of a part of an order by its own code, to the same people', async () => {
    const { order } = await buy(server, client, [line('banana', 1)]);
    await pay(server, order.code);
    const {
      json: [part],
    } = await server.call('GET', `/api/operation/orders/code/${order.code}/child`, { bearer: client.bearer });
    const mine = await listen(`order:${part.code}`, { bearer: client.bearer });
    const stranger = await listen(`order:${part.code}`, { bearer: (await newClient(server)).bearer });
    await server.call('POST', `/sandbox/orders/${part.code}/events`, {
      body: { type: 'preparation.started' },
    });
    expect((await mine.next('order.changed')).data).toMatchObject({ code: part.code, state: 'PREPARING' });
    await server.core.clock.shift(server.core.clock.offset() + 1);
    await stranger.next('clock.changed');
    expect(stranger.told.map((one) => one.event)).toEqual(['clock.changed']);
  });

  it("tells a cart's changes to the owner's other tabs", async () => {
    const { uuid } = await newCart(server, client, [line('banana', 1)]);
    const mine = await listen(`cart:${uuid},order:0000000000000000,nonsense,cart:x`, {
      bearer: client.bearer,
    });
    const stranger = await listen(`cart:${uuid}`, { bearer: (await newClient(server)).bearer });
    await putCart(server, client, uuid, 1, [line('banana', 2)]);
    const first = (await mine.next('cart.changed')).data;
    // The news of the cart's making may still be on its way when the stream opens.
    expect(first['version'] === 1 ? (await mine.next('cart.changed', 2)).data : first).toEqual({
      uuid,
      version: 2,
    });
    await server.core.clock.shift(server.core.clock.offset() + 1);
    await stranger.next('clock.changed');
    expect(stranger.told).toHaveLength(1);
  });

  it('tells everybody when campaigns change and when the clock is moved', async () => {
    const all = await listen('campaigns');
    const there = await listen('campaigns', { host: 'clube.localhost' });
    const isOf = ({ event, data }: Told, { now }: { now: string }) =>
      event === 'clock.changed' && Math.abs(Date.parse(String(data['now'])) - Date.parse(now)) < 5_000;
    const moved = async (offsetSeconds: number) => {
      const { json } = await server.call('POST', '/sandbox/clock', { body: { offsetSeconds } });
      await vi.waitUntil(() => [all, there].every(({ told }) => told.some((one) => isOf(one, json))));
    };
    // What was done before may still be on its way when a stream opens: it is told before this.
    await moved(30);
    const before = there.told.length;
    const restore = await alterCampaign(server, { row: { priority: 9 } });
    expect((await all.next('campaign.changed')).data).toEqual({});
    await moved(60);
    expect(there.told.slice(before).map((one) => one.event)).toEqual(['clock.changed']);
    await restore();
    await server.call('POST', '/sandbox/clock', { body: { offsetSeconds: 0 } });
  });

  it('goes on counting where a reader left off', async () => {
    const again = await listen('campaigns', { headers: { 'Last-Event-ID': '41' } });
    await server.core.clock.shift(server.core.clock.offset() + 1);
    await again.next('clock.changed');
    // News of what was done before it may still be on its way when the stream opens.
    expect(again.told.map(({ id }) => id)).toEqual(again.told.map((_, later) => String(42 + later)));
  });

  it('refuses unfit credentials and questions that are none', async () => {
    expect((await listen('campaigns', { bearer: 'nothing' })).response.status).toBe(401);
    expect((await listen('campaigns', { leadSecret: 'nothing' })).response.status).toBe(404);
    expect((await server.call('GET', '/api/operation/events')).json).toMatchObject({
      code: 'MALFORMED',
      fields: [{ field: 'topics', message: 'Preencha este campo.' }],
    });
    expect(
      (await server.call('GET', `/api/operation/events?topics=${'a'.repeat(801)}`)).json.fields,
    ).toMatchObject([{ field: 'topics' }]);
  });

  it('ends when whoever reads it signs out', async () => {
    const fresh = await newClient(server);
    const { order } = await buy(server, fresh, [line('banana', 1)]);
    const mine = await listen(`order:${order.code}`, { bearer: fresh.bearer });
    const other = await listen(`order:${order.code}`, { bearer: client.bearer });
    await server.call('POST', '/auth/logout', { body: { refreshToken: fresh.refresh } });
    await mine.ended;
    await pay(server, order.code);
    expect(mine.told).toEqual([]);
    await server.core.clock.shift(server.core.clock.offset() + 1);
    await other.next('clock.changed');
  });

  it('ends when the server stops', async () => {
    const mine = await listen('campaigns');
    await server.core.events.close();
    await mine.ended;
  });
});
