import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webhookEvent } from '#server/db/schema/payment.ts';
import { type Lead, newLead, pay, see, send, setStock, uuid } from '#tests/support/buyers.ts';
import { chargesOf, refundsOf } from '#tests/support/orders/charges.ts';
import { rowOf, stateOf } from '#tests/support/orders/order-events.ts';
import {
  SECRET,
  notify,
  outcomeOf,
  signatureOf,
  transfer,
  unpaid,
} from '#tests/support/orders/pix-notices.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('payments on %s', (engine) => {
  let server: TestServer;
  let buyer: Lead;
  beforeAll(async () => {
    server = await openTestServer(engine);
    buyer = await newLead(server);
    await setStock(server, 'tomate', 1_000);
  });
  afterAll(() => server.close());

  it('turn an order paid by a signed notice', async () => {
    const { id, code, notice } = await unpaid(server, buyer);
    const paid = notice();
    const answer = await notify(server, paid);
    expect([answer.status, answer.text]).toEqual([202, '']);
    expect(await stateOf(server, buyer, code)).toBe('PAID');
    expect(await chargesOf(server, id)).toMatchObject([{ state: 'confirmed', endToEndId: paid.endToEndId }]);
    expect((await see(server, buyer, `/api/pix/qrcode?id=${code}`)).json.status).toBe('confirmed');
  });

  it('SEC-20 take no notice that is unsigned, altered, old, early or signed by another', async () => {
    const { code, notice } = await unpaid(server, buyer);
    const now = Math.floor(server.core.clock.now() / 1_000);
    const body = notice();
    const text = JSON.stringify(body);
    const good = signatureOf(text, now);
    const bad: [object | string, (text: string) => string | undefined][] = [
      [body, () => undefined],
      [body, () => ''],
      [body, () => 'v1=aa'],
      [body, () => good.replace(/v1=./, (part) => `v1=${part.at(-1) === '0' ? '1' : '0'}`)],
      [body, () => good.slice(0, -1)],
      [body, () => `${good}00`],
      [body, () => good.toUpperCase()],
      [{ ...body, amount: 0.01 }, () => good],
      [JSON.stringify(body, null, 1), () => good],
      [`${text} `, () => good],
      [body, (sent) => signatureOf(sent, now, 'another-secret-that-is-long-enough-too')],
      [body, (sent) => signatureOf(sent, now, '')],
      [body, (sent) => signatureOf(sent, now - 302)],
      [body, (sent) => signatureOf(sent, now + 500)],
      [body, () => good.replace(/t=\d+/, `t=${now - 5}`)],
      [body, () => `t=,v1=${good.split('v1=')[1]}`],
    ];
    for (const [sent, sign] of bad)
      expect((await notify(server, sent, { sign })).json).toMatchObject({
        code: 'UNAUTHENTICATED',
        status: 401,
      });
    expect(await stateOf(server, buyer, code)).toBe('PENDING_PAYMENT');
    for (const at of [now - 200, now + 295])
      expect((await notify(server, notice(), { sign: (sent) => signatureOf(sent, at) })).status).toBe(202);
    expect(await stateOf(server, buyer, code)).toBe('PAID');
    expect((await notify(server, { ...body, type: 'pix.gift' })).json).toMatchObject({ code: 'MALFORMED' });
    expect((await notify(server, '{', {})).json.code).toBe('MALFORMED');
  });

  it('SEC-21 pay only what fits in amount, receiver, charge, transfer and store', async () => {
    const { code, charge, notice } = await unpaid(server, buyer);
    const other = await unpaid(server, buyer);
    const used = other.notice();
    await notify(server, used);
    const unfit = [
      notice({ amount: 9.89 }),
      notice({ amount: 9.91 }),
      notice({ amount: 0 }),
      notice({ amount: 990 }),
      notice({ receiver: 'thief@exemplo.com' }),
      notice({ receiver: '' }),
      notice({ txid: charge.txid.replace(/01$/, '02') }),
      notice({ txid: code }),
      notice({ txid: other.charge.txid }),
      notice({ endToEndId: used.endToEndId }),
      notice({ endToEndId: 'E1' }),
      notice({ endToEndId: '' }),
      notice({ endToEndId: `X${'1'.repeat(31)}` }),
    ];
    for (const one of unfit) {
      expect((await notify(server, one)).status).toBe(202);
      expect(await outcomeOf(server, one.id)).toMatch(/mismatch|unknown charge|transfer used before|late/);
      expect(await stateOf(server, buyer, code)).toBe('PENDING_PAYMENT');
    }
    expect((await notify(server, notice(), { host: 'clube.localhost' })).status).toBe(202);
    expect(await stateOf(server, buyer, code)).toBe('PENDING_PAYMENT');
    expect((await notify(server, notice({ amount: 9.999 }))).json.code).toBe('MALFORMED');
    await notify(server, notice());
    expect(await stateOf(server, buyer, code)).toBe('PAID');
  });

  it('REL-09 take a notice once, however often and in however many copies it comes', async () => {
    const { id, code, notice } = await unpaid(server, buyer);
    const paid = notice();
    const answers = await Promise.all(Array.from({ length: 20 }, () => notify(server, paid)));
    expect(answers.every(({ status }) => status === 202)).toBe(true);
    const copies = await Promise.all(
      Array.from({ length: 5 }, () => notify(server, { ...paid, id: uuid() })),
    );
    expect(copies.every(({ status }) => status === 202)).toBe(true);
    expect(await stateOf(server, buyer, code)).toBe('PAID');
    expect((await rowOf(server, code)).version).toBe(3);
    expect(await refundsOf(server, id)).toEqual([]);
  });

  it('are never undone by what comes later', async () => {
    const { id, code, notice } = await unpaid(server, buyer);
    await notify(server, notice());
    await notify(server, notice({ type: 'pix.refunded' }));
    expect((await send(server, code, 'payment.expired')).json.code).toBe('ILLEGAL_EVENT');
    await server.shift(2 * 86_400);
    await server.sweep();
    expect([await stateOf(server, buyer, code), (await chargesOf(server, id))[0]?.state]).toEqual([
      'PAID',
      'confirmed',
    ]);
  });

  it('are made in the sandbox through the same door', async () => {
    const { code } = await unpaid(server, buyer);
    const answer = await pay(server, code);
    expect([answer.status, answer.json]).toEqual([202, { accepted: true }]);
    expect(await stateOf(server, buyer, code)).toBe('PAID');
    expect((await pay(server, code)).json).toMatchObject({ code: 'ILLEGAL_EVENT', status: 409 });
    expect((await pay(server, '0000000000000000')).json.code).toBe('NOT_FOUND');
    expect((await pay(server, code, 'clube.localhost')).json.code).toBe('NOT_FOUND');
    expect((await pay(server, 'x')).json.code).toBe('MALFORMED');
    const events = await server.core.db.read('client', (tx) =>
      tx.select().from(webhookEvent).where(eq(webhookEvent.outcome, 'paid')),
    );
    expect(events.length).toBeGreaterThan(0);
  });
});

describe('payment notices without a secret', () => {
  it('SEC-20 are refused, all of them', async () => {
    const server = await openTestServer('pglite', { env: { SANDBOX: '0', PIX_WEBHOOK_SECRET: '' } });
    try {
      for (const key of ['', 'undefined', SECRET]) {
        const text = JSON.stringify({
          id: uuid(),
          type: 'pix.paid',
          txid: 'x',
          endToEndId: transfer(),
          amount: 1,
          receiver: 'x',
          at: new Date().toISOString(),
        });
        const at = Math.floor(Date.now() / 1_000);
        const { json } = await server.call('POST', '/api/webhooks/pix', {
          body: text,
          headers: {
            'content-type': 'application/json',
            'X-Signature': signatureOf(text, at, key),
          },
        });
        expect(json.code).toBe('UNAUTHENTICATED');
      }
    } finally {
      await server.close();
    }
  });
});
