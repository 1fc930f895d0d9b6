import { getTableName } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdings } from '#server/services/people/personal-data.ts';
import {
  type Client,
  buy,
  codeFor,
  home,
  left,
  line,
  lockCart,
  newCart,
  newClient,
  newLead,
  newPhone,
  pay,
  pickup,
  see,
  send,
  signIn,
} from '#tests/support/buyers.ts';
import { alterQuestions } from '#tests/support/tenants/changes.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { createAccount, newcomer } from '#tests/support/sign-up.ts';

/** Columns that name a person, or somebody's things. */
const PERSONAL = [
  'user_id',
  'account_id',
  'lead_id',
  'subject',
  'contact',
  'recipient',
  'phone',
  'email',
  'identification',
  'user_name',
  'user_phone',
  'session_id',
  'order_id',
  'wallet_uuid',
];
/** Tables with such a column that hold nothing of a shopper, and why. */
const IMPERSONAL = [
  'order_child' /* campaign, hub and amounts */,
  'refund' /* amounts */,
  'cart_lock' /* goods and amounts of a cart */,
  'dispute' /* amounts, and what the shop told a bank to defend them, which is kept */,
  'approval' /* what one of the staff asked another to approve: money of an order */,
  'staff' /* who works at the shop, and leaves it by their owner's hand */,
];

describe.each(engines)('leaving the shop on %s', (engine) => {
  let server: TestServer;
  const lines: string[] = [];
  beforeAll(async () => {
    server = await openTestServer(engine, { lines });
    await alterQuestions(server, 'nota');
  });
  afterAll(() => server.close());
  /** Tables in which a text stands anywhere. */
  async function tablesWith(text: string): Promise<string[]> {
    // The queue's own tables too: what a job carries, and what it failed of.
    const tables = await server.asOwner(
      `select case table_schema when 'public' then '' else table_schema || '.' end || quote_ident(table_name) as name from information_schema.tables where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
    );
    const found: string[] = [];
    for (const { name } of tables)
      if (
        (await server.asOwner(`select 1 from ${String(name)} t where t::text ilike '%${text}%' limit 1`))
          .length
      )
        found.push(String(name).replaceAll('"', ''));
    return found;
  }
  const remove = (who: { bearer: string; host?: string }) =>
    server.call('DELETE', '/api/accounts/client', { bearer: who.bearer, host: who.host });
  const takeOut = (who: { bearer: string; host?: string }) =>
    server.call('GET', '/api/accounts/client/export', { bearer: who.bearer, host: who.host });

  /** Proves another contact. */
  async function moveTo(
    { bearer }: { bearer: string },
    key: 'EMAIL' | 'PHONE',
    value: string,
  ): Promise<void> {
    await server.call('POST', '/api/users/verification/login', { bearer, body: { key, value } });
    const body = { key, value, code: await codeFor(server, value) };
    expect((await server.call('POST', '/api/users/update/login', { bearer, body })).status).toBe(200);
  }

  let canaries = 0;
  /** Somebody who left a trace everywhere: as a visitor, in carts, orders, addresses and consents. */
  async function known(): Promise<{ client: Client; traces: string[]; lead: { leadId: string } }> {
    const mark = `canario${engine}${++canaries}`;
    const lead = await newLead(server);
    await server.call('PUT', '/api/users/leads', {
      leadSecret: lead.leadSecret,
      body: {
        name: `Visita ${mark}`,
        phone: '+5511944443333',
        addresses: [{ ...home, complement: `ninho ${mark}` }],
      },
    });
    await server.call('PUT', '/api/users/consents', {
      leadSecret: lead.leadSecret,
      body: { purpose: 'location', granted: true, version: '1' },
    });
    const signed = await newcomer(server);
    const email = `${mark}@exemplo.com`;
    const body = {
      name: `Nome ${mark}`,
      email,
      identification: '39053344705',
      addresses: [{ ...home, reference: `poleiro ${mark}` }],
      properties: { appVersion: mark },
    };
    const made = await createAccount(server, signed, body, lead);
    expect(made.status).toBe(201);
    const client = { ...signed, accountId: made.json.id };
    await moveTo(client, 'EMAIL', `novo-${email}`);
    return { client, traces: [mark, client.phone, '39053344705', 'ninho'], lead };
  }
  const draft = (mark: string) => ({
    shippingMethod: pickup(),
    recipient: { self: false, name: `Vizinha ${mark}`, phone: '+5511966665555' },
    extra: { nota: mark },
    location: { ...home, complement: mark },
  });

  it('PRV-02 takes the person out of every table, and keeps what the books need of an order', async () => {
    const { client, traces, lead } = await known();
    const [mark = ''] = traces;
    const paid = await buy(server, client, [line('tomate', 1)], draft(mark));
    await pay(server, paid.order.code);
    for (const type of ['preparation.started', 'order.shipped', 'order.delivered'])
      await send(server, paid.order.code, type);
    await newCart(server, client, [line('banana', 1)], draft(mark));
    // What was sent to an earlier telephone is about the person too.
    const phone = newPhone();
    await moveTo(client, 'PHONE', phone);
    traces.push(phone);
    for (const trace of traces) expect((await tablesWith(trace)).length).toBeGreaterThan(0);
    const gone = await remove(client);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect(
      (await server.call('GET', `/sandbox/messages?to=${encodeURIComponent(phone)}`)).json,
    ).toMatchObject([{ text: expect.stringMatching(/^Sua conta em Feira de Teste foi excluída\./) }]);
    await server.drain();
    await server.shift(16 * 60);
    await server.sweep();
    for (const trace of traces) expect([trace, await tablesWith(trace)]).toEqual([trace, []]);
    // Nor in any line of the log, from the first visit on.
    expect(lines.length).toBeGreaterThan(20);
    for (const trace of traces)
      expect(
        lines.filter((line) => line.includes(trace) || line.includes(encodeURIComponent(trace))),
      ).toEqual([]);
    const { json } = await server.call('GET', `/api/operation/orders/code/${paid.order.code}/public`);
    expect(json).toMatchObject({ state: 'COMPLETED', items: [{ quantity: 1 }] });
    expect(
      await server.asOwner(
        `select total, user_name, properties ? 'recipient' as recipient, account_id from "order" where code = '${paid.order.code}'`,
      ),
    ).toMatchObject([{ user_name: null, recipient: false, account_id: client.accountId }]);
    expect(
      await server.asOwner(
        `select done_at is not null as done from erasure where account_id = '${client.accountId}'`,
      ),
    ).toEqual([{ done: true }]);
    expect(await server.asOwner(`select id from lead where id = '${lead.leadId}'`)).toEqual([]);
    // Whoever comes back with the same telephone is somebody new.
    await server.shift(3_700);
    const again = await newClient(server, { phone: client.phone });
    expect(again.userId).not.toBe(client.userId);
    expect((await see(server, again, '/api/operation/orders')).json).toEqual([]);
  });

  it('signs out everywhere and cancels what was not paid', async () => {
    const { client } = await known();
    await server.shift(61);
    const elsewhere = await signIn(server, client.phone);
    const before = await left(server, 'banana');
    const { order } = await buy(server, client, [line('banana', 2)]);
    const held = await newCart(server, client, [line('banana', 3)]);
    expect((await lockCart(server, client, held.uuid)).status).toBe(200);
    expect((await remove(client)).status).toBe(204);
    for (const who of [client, elsewhere]) {
      expect((await see(server, who, '/api/users')).json.code).toBe('TOKEN_REVOKED');
      expect(
        (await server.call('POST', '/auth/renew', { body: { refreshToken: who.refresh } })).json.code,
      ).toBe('TOKEN_REVOKED');
    }
    expect((await server.call('GET', `/api/operation/orders/code/${order.code}/public`)).json.state).toBe(
      'CANCELED',
    );
    await server.shift(901);
    await server.sweep();
    expect(await left(server, 'banana')).toBe(before);
  });

  it('PRV-02 lets a paid order reach its door first', async () => {
    const { client, traces } = await known();
    const [mark = ''] = traces;
    const { order } = await buy(server, client, [line('tomate', 1)], draft(mark));
    await pay(server, order.code);
    await remove(client);
    await server.drain();
    await server.shift(86_400);
    await server.sweep();
    expect(await tablesWith(mark)).toEqual(['order']);
    for (const type of ['preparation.started', 'order.shipped', 'order.delivered'])
      expect((await send(server, order.code, type)).status).toBeLessThan(300);
    await server.sweep();
    expect(await tablesWith(mark)).toEqual([]);
    expect(
      await server.asOwner(
        `select done_at is not null as done from erasure where account_id = '${client.accountId}'`,
      ),
    ).toEqual([{ done: true }]);
  });

  it('SEC-09 needs a proof of the last five minutes; reading all that is kept, one of the last thirty', async () => {
    const client = await newClient(server);
    await server.shift(301);
    expect((await remove(client)).json).toMatchObject({ code: 'FRESH_PROOF', status: 422 });
    expect((await takeOut(client)).status).toBe(200);
    await server.shift(1_500);
    const { bearer } = await signIn(server, client.phone);
    await server.shift(1_801);
    const renewed = await server.call('POST', '/auth/renew', { body: { refreshToken: client.refresh } });
    expect((await takeOut({ bearer: renewed.json.access_token })).json).toMatchObject({
      code: 'FRESH_PROOF',
      status: 422,
    });
    expect((await takeOut({ bearer })).json.code).toBe('TOKEN_EXPIRED');
  });

  it('is for nobody else, and ends once', async () => {
    const [one, other] = [await newClient(server), await newClient(server)];
    expect((await server.call('DELETE', '/api/accounts/client')).json.code).toBe('UNAUTHENTICATED');
    expect(
      (
        await server.call('DELETE', '/api/accounts/client', {
          leadSecret: (await newLead(server)).leadSecret,
        })
      ).json.code,
    ).toBe('UNAUTHENTICATED');
    expect((await remove({ bearer: one.bearer, host: 'clube.localhost' })).json.code).toBe('UNAUTHENTICATED');
    expect(
      (
        await server.call('DELETE', '/api/accounts/client', {
          bearer: one.bearer,
          origin: 'https://mal.exemplo.com',
        })
      ).json.code,
    ).toBe('FOREIGN_ORIGIN');
    const both = await Promise.all([remove(one), remove(one)]);
    expect(both.every(({ status, json }) => status === 204 || json.code === 'TOKEN_REVOKED')).toBe(true);
    expect((await see(server, other, '/api/accounts/client')).status).toBe(200);
    // Nor does it need a finished sign-up.
    expect((await remove(await signIn(server))).status).toBe(204);
  });

  it('PRV-01 gives all that is kept of a person, and nothing of others or of the inside', async () => {
    const { client, traces } = await known();
    const [mark = ''] = traces;
    const other = await newClient(server);
    await buy(server, other, [line('tomate', 1)]);
    const { order } = await buy(server, client, [line('tomate', 1)], draft(mark));
    const begun = performance.now();
    const { status, json, text } = await takeOut(client);
    expect(performance.now() - begun).toBeLessThan(5_000);
    expect([status, json.exportedAt]).toEqual([200, expect.stringMatching(/Z$/)]);
    expect(json.data).toMatchObject({
      user: [{ id: client.userId, phone: client.phone }],
      account: [{ identification: '39053344705' }],
      order: [{ id: order.id }],
      lead: [{ name: `Visita ${mark}` }],
      consent: [{ purpose: 'location', granted: true }],
      session: [{}],
      payment: [{ orderId: order.id }],
      orderItem: [{ orderId: order.id }],
    });
    for (const kind of ['cart', 'message', 'challenge', 'orderEvent'])
      expect([kind, json.data[kind].length > 0]).toEqual([kind, true]);
    for (const not of ['Hash', 'salt', 'sealed', other.userId, other.accountId, other.phone])
      expect([not, text.includes(not)]).toEqual([not, false]);
  });

  it('PRV-01 knows every table that has a person in it', async () => {
    const rows = await server.asOwner(
      `select distinct table_name as name from information_schema.columns where table_schema = 'public' and column_name in (${PERSONAL.map((one) => `'${one}'`).join(', ')})`,
    );
    const covered = Object.values(holdings).map(({ table }) => getTableName(table));
    const found = rows.map(({ name }) => String(name)).filter((name) => !IMPERSONAL.includes(name));
    expect(found.sort()).toEqual(covered.sort());
  });
});
