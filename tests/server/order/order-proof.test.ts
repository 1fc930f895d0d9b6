import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buy,
  codeFor,
  line,
  lockCart,
  login,
  newCart,
  newClient,
  newLead,
  newPhone,
  orderBody,
  place,
} from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('the second proof of an order on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
  });
  afterAll(() => server.close());

  const ask = (code: string, key?: string, host?: string) =>
    server.call('POST', `/api/operation/orders/code/${code}/proof`, {
      body: key === undefined ? {} : { key },
      host,
    });
  const open = (code: string, digits: string, key?: string) =>
    server.call('POST', `/api/operation/orders/code/${code}/open`, {
      body: { code: digits, ...(key === undefined ? {} : { key }) },
    });
  const bought = async (userPhone = newPhone(), email = `c${userPhone.slice(-8)}${engine}@exemplo.com`) => {
    const lead = await newLead(server);
    const { uuid: cartUuid } = await newCart(server, lead, [line('tomate', 1)]);
    const { json: lock } = await lockCart(server, lead, cartUuid);
    const { json } = await place(
      server,
      lead,
      orderBody(cartUuid, [line('tomate', 1)], { fence: lock.fence }, { userPhone, email }),
    );
    return { code: json.code as string, phone: userPhone, email, lead };
  };

  const read = (code: string, proof: string, host?: string) =>
    server.call('POST', `/api/operation/orders/code/${code}/opened`, { body: { proof }, host });
  const claim = (who: object, code: string, proof?: string) =>
    server.call('PUT', `/api/operation/orders/code/${code}/user`, { ...who, body: { claim: true, proof } });
  /** An order whose contact is proved. */
  const opened = async () => {
    const order = await bought();
    await ask(order.code);
    const { json } = await open(order.code, await codeFor(server, order.phone));
    return { ...order, proof: json.proof as string };
  };

  it('SEC-12 is a code that goes to its contact, and opens the whole of it once', async () => {
    const { code, phone, email } = await bought();
    const sent = await ask(code.toLowerCase());
    expect([sent.status, sent.json]).toEqual([
      201,
      { resendAfter: 60, expiresIn: 300, contact: `•••${phone.slice(-4)}` },
    ]);
    const digits = await codeFor(server, phone);
    const { status, json } = await open(code, digits);
    const { order, follow, expiresIn } = json;
    expect([status, order.code, order.userPhone, order.items.length]).toEqual([200, code, phone, 1]);
    expect([follow.orderCode, expiresIn]).toEqual([code, 1_800]);
    expect((await open(code, digits)).json.code).toBe('EXPIRED_CODE');
    const mail = await ask(code, 'EMAIL');
    expect(mail.json.contact).toBe('c•••@exemplo.com');
    expect((await open(code, await codeFor(server, email), 'EMAIL')).status).toBe(200);
  });

  it('SEC-01 opens nothing else: no other order of the same contact, no sign-in, and no code of a sign-in opens it', async () => {
    const first = await bought();
    const second = await bought(first.phone);
    await ask(first.code);
    const digits = await codeFor(server, first.phone);
    expect((await open(second.code, digits)).json.code).toBe('EXPIRED_CODE');
    expect((await login(server, first.phone, digits)).json.code).toBe('EXPIRED_CODE');
    await server.shift(61);
    await server.call('POST', '/api/users/authenticate/sms', { body: { phone: first.phone } });
    const other = await codeFor(server, first.phone);
    if (other !== digits) expect((await open(first.code, other)).json.code).toBe('INVALID_CODE');
    expect((await open(first.code, digits)).status).toBe(200);
  });

  it('SEC-02 is guessed at five times at most, and sent once a minute', async () => {
    const { code, phone } = await bought();
    await ask(code);
    expect((await ask(code)).json.code).toBe('TOO_MANY_CODES');
    const digits = await codeFor(server, phone);
    const wrong = digits === '000000' ? '000001' : '000000';
    for (const left of [4, 3, 2, 1])
      expect((await open(code, wrong)).json).toMatchObject({ code: 'INVALID_CODE', attemptsLeft: left });
    expect((await open(code, wrong)).json.code).toBe('TOO_MANY_ATTEMPTS');
    expect((await open(code, digits)).json.code).toBe('TOO_MANY_ATTEMPTS');
  });

  it('is of an order that there is, in its own store', async () => {
    const lead = await newLead(server);
    const { order } = await buy(server, lead);
    for (const answer of [
      await ask('0000000000000000'),
      await ask(order.code, 'PHONE', 'clube.localhost'),
      await open('0000000000000000', '123456'),
    ])
      expect(answer.json).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    expect((await ask(order.code, 'PIGEON')).json.code).toBe('MALFORMED');
    expect((await open(order.code, '12345')).json.fields).toMatchObject([{ field: 'code' }]);
  });

  it('D48 opens the order again for half an hour, and no other order, store or contact', async () => {
    const { code, proof } = await opened();
    const other = await opened();
    const { status, json } = await read(code, proof);
    expect([status, json.order.code, json.follow.orderCode]).toEqual([200, code, code]);
    for (const wrong of [other.proof, `${proof}x`, proof.replace(/^P/, 'E'), proof.replace(/^P/, 'x'), 'x'])
      expect([wrong, (await read(code, wrong)).json.code]).toEqual([wrong, 'FRESH_PROOF']);
    const [key, until, hash] = proof.split('.');
    expect((await read(code, `${key}.${Number(until) + 1}.${hash}`)).json.code).toBe('FRESH_PROOF');
    expect((await read(code, proof, 'clube.localhost')).json.code).toBe('NOT_FOUND');
    expect((await read('0000000000000000', proof)).json.code).toBe('NOT_FOUND');
    // It ends with the contact that it was of.
    const changed = await server.call('PUT', `/api/operation/orders/code/${other.code}/user`, {
      ...other.lead,
      body: { phone: newPhone() },
    });
    expect(changed.status).toBe(201);
    expect((await read(other.code, other.proof)).json.code).toBe('FRESH_PROOF');
    await server.shift(1_801);
    expect((await read(code, proof)).json.code).toBe('FRESH_PROOF');
  });

  it('D50 gives a guest order to the account of who proved its contact, once, and says that it is taken', async () => {
    const { code, proof, lead } = await opened();
    const [taker, late] = [await newClient(server), await newClient(server)];
    expect((await claim(taker, code)).json.code).toBe('NOT_FOUND');
    expect((await claim(taker, code, `${proof}x`)).json.code).toBe('FRESH_PROOF');
    expect((await claim(lead, code, proof)).json.code).toBe('UNAUTHENTICATED');
    const { status, json } = await claim(taker, code, proof);
    expect([status, json.userId]).toEqual([201, taker.userId]);
    expect((await claim(taker, code, proof)).status).toBe(201);
    const refused = await claim(late, code, proof);
    expect([refused.status, refused.json.code]).toEqual([409, 'TAKEN']);
    expect(JSON.stringify(refused.json)).not.toContain(taker.userId);
    expect((await claim(late, code)).json.code).toBe('NOT_FOUND');
  });

  it('D50 gives it to the account of the visitor who made it, and of no other', async () => {
    const { code, lead } = await bought();
    const client = await newClient(server);
    const stranger = await newLead(server);
    const as = (visitor: typeof lead) => ({ ...client, leadSecret: visitor.leadSecret });
    expect((await claim(as(stranger), code)).json.code).toBe('NOT_FOUND');
    expect((await claim(as(lead), code)).json.userId).toBe(client.userId);
  });
});
