import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { metricsToken } from '#server/platform/metrics.ts';
import { buy, newClient } from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('the numbers of a server on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
  });
  afterAll(() => server.close());
  const ask = (bearer?: string) => server.call('GET', '/metrics', { bearer });
  const numbers = async (): Promise<Map<string, number>> => {
    const { text } = await ask(metricsToken(server.core.secrets));
    return new Map(
      text
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
    );
  };

  it('are shown to whoever has the token, and to nobody else', async () => {
    const right = await ask(metricsToken(server.core.secrets));
    expect([right.status, right.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    for (const wrong of [
      undefined,
      'x',
      `${metricsToken(server.core.secrets)}x`,
      metricsToken(server.core.secrets).slice(1),
    ]) {
      const { status, json, headers } = await ask(wrong);
      expect([status, json.code, headers.get('content-type')]).toEqual([
        401,
        'UNAUTHENTICATED',
        'application/problem+json; charset=utf-8',
      ]);
    }
  });

  it('count requests by route and status, orders and messages, and name nobody', async () => {
    const client = await newClient(server);
    const before = await numbers();
    const { order } = await buy(server, client);
    await server.call('GET', `/api/operation/orders/code/${order.code}/public`);
    await server.call('GET', '/api/operation/orders/code/0123456789ABCDEF/public');
    await server.call('GET', `/order/${order.code}/details`);
    await server.drain();
    const after = await numbers();
    const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    expect(grown('vitrine_orders_placed_total{tenant="client"}')).toBe(1);
    expect(
      grown(
        'vitrine_http_request_duration_seconds_count{method="GET",route="/api/operation/orders/code/{code}/public",status="200"}',
      ),
    ).toBe(1);
    expect(
      grown(
        'vitrine_http_request_duration_seconds_count{method="GET",route="/api/operation/orders/code/{code}/public",status="404"}',
      ),
    ).toBe(1);
    expect(after.get('vitrine_messages_total{channel="SMS",outcome="sent"}')).toBeGreaterThan(0);
    expect(after.get('vitrine_database_up')).toBe(1);
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
      'vitrine_open_streams',
      'vitrine_http_in_flight',
      'vitrine_cached_answers',
      'vitrine_cached_bytes',
    ])
      expect([name, after.has(name)]).toEqual([name, true]);
    expect([...after.keys()].some((name) => name.startsWith('vitrine_database_connections'))).toBe(
      engine === 'postgres',
    );
    const { text } = await ask(metricsToken(server.core.secrets));
    for (const private_ of [order.code, client.phone, client.userId]) expect(text).not.toContain(private_);
  });

  it('show jobs that wait and streams that are open', async () => {
    await server.core.jobs.stop();
    await server.core.db.tenant('client', (tx) =>
      server.core.jobs.send(tx, 'payment.check', { tenantId: 'client' }),
    );
    const stop = server.core.events.onClose(() => undefined);
    const shown = await numbers();
    expect(shown.get('vitrine_jobs_waiting{queue="payment.check",state="created"}')).toBe(1);
    expect(shown.get('vitrine_open_streams')).toBe(1);
    stop();
    expect((await numbers()).get('vitrine_open_streams')).toBe(0);
  });
});
