import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { message } from '#server/db/schema/message.ts';
import { askCode, login, newPhone } from '#tests/support/buyers.ts';
import { type Answer, type TestServer, engines, openTestServer } from '#tests/support/server.ts';

const HOUR = 3_600;

describe.each(engines)('codes outside the sandbox on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine, { env: { SANDBOX: '0', TRUST_PROXY: '1' } });
    await server.core.jobs.stop();
  });
  afterAll(() => server.close());
  const from = (ip: string, more: Record<string, string> = {}) => ({
    headers: { 'X-Forwarded-For': `6.6.6.6, ${ip}`, ...more },
  });
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
