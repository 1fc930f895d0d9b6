import { and, eq, gte } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { challenge } from '#server/db/schema/people/challenge.ts';
import { user } from '#server/db/schema/people/user.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import { freshCode } from '#server/services/people/code/code.ts';
import { askCode, codeFor, login, newClient, newPhone, signIn } from '#tests/support/buyers.ts';
import { type Answer, type TestServer, openTestServer } from '#tests/support/store/server.ts';

/** χ² of digits that should be equally likely; nine degrees of freedom: once in ten million runs above 50. */
const chiSquare = (counts: readonly number[]): number => {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
};
const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

describe('SEC-01 a hundred thousand codes', () => {
  it('have every digit in every place as often as any other', () => {
    const places = Array.from({ length: 6 }, () => Array.from({ length: 10 }, () => 0));
    const pairs = Array.from({ length: 10 }, () => 0);
    let before = 0;
    for (let made = 0; made < 100_000; made++) {
      const digits = [...freshCode()].map(Number);
      expect(digits).toHaveLength(6);
      for (const [place, digit] of digits.entries())
        (places[place] ?? [])[digit] = (places[place]?.[digit] ?? 0) + 1;
      // Nor does one tell of the next.
      const step = ((digits[5] ?? 0) - before + 10) % 10;
      pairs[step] = (pairs[step] ?? 0) + 1;
      before = digits[5] ?? 0;
    }
    const worst = Math.max(...places.map(chiSquare), chiSquare(pairs));
    console.log(`SEC-01 100000 codes: χ² of 9 degrees at most ${worst.toFixed(1)}`);
    expect(worst).toBeLessThan(50);
  });
});

describe('guessing', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer('postgres', { env: { TRUST_PROXY: '1', SANDBOX: '1' } });
  });
  afterAll(() => server.close());

  it('SEC-02 a thousand guesses of one contact in a day, with a new code after each four, are twenty comparisons', async () => {
    const phone = newPhone();
    const since = server.core.clock.date();
    let [guesses, sent, let_in] = [0, 0, 0];
    // Ten codes a day are sent at most; the guessing goes on without them.
    for (let round = 0; round < 250; round++) {
      await server.shift(320);
      if ((await askCode(server, phone)).status === 201) sent++;
      const code = await codeFor(server, phone);
      const wrong = [1, 2, 3, 4]
        .map((by) => String((Number(code) + by + round) % 1_000_000).padStart(6, '0'))
        .filter((guess) => guess !== code);
      for (const answer of await Promise.all(wrong.map((guess) => login(server, phone, guess)))) {
        guesses++;
        if (answer.status === 200) let_in++;
      }
    }
    const rows = await server.core.db.read('client', (tx) =>
      tx
        .select({ attempts: challenge.attempts })
        .from(challenge)
        .where(and(eq(challenge.contact, phone), gte(challenge.sentAt, since))),
    );
    const compared = rows.reduce((sum, { attempts }) => sum + attempts, 0);
    console.log(`SEC-02 ${guesses} guesses, ${sent} codes, ${compared} comparisons, ${let_in} let in`);
    expect([let_in, compared]).toEqual([0, 20]);
  });

  it('SEC-02 forty guesses at once find no more room than one after the other', async () => {
    const phone = newPhone();
    const compared = async () =>
      (
        await server.core.db.read('client', (tx) =>
          tx.select({ attempts: challenge.attempts }).from(challenge).where(eq(challenge.contact, phone)),
        )
      ).reduce((sum, { attempts }) => sum + attempts, 0);
    for (let sent = 0; sent < 3; sent++) {
      await server.shift(240);
      await askCode(server, phone);
      const code = await codeFor(server, phone);
      await Promise.all(
        Array.from({ length: 4 + 9 * sent }, (_, by) =>
          login(server, phone, String((Number(code) + by + 1) % 1_000_000).padStart(6, '0')),
        ),
      );
      expect(await compared()).toBe([4, 9, 10][sent]);
    }
  });
});

/** Guesses at once: no divisor of a limit, or a crowd would end exactly there. */
const CROWD = 64;

describe('spraying, outside the sandbox', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer('postgres', { env: { SANDBOX: '0', TRUST_PROXY: '1' } });
  });
  afterAll(() => server.close());
  /**
   * One guess per identity, from an address; what a client writes into the header itself stands before what
   * our proxy adds.
   */
  const spray = async (count: number, ip: string, forged: (at: number) => string) => {
    const codes = new Map<string, number>();
    for (let at = 0; at < count; at += CROWD) {
      const answers = await Promise.all(
        Array.from({ length: Math.min(CROWD, count - at) }, (_, more) =>
          login(server, newPhone(), '123456', {
            headers: { 'X-Forwarded-For': `${forged(at + more)}, ${ip}` },
          }),
        ),
      );
      for (const { json } of answers) codes.set(json.code, (codes.get(json.code) ?? 0) + 1);
    }
    return codes;
  };

  it('SEC-03 five thousand identities from one address are three hundred checks, whatever the header says', async () => {
    const codes = await spray(5_000, '10.9.0.1', (at) => `${at % 250}.${(at >> 8) % 250}.7.7`);
    console.log(
      `SEC-03 5000 identities, one address, 5000 forged headers: ${[...codes].map(([code, count]) => `${code}×${count}`).join(' ')}`,
    );
    expect(codes.get('EXPIRED_CODE')).toBe(300);
    expect(codes.get('PROOF_OF_WORK')).toBe(4_700);
    // Nor does it shut the door for everybody else.
    expect(
      (await login(server, newPhone(), '123456', { headers: { 'X-Forwarded-For': '10.9.0.2' } })).json.code,
    ).toBe('EXPIRED_CODE');
  });

  it('SEC-03 two hundred addresses are two thousand checks in an hour, the first three hundred included', async () => {
    await server.shift(3_700);
    const all = await Promise.all(
      Array.from({ length: 200 }, (_, at) => spray(12, `10.8.${at}.1`, () => '1.1.1.1')),
    );
    const checked = all.reduce((sum, codes) => sum + (codes.get('EXPIRED_CODE') ?? 0), 0);
    console.log(`SEC-03 200 addresses × 12: ${checked} checks`);
    expect(checked).toBe(2_000);
  });
});

describe('who is known', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer('postgres');
    await server.core.jobs.stop();
  });
  afterAll(() => server.close());

  const BATCHES = 3;
  const EACH = 168;
  it('SEC-05 is not told by status, headers, bytes or time at the four screenTransitions', async () => {
    const known = Array.from({ length: BATCHES * EACH * 4 }, newPhone);
    await server.core.db.tenant('client', async (tx) => {
      for (let at = 0; at < known.length; at += 500)
        await tx.insert(user).values(
          known.slice(at, at + 500).map((phone) => ({
            tenantId: 'client',
            id: uuidv7(server.core.clock.now()),
            phone,
            email: `k${phone.slice(1)}@exemplo.com`,
            activated: true,
            createdAt: server.core.clock.date(),
          })),
        );
    });
    let knocks = 0;
    let asker = await newClient(server);
    const screenTransitions: Record<string, (phone: string) => Promise<Answer>> = {
      sms: (phone) => askCode(server, phone),
      email: (phone) =>
        server.call('POST', '/api/users/authenticate/email', {
          body: { email: `k${phone.slice(1)}@exemplo.com` },
        }),
      login: (phone) => login(server, phone, '123456'),
      verification: (phone) =>
        server.call('POST', '/api/users/verification/login', {
          bearer: asker.bearer,
          body: { key: 'EMAIL', value: `k${phone.slice(1)}@exemplo.com` },
        }),
    };
    const bytesOf = ({ status, text, headers }: Answer) =>
      JSON.stringify([
        status,
        text.replace(/"requestId":"[^"]*"/, ''),
        [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'set-cookie'),
      ]);
    let used = 0;
    for (const [door, knock] of Object.entries(screenTransitions)) {
      const gaps: number[] = [];
      const bytes = new Set<string>();
      for (let batch = 0; batch < BATCHES; batch++) {
        const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
        for (let knocked = 0; knocked < EACH; knocked++)
          // Interleaved, each first as often as the other.
          for (const kind of knocked % 2
            ? (['known', 'unknown'] as const)
            : (['unknown', 'known'] as const)) {
            const phone = kind === 'known' ? (known[used++] ?? '') : newPhone();
            // Five codes an hour for one who changes a login.
            if (door === 'verification' && knocks++ % 4 === 0)
              asker = { ...asker, ...(await signIn(server)) };
            const begun = performance.now();
            const answer = await knock(phone);
            times[kind].push(performance.now() - begun);
            bytes.add(bytesOf(answer));
          }
        gaps.push(Math.abs(median(times.known) - median(times.unknown)));
      }
      console.log(
        `SEC-05 ${door}: ${BATCHES * EACH} + ${BATCHES * EACH} knocks, gaps of the medians ${gaps.map((gap) => gap.toFixed(2)).join(', ')} ms, ${bytes.size} answer`,
      );
      expect([door, [...bytes]]).toEqual([door, [[...bytes][0]]]);
      expect([door, gaps.filter((gap) => gap < 5).length >= 2]).toEqual([door, true]);
    }
  });

  it('SEC-07 fifty rounds of twenty renewals at once make one successor each', async () => {
    let successors = 0;
    for (let round = 0; round < 50; round++) {
      const { refresh } = await signIn(server);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          server.call('POST', '/auth/renew', { body: { refreshToken: refresh } }),
        ),
      );
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      successors += new Set(answers.map(({ json }) => json.refresh_token)).size;
    }
    console.log(`SEC-07 50 rounds × 20 renewals: ${successors} successors`);
    expect(successors).toBe(50);
  });
});
