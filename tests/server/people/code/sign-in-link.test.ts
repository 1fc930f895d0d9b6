import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { message } from '#server/db/schema/message.ts';
import { challenge } from '#server/db/schema/people/challenge.ts';
import { session } from '#server/db/schema/people/session.ts';
import { askCode, enlist, login, newClient, newPhone, person } from '#tests/support/buyers.ts';
import { asTheyCome, atOnce } from '#tests/support/concurrency.ts';
import {
  type Answer,
  type Call,
  type TestServer,
  engines,
  openTestServer,
} from '#tests/support/store/server.ts';

const LINK = /http:\/\/[^\s?]+\/auth\?token=([\w-]{43})(?![\w-])/;
const wrong = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0');
const stranger = 'A'.repeat(43);

describe.each(engines)('the sign-in link of an e-mail on %s', (engine) => {
  let server: TestServer;
  const lines: string[] = [];
  let people = 0;
  beforeAll(async () => {
    server = await openTestServer(engine, { lines });
  });
  afterAll(() => server.close());

  const newEmail = () => `pessoa${++people}@exemplo.com`;
  const send = (email: string, call: Call = {}) =>
    server.call('POST', '/api/users/authenticate/email', { body: { email }, ...call });
  /** The newest e-mail to somebody. */
  async function mailTo(
    email: string,
    call: Pick<Call, 'host'> = {},
  ): Promise<{ code: string; text: string; token: string }> {
    const { json } = await server.call('GET', `/sandbox/messages?to=${encodeURIComponent(email)}`, call);
    const { code, text } = json[0];
    return { code, text, token: LINK.exec(text)?.[1] ?? '' };
  }
  async function mailed(email = newEmail()) {
    expect((await send(email)).status).toBe(201);
    return { email, ...(await mailTo(email)) };
  }
  const open = (token: unknown, call: Call = {}): Promise<Answer> =>
    server.call('POST', '/auth/link', { body: { token, rememberme: true }, ...call });
  const look = (token: unknown, call: Call = {}): Promise<Answer> =>
    server.call('POST', '/auth/link/contact', { body: { token }, ...call });
  const rowOf = async (email: string) => {
    const rows = await server.core.db.read('client', (tx) =>
      tx.select().from(challenge).where(eq(challenge.contact, email)).orderBy(challenge.sentAt),
    );
    return rows.at(-1);
  };
  const sessionsOf = async (email: string) => {
    const userId = (await rowOf(email))?.userId ?? '';
    return server.core.db.read('client', (tx) => tx.select().from(session).where(eq(session.userId, userId)));
  };

  it('goes beside the code, and signs in whoever it was sent to', async () => {
    const { email, token, text } = await mailed();
    expect(text).toContain(`http://feira.localhost/auth?token=${token}`);
    const { json: looked } = await look(token);
    expect(looked).toEqual({ contact: 'p•••@exemplo.com', expiresIn: expect.any(Number) });
    expect(looked.expiresIn).toBeGreaterThan(240);
    expect(looked.expiresIn).toBeLessThanOrEqual(300);
    const { status, json } = await open(token);
    expect([status, typeof json.access_token, typeof json.signup_grant]).toEqual([200, 'string', 'string']);
    expect((await server.call('GET', '/api/users', { bearer: json.access_token })).json).toMatchObject({
      email,
      signedUp: false,
    });
  });

  it('gives a page of the shop its refresh token as a cookie, as a code does', async () => {
    const { token } = await mailed();
    const { json, headers } = await open(token, { origin: 'own' });
    expect(json.refresh_token).toBe('cookie');
    expect(headers.get('set-cookie')).toMatch(/refresh=client\.[^;]+;.*HttpOnly/);
    expect((await open((await mailed()).token, { origin: 'https://evil.example' })).json.code).toBe(
      'FOREIGN_ORIGIN',
    );
  });

  it('signs into an account that is there, which keeps no link in what it downloads', async () => {
    const client = await newClient(server);
    await server.call('PUT', '/api/accounts/client', { bearer: client.bearer, body: person });
    const { token } = await mailed();
    const exported = await server.call('GET', '/api/accounts/client/export', { bearer: client.bearer });
    expect(exported.text).not.toContain('linkHash');
    expect((await open(token)).status).toBe(200);
  });

  it('is opened by no GET and no HEAD, of its page or of its calls, however often', async () => {
    const { email, token } = await mailed();
    for (const method of ['GET', 'HEAD'])
      for (const path of [
        `/auth?token=${token}`,
        `/auth/link?token=${token}`,
        `/auth/link/contact?token=${token}`,
      ])
        for (let time = 0; time < 3; time++) await server.call(method, path);
    expect((await server.call('POST', `/auth?token=${token}`)).status).toBe(404);
    expect(await sessionsOf(email)).toEqual([]);
    expect(await rowOf(email)).toMatchObject({ attempts: 0, usedAt: null });
    expect((await look(token)).status).toBe(200);
    expect((await open(token)).status).toBe(200);
  });

  it('works once; it spends the code, and the code spends it', async () => {
    const first = await mailed();
    expect((await open(first.token)).status).toBe(200);
    expect((await open(first.token)).json).toMatchObject({ code: 'EXPIRED_CODE', status: 401 });
    expect((await look(first.token)).json.code).toBe('EXPIRED_CODE');
    expect((await login(server, first.email, first.code)).json.code).toBe('EXPIRED_CODE');
    const second = await mailed();
    expect((await login(server, second.email, second.code)).status).toBe(200);
    expect((await look(second.token)).json.code).toBe('EXPIRED_CODE');
    expect((await open(second.token)).json.code).toBe('EXPIRED_CODE');
    expect(await sessionsOf(second.email)).toHaveLength(1);
  });

  it('works for five minutes, until a newer one is sent, and in its own store', async () => {
    const old = await mailed();
    await server.shift(61);
    const { token } = await mailed(old.email);
    expect((await open(old.token)).json.code).toBe('EXPIRED_CODE');
    expect((await open(token, { host: 'clube.localhost' })).json.code).toBe('INVALID_CODE');
    await server.shift(240);
    expect((await look(token)).json.expiresIn).toBeLessThanOrEqual(60);
    await server.shift(60);
    expect((await look(token)).json.code).toBe('EXPIRED_CODE');
    expect((await open(token)).json.code).toBe('EXPIRED_CODE');
    expect(await sessionsOf(old.email)).toEqual([]);
  });

  it('ends with the tries of its code, and looking at it takes none of them', async () => {
    const { email, code, token } = await mailed();
    for (let time = 0; time < 7; time++) expect((await look(token)).status).toBe(200);
    for (let time = 1; time <= 5; time++) await login(server, email, wrong(code, time));
    expect((await look(token)).json.code).toBe('TOO_MANY_ATTEMPTS');
    expect((await open(token)).json.code).toBe('TOO_MANY_ATTEMPTS');
    expect(await sessionsOf(email)).toEqual([]);
  });

  it('SEC-02 is refused to a contact whose wrong codes of an hour are used up, also by a fresh link', async () => {
    const email = newEmail();
    for (let sent = 0; sent < 3; sent++) {
      const { code } = await mailed(email);
      for (let time = 1; time <= 4; time++) await login(server, email, wrong(code, time));
      await server.shift(240);
    }
    const { token } = await mailed(email);
    expect((await open(token)).json.code).toBe('TOO_MANY_ATTEMPTS');
    expect(await rowOf(email)).toMatchObject({ attempts: 0, usedAt: null });
  });

  it('SEC-02 signs in once however often link and code come at once', async () => {
    const { email, code, token } = await mailed();
    const crowd = engine === 'postgres' ? atOnce(server, 'challenge') : asTheyCome;
    const answers = await crowd(() =>
      Promise.all([
        ...Array.from({ length: 5 }, () => open(token)),
        ...Array.from({ length: 5 }, () => login(server, email, code)),
      ]),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refusals = answers.filter(({ status }) => status !== 200).map(({ json }) => json.code);
    expect(new Set(refusals)).toEqual(new Set(['EXPIRED_CODE']));
    expect(await sessionsOf(email)).toHaveLength(1);
  });

  it('SEC-02 says to whoever comes second that it is over, not that they tried too often', async () => {
    const { token } = await mailed();
    const crowd = engine === 'postgres' ? atOnce(server, 'challenge') : asTheyCome;
    const answers = await crowd(() => Promise.all([open(token), open(token)]));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect(answers.flatMap(({ json }) => json.code ?? [])).toEqual(['EXPIRED_CODE']);
  });

  it('SEC-03 counts what is no link, of a device ten an hour; a right one costs nothing', async () => {
    const production = await openTestServer(engine, {
      env: { SANDBOX: '0' },
    });
    try {
      const headers = { cookie: `device=${'d'.repeat(22)}` };
      const guess = (path: string) =>
        production.call('POST', path, { body: { token: stranger }, headers, origin: 'own' });
      for (let time = 0; time < 5; time++) {
        expect((await guess('/auth/link')).json.code).toBe('INVALID_CODE');
        expect((await guess('/auth/link/contact')).json.code).toBe('INVALID_CODE');
      }
      expect((await guess('/auth/link')).json.code).toBe('TOO_MANY_REQUESTS');
      expect((await guess('/auth/link/contact')).json.code).toBe('TOO_MANY_REQUESTS');
    } finally {
      await production.close();
    }
  });

  it('is refused malformed with its field', async () => {
    for (const token of ['', 'short', `${stranger}A`, 'á'.repeat(43), 7, null])
      for (const call of [open, look])
        expect((await call(token)).json).toMatchObject({ code: 'MALFORMED', fields: [{ field: 'token' }] });
  });

  it('SEC-01 has 256 random bits, and is nowhere in the database or the log', async () => {
    const sent = await Promise.all(Array.from({ length: 20 }, () => mailed()));
    const tokens = sent.map(({ token }) => token);
    expect(new Set(tokens).size).toBe(20);
    expect(tokens.every((token) => Buffer.from(token, 'base64url').length === 32)).toBe(true);
    for (const token of tokens) {
      await server.call('GET', `/auth?token=${token}`);
      await look(token);
      await open(token);
      await open(token);
    }
    const dump = await server.core.db.read('client', async (tx) =>
      JSON.stringify([
        await tx.select().from(challenge).where(eq(challenge.tenantId, 'client')),
        await tx.select().from(message).where(eq(message.tenantId, 'client')),
      ]),
    );
    const { rows } = await server.core.db.executeSql('select data::text as data from pgboss.job');
    const kept = dump + JSON.stringify(rows) + lines.join('\n');
    expect(tokens.filter((token) => kept.includes(token))).toEqual([]);
    expect(lines.some((line) => line.includes('"route":"auth"'))).toBe(true);
  });

  it('is in no text message, and in no code that is for something else', async () => {
    const phone = newPhone();
    await askCode(server, phone);
    const client = await newClient(server);
    const email = newEmail();
    await server.call('POST', '/api/users/verification/login', {
      bearer: client.bearer,
      body: { key: 'EMAIL', value: email },
    });
    for (const to of [phone, email]) {
      const { json } = await server.call('GET', `/sandbox/messages?to=${encodeURIComponent(to)}`);
      expect([json.length, json[0].text.includes('/auth')]).toEqual([1, false]);
    }
    const rows = await server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(challenge)
        .where(and(eq(challenge.tenantId, 'client'), inArray(challenge.contact, [phone, email]))),
    );
    expect(rows.map(({ linkHash }) => linkHash)).toEqual([null, null]);
  });

  it('is not sent by a store of a company, whose people agree to its text where they type the code', async () => {
    const email = newEmail();
    await enlist(server, { email });
    const host = 'clube.localhost';
    expect((await send(email, { host })).status).toBe(201);
    expect((await mailTo(email, { host })).text).not.toContain('/auth');
  });

  it('leads to a host of the store alone, whatever host the request was sent to', async () => {
    const env = { SANDBOX: '0' };
    for (const [more, host, origin] of [
      [{}, 'feira.localhost', 'http://feira.localhost'],
      [{}, 'evil.example', null],
      [{ PUBLIC_URL: 'https://feira.example' }, 'evil.example', 'https://feira.example'],
    ] as const) {
      const production = await openTestServer(engine, { env: { ...env, ...more } });
      try {
        expect(
          (
            await production.call('POST', '/api/users/authenticate/email', {
              body: { email: 'a@exemplo.com' },
              host,
            })
          ).status,
        ).toBe(201);
        const [row] = await production.core.db.read('client', (tx) => tx.select().from(message));
        // Sealed by this server
        const { text } = JSON.parse(production.core.secrets.open(row?.sealed ?? '')) as { text: string };
        expect(/\S+(?=\/auth\?token=)/.exec(text)?.[0] ?? null).toBe(origin);
        expect(text).not.toContain('evil');
      } finally {
        await production.close();
      }
    }
  });
});
