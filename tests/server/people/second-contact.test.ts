import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askCode, codeFor, login, newClient, newPhone, person, see, signIn } from '#tests/support/buyers.ts';
import { type Newcomer, createAccount, newcomer } from '#tests/support/sign-up.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

let mails = 0;
const newMail = () => `segundo${++mails}@exemplo.com`;

describe.each(engines)('a second contact of a sign-up on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
  });
  afterAll(() => server.close());
  const keyOf = (value: string) => (value.includes('@') ? 'EMAIL' : 'PHONE');
  const verify = ({ bearer }: { bearer: string }, value: string) =>
    server.call('POST', '/api/users/verification/login', { bearer, body: { key: keyOf(value), value } });
  const prove = ({ bearer }: { bearer: string }, value: string, code: string) =>
    server.call('POST', '/api/users/update/login', { bearer, body: { key: keyOf(value), value, code } });
  const userOf = async (who: { bearer: string }) => (await see(server, who, '/api/users')).json;
  const accountOf = async (who: Newcomer, email: string) =>
    (await createAccount(server, who, { ...person, email })).json;
  const textsTo = async (to: string) =>
    (await server.call('GET', `/sandbox/messages?to=${encodeURIComponent(to)}`)).json.map(
      ({ text }: { text: string }) => text,
    ) as string[];

  it('is proved by a code, signs in from then on, and is that of the account whatever the body says', async () => {
    const who = await newcomer(server);
    const mail = newMail();
    expect((await verify(who, mail)).json).toEqual({ resendAfter: 60, expiresIn: 300 });
    expect((await textsTo(mail))[0]).toContain('usar este e-mail no seu cadastro em Feira de Teste');
    const proved = await prove(who, mail, await codeFor(server, mail));
    expect([proved.status, proved.json]).toMatchObject([
      200,
      { phone: who.phone, email: mail, signedUp: false },
    ]);
    // Nobody had anything yet that could be taken: the phone heard of its own code only.
    expect(await textsTo(who.phone)).toHaveLength(1);
    expect(await accountOf(who, 'outro@exemplo.com')).toMatchObject({ email: mail, phone: who.phone });
    await server.shift(61);
    await server.call('POST', '/api/users/authenticate/email', { body: { email: mail } });
    const again = await login(server, mail, await codeFor(server, mail));
    expect((await userOf({ bearer: again.json.access_token })).id).toBe(who.userId);
  });

  it('stays unproved when it was only told: it signs nobody in to that account', async () => {
    const who = await newcomer(server);
    const mail = newMail();
    await verify(who, mail);
    expect(await accountOf(who, mail)).toMatchObject({ email: mail });
    expect((await userOf(who)).email).toBeUndefined();
    await server.shift(61);
    await server.call('POST', '/api/users/authenticate/email', { body: { email: mail } });
    const stranger = await login(server, mail, await codeFor(server, mail));
    expect((await userOf({ bearer: stranger.json.access_token })).id).not.toBe(who.userId);
  });

  it('is taken for as long as the grant, and then only after another proof', async () => {
    const who = await newcomer(server);
    await server.shift(29 * 60);
    const { access_token: bearer } = (
      await server.call('POST', '/auth/renew', { body: { refreshToken: who.refresh } })
    ).json;
    const mail = newMail();
    expect((await verify({ bearer }, mail)).status).toBe(200);
    const code = await codeFor(server, mail);
    await server.shift(61);
    expect((await prove({ bearer }, mail, code)).json.code).toBe('FRESH_PROOF');
    const again = await signIn(server, who.phone);
    expect((await prove(again, mail, code)).json).toMatchObject({ email: mail });
  });

  it('replaces nothing: the contact that the sign-up began with changes by the rule of accounts', async () => {
    const who = await newcomer(server);
    await server.shift(6 * 60);
    expect((await verify(who, newPhone())).json.code).toBe('FRESH_PROOF');
  });

  it('refuses a wrong code, one that is over, one of a sign-in, and too many tries', async () => {
    const who = await newcomer(server);
    const mail = newMail();
    expect((await prove(who, mail, '123456')).json.code).toBe('EXPIRED_CODE');
    await server.call('POST', '/api/users/authenticate/email', { body: { email: mail } });
    expect((await prove(who, mail, await codeFor(server, mail))).json.code).toBe('EXPIRED_CODE');
    await server.shift(61);
    await verify(who, mail);
    const code = await codeFor(server, mail);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    for (const attemptsLeft of [4, 3, 2, 1])
      expect((await prove(who, mail, wrong)).json).toMatchObject({ code: 'INVALID_CODE', attemptsLeft });
    expect((await prove(who, mail, wrong)).json.code).toBe('TOO_MANY_ATTEMPTS');
    expect((await prove(who, mail, code)).json.code).toBe('TOO_MANY_ATTEMPTS');
    // Nor does it sign anybody in, or prove the contact of somebody else.
    const other = newMail();
    await verify(who, other);
    const theirs = await codeFor(server, other);
    expect((await login(server, other, theirs)).json.code).toBe('EXPIRED_CODE');
    expect((await prove(await newcomer(server), other, theirs)).json.code).toBe('EXPIRED_CODE');
    expect((await prove(who, other, theirs)).status).toBe(200);
    expect((await prove(who, other, theirs)).json.code).toBe('MALFORMED');
  });

  it('is not taken from an account, whose it is said to be only to who has its code', async () => {
    const [who, client] = [await newcomer(server), await newClient(server)];
    const mail = newMail();
    await verify(client, mail);
    await prove(client, mail, await codeFor(server, mail));
    await server.shift(61);
    expect((await verify(who, mail)).status).toBe(200);
    expect((await prove(who, mail, await codeFor(server, mail))).json).toMatchObject({
      code: 'TAKEN',
      status: 409,
    });
    expect((await userOf(client)).email).toBe(mail);
    expect((await userOf(who)).email).toBeUndefined();
  });

  it('is a phone where the sign-up began with an e-mail, and a Brazilian mobile', async () => {
    const mail = newMail();
    await server.call('POST', '/api/users/authenticate/email', { body: { email: mail } });
    const { json } = await login(server, mail, await codeFor(server, mail));
    const who = { bearer: json.access_token as string };
    expect((await verify(who, '+351912345678')).json.code).toBe('COUNTRY');
    const phone = newPhone();
    await askCode(server, phone);
    await server.shift(61);
    await verify(who, phone);
    expect((await prove(who, phone, await codeFor(server, phone))).json).toMatchObject({
      phone,
      email: mail,
    });
  });
});
