import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { message } from '#server/db/schema/message.ts';
import { askCode, login, newPhone } from '#tests/support/buyers.ts';
import { type Answer, type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

const HOUR = 3_600;
/** As through a proxy: what stands before the last address is the caller's own word. */
const from = (ip: string, more: Record<string, string> = {}) => ({
  headers: { 'X-Forwarded-For': `6.6.6.6, ${ip}`, ...more },
});

describe.each(engines)('codes outside the sandbox on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine, { env: { SANDBOX: '0', TRUST_PROXY: '1' } });
    await server.core.jobs.stop();
  });
  afterAll(() => server.close());
  const outcome = ({ status, json }: Answer): string => (status < 300 ? 'done' : json.code);
  const tally = (answers: Answer[]): Record<string, number> => {
    const counted: Record<string, number> = {};
    for (const one of answers.map(outcome)) counted[one] = (counted[one] ?? 0) + 1;
    return counted;
  };

  it('SEC-03 are checked ten times an hour for one browser, wherever it is, and are not compared after', async () => {
    const first = await askCode(server, newPhone(), { origin: 'own', ...from('10.20.0.1') });
    const device = /device=([^;]+)/.exec(first.headers.get('set-cookie') ?? '')?.[1] ?? '';
    expect(device).not.toBe('');
    const guess = (at: number) =>
      login(server, newPhone(), '123456', from(`10.20.${at}.1`, { cookie: `device=${device}` }));
    const answers = await Promise.all(Array.from({ length: 25 }, (_, at) => guess(at)));
    expect(tally(answers)).toEqual({ EXPIRED_CODE: 10, TOO_MANY_REQUESTS: 15 });
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe(String(HOUR));
    // A browser that forgot its mark is another one; the address counts on (SEC-03).
    expect(outcome(await login(server, newPhone(), '123456', from('10.20.0.1')))).toBe('EXPIRED_CODE');
    await server.shift(HOUR);
    expect(outcome(await guess(1))).toBe('EXPIRED_CODE');
  });

  it('SEC-04 are sent three hundred an hour from one address, and for a proof of work then', async () => {
    const ask = (more: Record<string, string> = {}, ip = '10.21.0.1') =>
      askCode(server, newPhone(), from(ip, more));
    // The embedded engine counts the last of them only.
    const before = engine === 'postgres' ? 0 : 256;
    await server.core.limits.take('send:ip:10.21.0.1', { points: 300, seconds: HOUR }, before);
    const answers: Answer[] = [];
    for (let at = before; at < 320; at += 32)
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 32 }, (_, more) => ask({ 'X-Real-Ip': `7.7.7.${at + more}` })),
        )),
      );
    expect(tally(answers)).toEqual({ done: 300 - before, PROOF_OF_WORK: 20 });
    const { json } = await ask();
    expect(json).toMatchObject({ code: 'PROOF_OF_WORK', status: 429, detail: expect.stringMatching(/^16:/) });
    const seed = json.detail.slice(3);
    const solves = (nonce: number) =>
      createHash('sha256').update(`${seed}.${nonce}`).digest().readUInt16BE(0) === 0;
    let nonce = 0;
    while (!solves(nonce)) nonce++;
    // A proof is good for one code; a made-up one for none.
    expect([
      outcome(await ask({ 'X-Proof-Of-Work': String(nonce) })),
      outcome(await ask({ 'X-Proof-Of-Work': String(nonce) })),
      outcome(await ask({ 'X-Proof-Of-Work': 'x' })),
    ]).toEqual(['done', 'PROOF_OF_WORK', 'PROOF_OF_WORK']);
    expect(outcome(await ask({}, '10.21.0.2'))).toBe('done');
  });

  it('SEC-04 that are asked for a hundred times are sent five times in the first hour and ten in the day', async () => {
    const phone = newPhone();
    const answers: Answer[] = [];
    const since = server.core.clock.now();
    for (let again = 0; again < 100; again++) {
      answers.push(await askCode(server, phone, from('10.22.0.1')));
      // A few in the first hour, the others all over the day.
      await server.shift(again < 40 ? 61 : 900);
      if (again === 39) expect(tally(answers)['done']).toBe(5);
    }
    expect(server.core.clock.now() - since).toBeLessThan(86_400_000);
    expect(tally(answers)).toEqual({ done: 10, TOO_MANY_CODES: 90 });
    const kept = await server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(message)
        .where(and(eq(message.tenantId, 'client'), eq(message.recipient, phone))),
    );
    expect(kept).toHaveLength(10);
  });

  it('SEC-04 are sent twenty thousand a day by one store, and another is not in its way', async () => {
    await server.shift(86_400);
    await server.core.limits.take('send:tenant:client', { points: 20_000, seconds: 86_400 }, 19_990);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => askCode(server, newPhone(), from(`10.23.${at}.1`))),
    );
    expect(tally(answers)).toEqual({ done: 10, TOO_MANY_CODES: 10 });
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(23 * HOUR);
    expect(
      outcome(await askCode(server, newPhone(), { host: 'clube.localhost', ...from('10.23.0.1') })),
    ).toBe('done');
    await server.shift(86_400);
    expect(outcome(await askCode(server, newPhone(), from('10.23.0.1')))).toBe('done');
  });
});

describe('limits outside the sandbox', () => {
  let server: TestServer;
  const lines: string[] = [];
  beforeAll(async () => {
    server = await openTestServer('pglite', { env: { SANDBOX: '0', TRUST_PROXY: '1' }, lines });
  });
  afterAll(() => server.close());

  it('SEC-04 sends ten codes an hour to one browser', async () => {
    const first = await askCode(server, newPhone(), { origin: 'own', ...from('10.0.0.1') });
    const device = /device=([^;]+)/.exec(first.headers.get('set-cookie') ?? '')?.[1] ?? '';
    const same = from('10.0.0.1', { cookie: `device=${device}` });
    const statuses: number[] = [];
    for (let sent = 0; sent < 10; sent++) statuses.push((await askCode(server, newPhone(), same)).status);
    expect(statuses).toEqual([...Array.from({ length: 9 }, () => 201), 429]);
  });

  it('SEC-04 tells somebody within twenty when numbers are asked for in a row, and never for numbers apart', async () => {
    const alarms = () => lines.filter((text) => text.includes('"alarm":"sequential_numbers"'));
    for (const [block, start] of [31_00_00, 32_00_05, 33_00_91, 34_00_95].entries()) {
      lines.length = 0;
      let asked = 0;
      while (alarms().length === 0) {
        expect(asked).toBeLessThan(20);
        await askCode(server, `+55119${String(70_000_000 + start + asked++)}`, from(`10.1.${block}.1`));
      }
      // Once, however long the row.
      for (let more = 0; more < 5; more++)
        await askCode(server, `+55119${String(70_000_000 + start + asked++)}`, from(`10.1.${block}.1`));
      expect(alarms().length).toBeLessThanOrEqual(2);
      expect(alarms().join('')).not.toMatch(/\d{6}/);
    }
    lines.length = 0;
    for (let apart = 0; apart < 40; apart++)
      await askCode(server, `+55119${String(60_000_000 + apart * 100)}`, from('10.1.9.1'));
    expect(alarms()).toEqual([]);
  });

  it('SEC-04 sends nothing to another country', async () => {
    const prefixes = [
      1, 7, 20, 27, 30, 31, 32, 33, 34, 36, 39, 40, 41, 43, 44, 45, 46, 47, 48, 49, 51, 52, 53, 54, 56, 57,
      58, 60, 61, 62, 63, 64, 65, 66, 81, 82, 84, 86, 90, 91, 92, 93, 94, 95, 98, 211, 351, 595, 598, 881,
    ];
    expect(prefixes).toHaveLength(50);
    for (const prefix of prefixes)
      expect([prefix, (await askCode(server, `+${prefix}1198765432`, from('10.1.8.1'))).status]).not.toEqual([
        prefix,
        201,
      ]);
    const { rows } = await server.core.db.read(
      'client',
      async (tx) =>
        (await tx.execute(
          `select count(*)::int as n from message where recipient not like '+55%'`,
        )) as unknown as { rows: { n: number }[] },
    ); // the same on both drivers
    expect(rows[0]?.n).toBe(0);
  });

  it('SEC-03 checks three hundred codes of one address and asks for a proof then, before it compares anything', async () => {
    for (let guess = 0; guess < 300; guess++) await login(server, newPhone(), '123456', from('10.0.0.2'));
    const phone = newPhone();
    const { json } = await login(server, phone, '123456', from('10.0.0.2'));
    expect(json).toMatchObject({ code: 'PROOF_OF_WORK', status: 429, detail: expect.stringMatching(/^16:/) });
    expect(
      (await login(server, phone, '123456', { headers: { 'X-Forwarded-For': '1.2.3.4, 10.0.0.2' } })).json
        .code,
    ).toBe('PROOF_OF_WORK');
    expect((await login(server, phone, '123456', from('10.0.0.3'))).json.code).toBe('EXPIRED_CODE');
    const seed = json.detail.slice(3);
    let nonce = 0;
    while (createHash('sha256').update(`${seed}.${nonce}`).digest().readUInt16BE(0) !== 0) nonce++;
    const proved = from('10.0.0.2', { 'X-Proof-Of-Work': String(nonce) });
    expect((await login(server, phone, '123456', proved)).json.code).toBe('EXPIRED_CODE');
    expect((await login(server, phone, '123456', proved)).json.code).toBe('PROOF_OF_WORK');
  });

  it('count a subscriber of IPv6 by the network', async () => {
    for (let guess = 0; guess < 300; guess++)
      await login(server, newPhone(), '123456', from(`2001:db8:1:2::${guess.toString(16)}`));
    expect((await login(server, newPhone(), '123456', from('2001:0db8:0001:0002:ffff::1'))).json.code).toBe(
      'PROOF_OF_WORK',
    );
    expect((await login(server, newPhone(), '123456', from('2001:db8:1:3::1'))).json.code).toBe(
      'EXPIRED_CODE',
    );
  });

  it('have no sandbox calls', async () => {
    for (const [method, path] of [
      ['GET', '/sandbox/messages'],
      ['GET', '/sandbox'],
      ['POST', '/sandbox/reset'],
      ['POST', '/sandbox/clock'],
      ['POST', '/sandbox/pix/0123456789ABCDEF/pay'],
      ['POST', '/sandbox/orders/0123456789ABCDEF/events'],
      ['POST', '/sandbox/personas/client'],
    ] as const)
      expect([
        path,
        (
          await server.call(
            method,
            path,
            method === 'POST' ? { body: { offsetSeconds: 0, type: 'order.canceled' } } : {},
          )
        ).json?.code,
      ]).toEqual([path, 'NOT_FOUND']);
  });
});
