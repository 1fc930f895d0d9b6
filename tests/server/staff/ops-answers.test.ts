import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buy, newClient, pay, see } from '#tests/support/buyers.ts';
import { alterCampaign } from '#tests/support/tenants/changes.ts';
import { family } from '#tests/support/orders/families.ts';
import { askReturn, delivered } from '#tests/support/orders/returns.ts';
import { type Answer, type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { type Worker, opsCall, staffAs } from '#tests/support/staff.ts';

describe.each(engines)('what the shop answers on %s', (engine) => {
  let server: TestServer;
  let buyer: Awaited<ReturnType<typeof newClient>>;
  let rui: Worker;
  /** Sends events with what goes along, one after the other, as somebody of the staff. */
  async function send(id: string, ...events: (readonly [string, object?])[]): Promise<void> {
    for (const [type, more] of events) {
      const { version } = (await opsCall(server, rui, 'GET', `/orders/${id}`)).json;
      const { status } = await opsCall(server, rui, 'POST', `/orders/${id}/events`, {
        body: { type, version, ...more },
      });
      expect([type, status]).toEqual([type, 200]);
    }
  }
  const told = async (id: string): Promise<string[]> =>
    (await see(server, buyer, `/api/operation/orders/follow/${id}`)).json.events.flatMap(
      ({ state, reason }: { state: string; reason?: string }) =>
        reason === undefined ? [] : `${state} ${reason}`,
    );
  async function paid(): Promise<Answer['json']> {
    const { order } = await buy(server, buyer);
    await pay(server, order.code);
    return order;
  }
  const newsOf = async (code: string): Promise<string[]> =>
    (await see(server, buyer, '/api/users/messages')).json
      .filter(({ target }: { target: string }) => target.includes(code))
      .map(({ title }: { title: string }) => title);

  beforeAll(async () => {
    server = await openTestServer(engine);
    buyer = await newClient(server);
    rui = await staffAs(server, 'OPERATOR');
    await alterCampaign(server, { body: { depends: [] } }, 'depois');
  });
  afterAll(() => server.close());

  it('reaches the buyer with its reason, and is not told as a delivery or a preparation again', async () => {
    const order = await delivered(server, buyer);
    await askReturn(server, buyer, order.id, { kind: 'REGRET', reason: 'Não gostei' });
    await send(order.id, ['return.refused', { reason: 'Já foi usado.' }]);
    expect(await told(order.id)).toEqual(['COMPLETED Já foi usado.']);
    expect(await newsOf(order.code)).toContain('A loja não aceitou a devolução');

    const asked = await paid();
    await send(asked.id, ['preparation.started']);
    await server.call('POST', `/api/operation/orders/order/${asked.id}/events`, {
      bearer: buyer.bearer,
      body: { type: 'cancellation.requested', reason: 'Mudei de ideia' },
    });
    await send(asked.id, ['cancellation.refused', { reason: 'Já está na rota.' }]);
    expect(await told(asked.id)).toEqual(['PREPARING Já está na rota.']);
    expect(await newsOf(asked.code)).toContain('A loja não aceitou cancelar');
  });

  it('tells why it canceled and why nothing was delivered, and keeps its own notes', async () => {
    const canceled = await paid();
    await send(canceled.id, ['preparation.started'], ['order.canceled', { reason: 'A geladeira parou.' }]);
    expect(await told(canceled.id)).toEqual([
      'CANCELLATION_REQUESTED A geladeira parou.',
      'CANCELED A geladeira parou.',
    ]);
    const failed = await paid();
    await send(
      failed.id,
      ['preparation.started', { reason: 'Nota de dentro.' }],
      ['order.shipped'],
      ['delivery.started'],
      ['delivery.failed', { reason: 'Ninguém em casa.' }],
    );
    expect(await told(failed.id)).toEqual(['DELIVERY_FAILED Ninguém em casa.']);
    const handed = await paid();
    await send(
      handed.id,
      ['preparation.started'],
      ['pickup.readied'],
      ['order.delivered', { reason: 'A mãe dela, com documento.' }],
    );
    expect(await told(handed.id)).toEqual([]);
  });

  it('tells it of the part that it is about, and to nobody who has the code alone', async () => {
    const { order, week } = await family(server, buyer);
    await send(order.id, ['order.canceled', { childId: week.id, reason: 'Acabou o tomate.' }]);
    expect([await told(week.id), await told(order.id)]).toEqual([['CANCELED Acabou o tomate.'], []]);
    const { text } = await server.call('GET', `/api/operation/orders/code/${week.code}/public`);
    expect(text).not.toContain('Acabou');
  });

  it('carries how to follow the goods, where they are and their invoice to the buyer and back to the desk', async () => {
    const order = await paid();
    await send(order.id, ['preparation.started']);
    const { version } = (await opsCall(server, rui, 'GET', `/orders/${order.id}`)).json;
    const news = { trackingCode: 'BR123', place: 'Santos', invoiceUrl: 'https://nfe.exemplo.com/1' };
    const ship = (more: object) =>
      opsCall(server, rui, 'POST', '/orders/events', {
        body: { type: 'order.shipped', orders: [{ id: order.id, version }], ...more },
      });
    for (const invoiceUrl of ['javascript:alert(1)', 'nfe.exemplo.com'])
      expect((await ship({ ...news, invoiceUrl })).json).toMatchObject({
        code: 'MALFORMED',
        fields: [{ field: 'invoiceUrl', message: 'Cole o endereço inteiro, que começa com https://.' }],
      });
    expect((await ship(news)).json.results).toMatchObject([{ state: 'SHIPPED' }]);
    const { json } = await opsCall(server, rui, 'GET', `/orders/${order.id}`);
    expect(json.history.at(-1)).toMatchObject({ type: 'order.shipped', ...news });
    const { json: follow } = await see(server, buyer, `/api/operation/orders/follow/${order.id}`);
    // The way of delivery names no carrier: its number is told all the same.
    expect([follow.carrier, follow.invoiceUrl, follow.events.at(-1).place]).toEqual([
      { trackingCode: news.trackingCode },
      news.invoiceUrl,
      news.place,
    ]);
  });
});
