import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RETENTION } from '#server/platform/retention.ts';
import {
  type Client,
  type Lead,
  askCode,
  buy,
  login,
  line,
  newCart,
  newClient,
  newLead,
  newPhone,
  pay,
  see,
  send,
  signIn,
} from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

const DAY = 86_400;

describe.each(engines)('rows that have served on %s', (engine) => {
  let server: TestServer;
  let client: Client;
  let guest: Lead;
  let order: { code: string };
  const count = (text: string): Promise<number> =>
    server.core.db.read('client', async (tx) => {
      const { rows } = (await tx.execute(sql.raw(`select count(*)::int as n from ${text}`))) as unknown as {
        rows: { n: number }[];
      }; // the same on both drivers
      return rows[0]?.n ?? -1;
    });
  const after = async (ms: number) => {
    await server.shift(ms / 1_000 + 1);
    await server.sweep();
  };
  const DAYS = (days: number) => days * DAY * 1_000;

  beforeAll(async () => {
    server = await openTestServer(engine);
    client = await newClient(server);
    guest = await newLead(server);
    order = (await buy(server, guest, [line('banana', 1)])).order;
    await pay(server, order.code);
    for (const step of ['preparation.started', 'pickup.readied', 'order.delivered'])
      await send(server, order.code, step);
    await newCart(server, client, [line('tomate', 1)]);
    const idle = await newLead(server);
    await newCart(server, idle, [line('tomate', 1)]);
    for (const who of [guest, idle])
      await server.call('POST', '/api/operation/campaigns/semana/alerts', {
        leadSecret: who.leadSecret,
        body: { when: 'ARRIVES', channel: 'SMS', contact: newPhone(), latitude: 2, longitude: -60 },
      });
    await askCode(server, newPhone());
    await login(server, newPhone(), '123456');
    await server.call('POST', '/api/webhooks/pix', { body: { x: 1 } });
    await server.core.db.tenant('client', (tx) =>
      tx.execute(
        sql`insert into webhook_event values ('client', 'pix', 'e1', ${server.core.clock.date().toISOString()}, '{"payer":"Fulana"}', 'PAID')`,
      ),
    );
    await server.drain();
  });
  afterAll(() => server.close());

  it('PRV-02 stay while they serve', async () => {
    const rows = ['challenge', 'session', 'message', 'lead', 'cart', 'alert', '"user"', 'rate_limit'];
    const before = await Promise.all(rows.map(count));
    await server.sweep();
    expect(await Promise.all(rows.map(count))).toEqual(before);
    expect(before.every((n) => n > 0)).toBe(true);
  });

  it('PRV-02 go when their time has come, each kind at its own, with nobody asking', async () => {
    const proved = await count('challenge where used_at is not null');
    await after(RETENTION.challengeUnused + 300_000);
    expect([
      await count('challenge where used_at is null'),
      await count('challenge where used_at is not null'),
    ]).toEqual([0, proved]);
    expect(await count('rate_limit')).toBe(0);

    expect(await count('"user"')).toBe(2);
    await after(RETENTION.message);
    expect([
      await count('message'),
      await count('"user"'),
      await count(`"user" where phone = '${client.phone}'`),
    ]).toEqual([0, 1, 1]);

    expect(await count('session')).toBeGreaterThan(0);
    await after(RETENTION.session + DAYS(30));
    expect([await count('session'), await count('refresh_token')]).toEqual([0, 0]);

    await after(RETENTION.webhookBody);
    expect([
      await count(`webhook_event where event_id = 'e1'`),
      await count(`webhook_event where body::text like '%Fulana%'`),
      await count('challenge'),
    ]).toEqual([1, 0, 0]);

    expect(await count('alert')).toBe(2);
    await after(RETENTION.lead);
    expect(await count('alert')).toBe(1);
    expect([await count('lead'), await count(`lead where id = '${guest.leadId}'`)]).toEqual([1, 1]);
    expect(await count('cart where account_id is not null')).toBe(1);
    await after(RETENTION.cart);
    expect(await count('alert')).toBe(0);
    expect([
      await count('cart where account_id is not null'),
      await count(`cart where state = 'ordered'`),
    ]).toEqual([0, 1]);
  });

  it('PRV-02 leave an order its books and take its names after five years', async () => {
    expect(await count(`"order" where code = '${order.code}' and user_name is not null`)).toBe(1);
    await after(RETENTION.orderNames);
    expect(await count(`"order" where code = '${order.code}' and total > 0`)).toBe(1);
    expect(
      await count(
        `"order" where user_name is not null or user_phone is not null or email is not null or identification is not null or properties::text like '%Marina%'`,
      ),
    ).toBe(0);
    expect((await server.call('GET', `/api/operation/orders/code/${order.code}/public`)).json.state).toBe(
      'COMPLETED',
    );
  });

  it('keep no sign-in from starting again', async () => {
    expect((await see(server, await signIn(server, client.phone), '/api/accounts/client')).json.id).toBe(
      client.accountId,
    );
  });
});

describe('the times that rows are kept', () => {
  it('let erasure find the messages of a person by the codes that proved their contacts', () => {
    expect(RETENTION.challengeUsed).toBeGreaterThan(RETENTION.message);
  });

  it('are told in docs/operations.md as they are', () => {
    const text = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');
    const days = (ms: number) =>
      ms % (365 * DAY * 1_000) === 0 && ms > 365 * DAY * 1_000
        ? `${ms / (365 * DAY * 1_000)} years`
        : ms === DAY * 1_000
          ? '1 day'
          : `${ms / (DAY * 1_000)} days`;
    expect(
      Object.entries(RETENTION).filter(([name, ms]) => !text.includes(`| \`${name}\` | ${days(ms)} |`)),
    ).toEqual([]);
  });
});
