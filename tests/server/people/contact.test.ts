import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askCode, codeFor, login, newClient, newPhone, see, signIn } from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

let mails = 0;
const newMail = () => `troca${++mails}@exemplo.com`;

describe.each(engines)('changing what one signs in with on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
  });
  afterAll(() => server.close());
  type Who = { bearer: string; host?: string };
  const verify = (who: Who, value: string, key = value.includes('@') ? 'EMAIL' : 'PHONE') =>
    server.call('POST', '/api/users/verification/login', {
      bearer: who.bearer,
      host: who.host,
      body: { key, value },
    });
  const update = (who: Who, value: string, code: string, key = value.includes('@') ? 'EMAIL' : 'PHONE') =>
    server.call('POST', '/api/users/update/login', {
      bearer: who.bearer,
      host: who.host,
      body: { key, value, code },
    });
  const textsTo = async (to: string) =>
    (await server.call('GET', `/sandbox/messages?to=${encodeURIComponent(to)}`)).json.map(
      ({ text }: { text: string }) => text,
    ) as string[];

  it('takes a code sent to the new contact, tells the old ones and ends the other sign-ins', async () => {
    const client = await newClient(server);
    await server.shift(60);
    const elsewhere = await signIn(server, client.phone);
    const mail = newMail();
    const sent = await verify(client, ` ${mail.toUpperCase()} `);
    expect([sent.status, sent.json]).toEqual([200, { resendAfter: 60, expiresIn: 300 }]);
    const changed = await update(client, mail, await codeFor(server, mail));
    expect([changed.status, changed.json]).toEqual([
      200,
      {
        id: client.userId,
        activated: false,
        signedUp: true,
        roles: ['CLIENT'],
        phone: client.phone,
        email: mail,
      },
    ]);
    expect((await textsTo(client.phone))[0]).toMatch(
      /^O e-mail da sua conta em Feira de Teste agora é t•••@exemplo\.com\. Não foi você\?/,
    );
    expect((await see(server, client, '/api/accounts/client')).json).toMatchObject({
      email: mail,
      phone: client.phone,
      version: 2,
    });
    expect((await see(server, elsewhere, '/api/users')).json.code).toBe('TOKEN_REVOKED');
    expect(
      (await server.call('POST', '/auth/renew', { body: { refreshToken: elsewhere.refresh } })).json.code,
    ).toBe('TOKEN_REVOKED');
    const phone = newPhone();
    await verify(client, phone);
    expect((await update(client, phone, await codeFor(server, phone))).json).toMatchObject({
      phone,
      email: mail,
    });
    for (const old of [client.phone, mail])
      expect((await textsTo(old))[0]).toContain(`agora é •••${phone.slice(-4)}.`);
    expect(await textsTo(phone)).toHaveLength(1);
    // The new one signs in, the old one is a stranger's.
    await server.shift(3_700);
    expect((await see(server, await signIn(server, phone), '/api/users')).json.id).toBe(client.userId);
    expect((await see(server, await signIn(server, client.phone), '/api/users')).json.id).not.toBe(
      client.userId,
    );
  });

  it('SEC-09 needs a proof of the last five minutes, which a renewal does not make', async () => {
    const client = await newClient(server);
    const mail = newMail();
    await verify(client, mail);
    const code = await codeFor(server, mail);
    await server.shift(301);
    const renewed = {
      bearer: (await server.call('POST', '/auth/renew', { body: { refreshToken: client.refresh } })).json
        .access_token as string,
    };
    for (const who of [client, renewed]) {
      expect((await verify(who, newMail())).json).toMatchObject({ code: 'FRESH_PROOF', status: 422 });
      expect((await update(who, mail, code)).json).toMatchObject({ code: 'FRESH_PROOF', status: 422 });
    }
    const again = await signIn(server, client.phone);
    expect((await verify(again, newMail())).status).toBe(200);
  });

  it('SEC-09 takes no code that was sent for another value, key, person, purpose, store or time, nor twice', async () => {
    const [one, other] = [await newClient(server), await newClient(server)];
    const [mail, second] = [newMail(), newMail()];
    await verify(one, mail);
    const code = await codeFor(server, mail);
    expect((await update(one, second, code)).json.code).toBe('EXPIRED_CODE');
    expect((await update(other, mail, code)).json.code).toBe('EXPIRED_CODE');
    expect((await login(server, mail, code)).json.code).toBe('EXPIRED_CODE');
    const there = await newClient(server, { host: 'clube.localhost' });
    expect((await update(there, mail, code)).json.code).toBe('EXPIRED_CODE');
    const phone = newPhone();
    await askCode(server, phone);
    expect((await update(one, phone, await codeFor(server, phone))).json.code).toBe('EXPIRED_CODE');
    const both = await Promise.all([update(one, mail, code), update(one, mail, code)]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await update(one, mail, code)).json).toMatchObject({
      code: 'MALFORMED',
      fields: [{ field: 'value', message: 'Este já é o seu contato.' }],
    });
    await verify(one, second);
    const late = await codeFor(server, second);
    await server.shift(290);
    const again = await signIn(server, one.phone);
    await server.shift(11);
    expect((await update(again, second, late)).json.code).toBe('EXPIRED_CODE');
  });

  it('counts wrong codes and sends as those of signing in', async () => {
    const client = await newClient(server);
    const mail = newMail();
    await verify(client, mail);
    const code = await codeFor(server, mail);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    for (const attemptsLeft of [4, 3, 2, 1])
      expect((await update(client, mail, wrong)).json).toMatchObject({ code: 'INVALID_CODE', attemptsLeft });
    expect((await update(client, mail, wrong)).json.code).toBe('TOO_MANY_ATTEMPTS');
    expect((await update(client, mail, code)).json.code).toBe('TOO_MANY_ATTEMPTS');
    expect((await verify(client, mail)).json).toMatchObject({
      code: 'TOO_MANY_CODES',
      status: 429,
      retryAfter: expect.any(Number),
    });
    for (let sent = 0; sent < 3; sent++) expect((await verify(client, newMail())).status).toBe(200);
    const sixth = await verify(client, newMail());
    expect([sixth.json.code, Number(sixth.headers.get('retry-after')) > 0]).toEqual(['TOO_MANY_CODES', true]);
    expect((await verify(await newClient(server), '+12025550123')).json.code).toBe('COUNTRY');
  });

  it('shows nobody whose a contact is, and takes none that an account has', async () => {
    const [one, other] = [await newClient(server), await newClient(server)];
    await server.shift(200);
    const fresh = await verify(one, newPhone());
    const known = await verify(one, other.phone);
    expect([known.status, known.text]).toEqual([fresh.status, fresh.text]);
    const theirs = await codeFor(server, other.phone);
    expect((await update(one, other.phone, theirs)).json).toMatchObject({ code: 'TAKEN', status: 409 });
    expect((await see(server, other, '/api/users')).json.phone).toBe(other.phone);
    expect((await see(server, one, '/api/users')).json.phone).toBe(one.phone);
  });

  it('takes a contact over from a record without an account, whose sign-ins and grants end', async () => {
    const pending = await signIn(server);
    await server.shift(61);
    const client = await newClient(server);
    await verify(client, pending.phone);
    expect((await update(client, pending.phone, await codeFor(server, pending.phone))).status).toBe(200);
    expect((await see(server, pending, '/api/users')).json.code).toBe('TOKEN_REVOKED');
    expect(
      (
        await server.call('POST', `/api/accounts/client/user/${client.userId}`, {
          body: { name: 'X' },
          ...(pending.grant ? { grant: pending.grant } : {}),
        })
      ).json.code,
    ).toBe('SIGNUP_GRANT');
  });

  it('lets one of two people who prove the same contact have it', async () => {
    const [one, other] = [await newClient(server), await newClient(server)];
    const mail = newMail();
    await verify(one, mail);
    const first = await codeFor(server, mail);
    await server.shift(61);
    await verify(other, mail);
    const second = await codeFor(server, mail);
    const both = await Promise.all([update(one, mail, first), update(other, mail, second)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('refuses what is malformed, and whoever is not signed in', async () => {
    const client = await newClient(server);
    for (const body of [
      {},
      { key: 'FAX', value: '1' },
      { key: 'PHONE', value: 'a@b.co' },
      { key: 'EMAIL', value: '+5511988887777' },
      [],
    ])
      expect(
        (await server.call('POST', '/api/users/verification/login', { bearer: client.bearer, body })).json
          .code,
      ).toBe('MALFORMED');
    expect((await update(client, newMail(), '12')).json.fields).toEqual([
      { field: 'code', message: 'O código tem 6 números.' },
    ]);
    for (const path of ['verification', 'update'])
      expect(
        (
          await server.call('POST', `/api/users/${path}/login`, {
            body: { key: 'EMAIL', value: 'a@b.co', code: '123456' },
          })
        ).json.code,
      ).toBe('UNAUTHENTICATED');
    expect((await verify({ bearer: client.bearer, host: 'clube.localhost' }, newMail())).json.code).toBe(
      'UNAUTHENTICATED',
    );
  });
});
