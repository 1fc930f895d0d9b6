import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPixCode } from '#domain/money/pix.ts';
import { LIMITS } from '#server/platform/limits-table.ts';
import {
  type Lead,
  type Who,
  buy,
  credentials,
  line,
  newClient,
  newLead,
  pay,
  pickup,
  see,
  send,
  setStock,
} from '#tests/support/buyers.ts';
import { chargesOf } from '#tests/support/orders/charges.ts';
import { notify, unpaid } from '#tests/support/orders/pix-notices.ts';
import { type Answer, type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

const MINUTE = 60;
const DAY = 86_400;

describe.each(engines)('a link to a Pix charge on %s', (engine) => {
  let server: TestServer;
  let buyer: Lead;
  beforeAll(async () => {
    server = await openTestServer(engine);
    buyer = await newLead(server);
    await setStock(server, 'tomate', 1_000);
  });
  afterAll(() => server.close());
  const ask = (code: string, who: Who = buyer): Promise<Answer> =>
    see(server, who, `/api/pix/link?id=${code}`);
  const open = (token: string, host?: string): Promise<Answer> =>
    server.call('GET', `/api/pix/link/${token}`, host === undefined ? {} : { host });
  const tokenIn = ({ json }: Answer): string => /^\/pix\/([\w-]{44})$/.exec(json.path)?.[1] ?? '';
  /** An order that waits for its money, and the token of its charge. */
  async function linked() {
    const order = await unpaid(server, buyer);
    const answer = await ask(order.code);
    return { ...order, answer, token: tokenIn(answer) };
  }

  it('shows whoever has it what to pay, and nothing of the order or its buyer', async () => {
    const { code, charge, answer, token } = await linked();
    expect(answer.json.expiresAt).toBe(charge.expiresAt?.toISOString());
    const { status, json, headers } = await open(token);
    expect(status).toBe(200);
    const { brCode } = (await see(server, buyer, `/api/pix/qrcode?id=${code}`)).json;
    expect(json).toEqual({
      status: 'pending',
      store: 'Feira de Teste',
      receiver: expect.any(String),
      amount: charge.amount / 100,
      expiresAt: charge.expiresAt?.toISOString(),
      brCode,
      qrCode: expect.stringMatching(/^<svg/),
    });
    expect(readPixCode(json.brCode)?.amount).toBe(charge.amount);
    for (const sent of [headers, answer.headers, (await open('x'.repeat(44))).headers])
      expect(['Cache-Control', 'X-Robots-Tag', 'Referrer-Policy'].map((name) => sent.get(name))).toEqual([
        'no-store',
        'noindex',
        'no-referrer',
      ]);
  });

  it('is made for the buyer of the order alone, one for one charge', async () => {
    const { code, token } = await linked();
    expect(tokenIn(await ask(code))).toBe(token);
    for (const [who, refusal] of [
      [await newLead(server), 'NOT_FOUND'],
      [await newClient(server), 'NOT_FOUND'],
      [{}, 'UNAUTHENTICATED'],
    ] as const)
      expect((await ask(code, who)).json.code).toBe(refusal);
  });

  it('SEC-12 cannot be guessed: no near token opens anything, and one tells nothing of another', async () => {
    const [one, two] = [await linked(), await linked()];
    const { token } = one;
    const altered = Array.from(token, (letter, at) =>
      ['A', 'b', '9', '_'].map(
        (other) => token.slice(0, at) + (other === letter ? '-' : other) + token.slice(at + 1),
      ),
    ).flat();
    const near = [
      ...altered,
      token.slice(0, 22) + two.token.slice(22),
      two.token.slice(0, 22) + token.slice(22),
      token.slice(0, -1),
      token.slice(0, 22),
      `${token}A`,
      token.toUpperCase(),
      one.code,
      one.charge.id,
      one.charge.txid,
      'A'.repeat(44),
    ];
    const found = await Promise.all(near.map((other) => open(other)));
    expect(found.filter(({ json }) => json.code !== 'NOT_FOUND')).toEqual([]);
    expect(token.slice(22)).not.toBe(two.token.slice(22));
  });

  it('SEC-23 opens nothing at another store', async () => {
    const { token } = await linked();
    expect((await open(token, 'clube.localhost')).json.code).toBe('NOT_FOUND');
    expect((await open(token)).status).toBe(200);
  });

  it('says for a day that it was paid, whoever paid, and then opens nothing', async () => {
    const { code, token, charge } = await linked();
    await pay(server, code);
    expect((await see(server, buyer, `/api/pix/qrcode?id=${code}`)).json.status).toBe('confirmed');
    const { json } = await open(token);
    expect(json).toMatchObject({ status: 'confirmed', amount: charge.amount / 100 });
    expect([json.brCode, json.qrCode]).toEqual([undefined, undefined]);
    expect((await ask(code)).json.code).toBe('ILLEGAL_EVENT');
    await server.shift(DAY - 5 * MINUTE);
    expect((await open(token)).json.status).toBe('confirmed');
    await server.shift(10 * MINUTE);
    expect((await open(token)).json.code).toBe('NOT_FOUND');
  });

  it('ends with its charge: by the clock, by a new code, with the order', async () => {
    const { code, id, token, notice } = await linked();
    await server.shift(31 * MINUTE);
    // Nobody else has looked at it yet: the clock alone ended it.
    const { json } = await open(token);
    expect([json.status, json.brCode]).toEqual(['expired', undefined]);
    expect((await chargesOf(server, id))[0]?.state).toBe('pending');
    expect((await ask(code)).json.code).toBe('ILLEGAL_EVENT');
    expect((await open(token)).json.status).toBe('expired');
    await send(server, code, 'payment.requested');
    const next = tokenIn(await ask(code));
    expect(next).not.toBe(token);
    const [replaced, never] = [await open(token), await open('A'.repeat(44))];
    const seen = ({ status, json: { requestId, ...said } }: Answer) => [status, said, typeof requestId];
    expect(seen(replaced), 'like one that never was').toEqual(seen(never));
    expect((await open(next)).json.status).toBe('pending');
    // Money for the old code still counts, and its link says so.
    await notify(server, notice());
    expect((await chargesOf(server, id)).map(({ state }) => state)[0]).toBe('confirmed');
    expect((await open(token)).json.status).toBe('confirmed');
    expect((await open(next)).json.code).toBe('NOT_FOUND');
    const gone = await linked();
    await server.call('DELETE', `/api/operation/orders/cancel/${gone.id}`, credentials(buyer));
    expect((await open(gone.token)).json.code).toBe('NOT_FOUND');
  });

  it('opens to a stranger at a store of a company too, which shows them nothing else', async () => {
    const host = 'clube.localhost';
    const client = await newClient(server, { host });
    const { order } = await buy(server, client, [line('banana', 1, { tenant: 'clube' })], {
      shippingMethod: pickup('clube'),
    });
    const token = tokenIn(await ask(order.code, client));
    expect((await open(token, host)).json).toMatchObject({ status: 'pending', store: 'Clube de Teste' });
    expect((await server.call('GET', '/api/operation/campaigns/public', { host })).status).toBe(401);
  });
});

describe.each(engines)('SEC-32 looks at links on %s', (engine) => {
  it('end for an address that asks for too many, and for no other', async () => {
    const server = await openTestServer(engine, { env: { SANDBOX: '0', TRUST_PROXY: '1' } });
    const from = (ip: string) =>
      server.call('GET', `/api/pix/link/${'A'.repeat(44)}`, { headers: { 'X-Forwarded-For': ip } });
    const { points } = LIMITS.payerLooks;
    await server.core.limits.take('payer:203.0.113.9', LIMITS.payerLooks, points - 1);
    expect((await from('203.0.113.9')).json.code).toBe('NOT_FOUND');
    const { status, json, headers } = await from('203.0.113.9');
    expect([status, json.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await from('203.0.113.10')).json.code).toBe('NOT_FOUND');
    await server.close();
  });
});
