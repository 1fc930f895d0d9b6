import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderCode } from '#server/platform/ids.ts';
import { order, orderItem } from '#server/db/schema/order.ts';
import {
  type Client,
  type Lead,
  buy,
  campaignId,
  line,
  newClient,
  newLead,
  pay,
  see,
  send,
  uuid,
} from '#tests/support/buyers.ts';
import { alterCampaign } from '#tests/support/tenants/changes.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('reading orders on %s', (engine) => {
  let server: TestServer;
  let buyer: Lead;
  let other: Client;
  const codes: Record<'canceled' | 'paid' | 'pending', string> = { canceled: '', paid: '', pending: '' };
  const at = (iso: string) => new Date(iso);
  const alter = (code: string, change: Partial<typeof order.$inferInsert>) =>
    server.core.db.tenant('client', (tx) =>
      tx
        .update(order)
        .set(change)
        .where(and(eq(order.tenantId, 'client'), eq(order.code, code))),
    );

  beforeAll(async () => {
    server = await openTestServer(engine);
    buyer = await newLead(server);
    other = await newClient(server);
    const restore = await alterCampaign(server, { body: { depends: [] } }, 'depois');
    codes.canceled = (await buy(server, buyer, [line('banana', 1)])).order.code;
    codes.paid = (
      await buy(server, buyer, [line('tomate', 1), line('manga', 1, { slug: 'depois' })])
    ).order.code;
    codes.pending = (await buy(server, buyer, [line('tomate', 2)])).order.code;
    await buy(server, other, [line('banana', 7)]);
    await restore();
    await send(server, codes.canceled, 'order.canceled');
    await pay(server, codes.paid);
    // Midnight in São Paulo is 03:00 UTC.
    await alter(codes.canceled, { createdAt: at('2026-03-10T02:59:59.999Z') });
    await alter(codes.paid, { createdAt: at('2026-03-10T03:00:00.000Z') });
    await alter(codes.pending, { createdAt: at('2026-03-12T12:00:00.000Z') });
    await server.core.db.tenant('client', (tx) =>
      tx
        .update(orderItem)
        .set({ name: 'Maçã 100% fresca' })
        .where(and(eq(orderItem.tenantId, 'client'), eq(orderItem.name, 'manga de teste'))),
    );
  });
  afterAll(() => server.close());
  const page = async (query = '', who: { leadSecret?: string; bearer?: string } = buyer) =>
    (await see(server, who, `/api/operation/orders/pageable${query}`)).json;
  const found = async (query: string) =>
    (await page(query)).content.map(
      (one: { code: string }) => Object.entries(codes).find(([, code]) => code === one.code)?.[0],
    );

  it("gives one's own, newest first, and no others", async () => {
    expect(
      (await see(server, buyer, '/api/operation/orders')).json.map((one: { code: string }) => one.code),
    ).toEqual([codes.pending, codes.paid, codes.canceled]);
    expect((await see(server, other, '/api/operation/orders')).json).toHaveLength(1);
    expect((await see(server, await newLead(server), '/api/operation/orders')).json).toEqual([]);
  });

  it('gives a visitor their own by the name of the visitor, and nobody else', async () => {
    const [visitor, other] = [await newLead(server), await newLead(server)];
    const { order } = await buy(server, visitor);
    const of = (leadId: string, who: object) => see(server, who, `/api/operation/orders/lead/${leadId}`);
    const { status, json } = await of(visitor.leadId, visitor);
    expect([status, json.map(({ id }: { id: string }) => id)]).toEqual([200, [order.id]]);
    expect((await of(other.leadId, other)).json).toEqual([]);
    for (const who of [
      other,
      {},
      { bearer: (await newClient(server)).bearer },
      { ...visitor, host: 'clube.localhost' },
    ])
      expect(['NOT_FOUND', 'UNAUTHENTICATED']).toContain((await of(visitor.leadId, who)).json.code);
    expect((await of('x', visitor)).json.code).toBe('MALFORMED');
  });

  it('gives those that are not at an end for the refresh, however old', async () => {
    expect(
      (await see(server, buyer, '/api/operation/orders/filtered')).json.map(
        (one: { code: string }) => one.code,
      ),
    ).toEqual([codes.pending, codes.paid]);
    const [row] = await server.core.db.read('client', (tx) =>
      tx.select().from(order).where(eq(order.code, codes.canceled)),
    );
    if (!row) throw new Error('no order');
    const lead = await newLead(server);
    await server.core.db.tenant('client', (tx) =>
      tx.insert(order).values(
        Array.from({ length: 51 }, (_, index) => ({
          ...row,
          id: uuid(),
          code: orderCode(),
          cartUuid: uuid(),
          leadId: lead.leadId,
          state: index === 50 ? 'SHIPPED' : 'CANCELED',
          createdAt: new Date(Date.UTC(2026, 5, 1) - index * 1_000),
        })),
      ),
    );
    expect((await see(server, lead, '/api/operation/orders/filtered')).json).toMatchObject([
      { state: 'SHIPPED' },
    ]);
    const first = await page('', lead);
    expect([first.content.length, first.size, first.totalElements, first.totalPages, first.last]).toEqual([
      10,
      10,
      51,
      6,
      false,
    ]);
    const last = await page('?page=5', lead);
    expect([last.content.length, last.page, last.last]).toEqual([1, 5, true]);
    for (const size of [11, 100, 999]) expect((await page(`?size=${size}`, lead)).size).toBe(10); // SEC-16
    expect((await page('?size=3', lead)).content).toHaveLength(3);
    expect((await page('?page=6', lead)).content).toEqual([]);
  });

  it('filters by campaign, day in São Paulo, state and text, and by all together', async () => {
    expect(await found('')).toEqual(['pending', 'paid', 'canceled']);
    expect(await found(`?campaignIds=${campaignId('depois')}`)).toEqual(['paid']);
    expect(await found(`?campaignIds=${campaignId('depois')}&campaignIds=${campaignId()}`)).toEqual([
      'pending',
      'paid',
      'canceled',
    ]);
    expect(await found(`?campaignIds=${campaignId('passou')}`)).toEqual([]);
    expect(await found('?campaignIds=not-an-id')).toEqual([]);
    expect(await found('?created_after=2026-03-10')).toEqual(['pending', 'paid']);
    expect(await found('?created_before=2026-03-10')).toEqual(['paid', 'canceled']);
    expect(await found('?created_after=2026-03-10&created_before=2026-03-10')).toEqual(['paid']);
    expect(await found('?created_before=2026-03-09')).toEqual(['canceled']);
    expect(await found('?status=PAID')).toEqual(['paid']);
    expect(await found('?status=PAID&status=CANCELED')).toEqual(['paid', 'canceled']);
    expect(await found('?status=NOTHING')).toEqual([]);
    expect(await found('?searchText=TOMATE')).toEqual(['pending', 'paid']);
    expect(await found('?searchText=maca')).toEqual(['paid']);
    expect(await found(`?searchText=${encodeURIComponent('MAÇÃ')}`)).toEqual(['paid']);
    expect(await found(`?searchText=${codes.pending.toLowerCase().replace(/(.{4})/g, '$1-')}`)).toEqual([
      'pending',
    ]);
    expect(await found(`?searchText=${codes.canceled.slice(3, 12)}`)).toEqual(['canceled']);
    expect(
      await found(
        `?searchText=tomate&status=PAID&campaignIds=${campaignId('depois')}&created_after=2026-03-10&onlyParent=true`,
      ),
    ).toEqual(['paid']);
    expect(await found('?searchText=tomate&status=CANCELED')).toEqual([]);
  });

  it('SEC-36 takes the signs of a search for what they are', async () => {
    expect(await found('?searchText=100%25')).toEqual(['paid']);
    for (const text of [
      '%',
      '_',
      '%%',
      '\\',
      '\\%',
      "'",
      "' or 1=1 --",
      '";drop table "order"',
      'to_ate',
      'tom%te',
      '$1',
      '(',
      '[a-z]',
    ])
      expect([text, await found(`?searchText=${encodeURIComponent(text)}`)]).toEqual([
        text,
        text === '%' ? ['paid'] : [],
      ]);
    expect(await found('?searchText=-')).toEqual([]);
    expect(await page(`?searchText=${encodeURIComponent('a\u0000b')}`)).toMatchObject({
      code: 'MALFORMED',
      fields: [{ field: 'searchText', message: 'Este texto tem um sinal que não aceitamos.' }],
    });
  });

  it('refuses queries that are none', async () => {
    for (const [query, field] of [
      ['?size=0', 'size'],
      ['?size=x', 'size'],
      ['?page=-1', 'page'],
      ['?created_after=yesterday', 'created_after'],
      ['?created_before=2026-13-01', 'created_before'],
      ['?created_after=2026-02-30', 'created_after'],
      ['?created_after=0001-01-01', 'created_after'],
      ['?created_before=0000-01-01', 'created_before'],
      ['?created_before=1969-12-31', 'created_before'],
      ['?created_before=9999-12-31', 'created_before'],
      ['?onlyParent=maybe', 'onlyParent'],
      [`?searchText=${'a'.repeat(81)}`, 'searchText'],
    ] as const)
      expect([query, await page(query)]).toMatchObject([query, { code: 'MALFORMED', fields: [{ field }] }]);
    expect(
      (
        await see(
          server,
          buyer,
          '/api/operation/orders/pageable?created_after=1970-01-01&created_before=9998-12-31',
        )
      ).status,
    ).toBe(200);
  });
});
