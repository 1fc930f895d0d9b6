import { Secret } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digitsAt, stepOf } from '#server/services/ops/staff-factor.ts';
import { codeFor, newClient, newPhone } from '#tests/support/buyers.ts';
import {
  type Answer,
  type Call,
  type TestServer,
  engines,
  openTestServer,
} from '#tests/support/store/server.ts';

describe('six digits of an app', () => {
  // RFC 6238, appendix B, SHA-1; ours are the last six of their eight.
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at %i s are those of the RFC', (seconds, digits) => {
    const secret = Secret.fromUTF8('12345678901234567890').base32;
    expect(digitsAt(secret, seconds * 1_000)).toBe(digits.slice(2));
    expect(stepOf(secret, digits.slice(2), seconds * 1_000)).toBe(Math.floor(seconds / 30));
    expect(stepOf(secret, digits.slice(2), (seconds + 30) * 1_000)).toBe(Math.floor(seconds / 30));
    expect(stepOf(secret, digits.slice(2), (seconds + 60) * 1_000)).toBeNull();
  });
});

describe.each(engines)('the sign-in of staff on %s', (engine) => {
  let server: TestServer;
  let secret: string;
  let recovery: string[];
  const contact = 'dona@loja.example';
  const ops = (method: string, path: string, call: Call = {}) => server.call(method, `/api/ops${path}`, call);
  const digits = () => digitsAt(secret, server.core.clock.now());
  const cookieOf = ({ headers }: Answer) =>
    /__Host-ops=[^;]*/.exec(headers.get('set-cookie') ?? '')?.[0] ?? '';
  /** The first step, a minute after the last. */
  async function first(to = contact): Promise<Answer> {
    await server.shift(61);
    expect((await ops('POST', '/auth/code', { body: { contact: to } })).status).toBe(201);
    return ops('POST', '/auth/login', { body: { contact: to, code: await codeFor(server, to) } });
  }
  const second = (challenge: string, code: string, call: Call = {}) =>
    ops('POST', '/auth/second', { body: { challenge, code }, ...call });
  const me = (bearer: string) => ops('GET', '/me', { bearer });

  beforeAll(async () => {
    server = await openTestServer(engine);
    const [tenant] = server.core.tenants.all().filter(({ id }) => id === 'client');
    if (!tenant) throw new Error('no store');
    await server.services.staff.inviteOwner(tenant, 'Dona Helena', contact);
  });
  afterAll(() => server.close());

  it('sets up an app at first, shows recovery codes once, and comes to an end', async () => {
    const { json: begun } = await first();
    expect(begun.isEnrolled).toBe(false);
    ({ secret } = begun.enrolment);
    expect(begun.enrolment.uri).toMatch(/^otpauth:\/\/totp\//);
    expect((await second(begun.challenge, '000000')).json).toMatchObject({
      code: 'INVALID_CODE',
      attemptsLeft: 9,
    });
    const done = await second(begun.challenge, digits(), { origin: 'own' });
    expect([done.status, done.json.refresh_token, done.json.me.role]).toEqual([200, 'cookie', 'OWNER']);
    recovery = done.json.recoveryCodes;
    expect(new Set(recovery).size).toBe(10);
    // The same challenge sets up no second one.
    expect((await second(begun.challenge, digits())).json.code).toBe('EXPIRED_CODE');
    expect((await me(done.json.access_token)).json).toMatchObject({
      name: 'Dona Helena',
      contact: 'd•••@loja.example',
    });
    const [cookie, seen] = [cookieOf(done), done.headers.get('set-cookie') ?? ''];
    expect(seen).toMatch(/HttpOnly/i);
    expect(seen).toMatch(/SameSite=Strict/i);
    expect(seen).not.toMatch(/max-age|expires/i);

    await server.shift(601);
    expect((await me(done.json.access_token)).json.code).toBe('TOKEN_EXPIRED');
    const renewed = await ops('POST', '/auth/renew', { headers: { cookie }, origin: 'own' });
    expect([renewed.status, renewed.json.refresh_token]).toEqual([200, 'cookie']);
    expect((await me(renewed.json.access_token)).status).toBe(200);
    // Half an hour without a call.
    await server.shift(1_801);
    expect((await ops('POST', '/auth/renew', { headers: { cookie }, origin: 'own' })).json.code).toBe(
      'TOKEN_REVOKED',
    );
  });

  it('takes six digits once, and a recovery code once', async () => {
    const { json } = await first();
    expect([json.isEnrolled, json.enrolment]).toEqual([true, undefined]);
    const code = digits();
    const one = await second(json.challenge, code);
    expect([one.status, one.json.recoveryCodes]).toEqual([200, undefined]);
    expect((await second(json.challenge, code)).json.code).toBe('INVALID_CODE');
    const spare = recovery[0]?.toLowerCase() ?? '';
    expect((await second(json.challenge, spare)).status).toBe(200);
    expect((await second(json.challenge, spare)).json.code).toBe('INVALID_CODE');
    await server.shift(301);
    expect((await second(json.challenge, digits())).json.code).toBe('EXPIRED_CODE');
    // A program has its token in the body, and logs out with it.
    const { refresh_token: refreshToken, access_token: bearer } = one.json;
    expect((await ops('POST', '/auth/logout', { body: { refreshToken } })).status).toBe(204);
    expect((await me(bearer)).json.code).toBe('TOKEN_REVOKED');
  });

  it('ends after twelve hours, whatever is done', async () => {
    const { json } = await second((await first()).json.challenge, digits());
    const renew = () => ops('POST', '/auth/renew', { body: { refreshToken: json.refresh_token } });
    for (let minutes = 0; minutes < 12 * 60 - 25; minutes += 25) {
      await server.shift(25 * 60);
      expect((await renew()).status).toBe(200);
    }
    await server.shift(25 * 60);
    expect((await renew()).json.code).toBe('TOKEN_REVOKED');
  });

  it('counts guesses at the second factor, and lets nobody guess on', async () => {
    const { json } = await first();
    for (let left = 9; left >= 0; left--)
      expect((await second(json.challenge, '000000')).json.attemptsLeft).toBe(left);
    expect((await second(json.challenge, digits())).json.code).toBe('TOO_MANY_ATTEMPTS');
    await server.shift(3_601);
    expect((await second((await first()).json.challenge, digits())).status).toBe(200);
  });

  it('is not told apart from that of a stranger, who gets no code', async () => {
    const [stranger, phone] = ['ninguem@loja.example', newPhone()];
    await server.shift(61);
    for (const to of [stranger, phone]) {
      const { status, json } = await ops('POST', '/auth/code', { body: { contact: to } });
      expect([status, json]).toEqual([201, { resendAfter: 60, expiresIn: 300 }]);
      expect((await server.call('GET', `/sandbox/messages?to=${encodeURIComponent(to)}`)).json).toEqual([]);
    }
    expect(
      (await ops('POST', '/auth/login', { body: { contact: stranger, code: '000000' } })).json.code,
    ).toBe('INVALID_CODE');
  });

  it('opens nothing of the shop, and the shop opens nothing of it', async () => {
    const client = await newClient(server);
    expect((await me(client.bearer)).json.code).toBe('UNAUTHENTICATED');
    const { json } = await server.call('POST', '/sandbox/staff/OWNER');
    expect((await me(json.access_token)).status).toBe(200);
    expect((await server.call('GET', '/api/users', { bearer: json.access_token })).json.code).toBe(
      'UNAUTHENTICATED',
    );
    expect(
      (await server.call('POST', '/auth/renew', { body: { refreshToken: json.refresh_token } })).status,
    ).toBe(401);
    // A code that signs a buyer in signs no staff in, although it came to the same contact.
    await server.shift(61);
    await server.call('POST', '/api/users/authenticate/email', { body: { email: contact } });
    const code = await codeFor(server, contact);
    expect((await ops('POST', '/auth/login', { body: { contact, code } })).json.code).toBe('EXPIRED_CODE');
    // Another shop's people are nobody here.
    expect((await ops('GET', '/me', { bearer: json.access_token, host: 'clube.localhost' })).json.code).toBe(
      'UNAUTHENTICATED',
    );
  });

  it('lets an owner in and out, at once, with a fresh proof; the last one stays', async () => {
    const { json: owner } = await server.call('POST', '/sandbox/staff/OWNER');
    const bearer = owner.access_token;
    const invite = (name: string, more: object, key = crypto.randomUUID()) =>
      ops('POST', '/staff', {
        bearer,
        headers: { 'Idempotency-Key': key },
        body: { name, contact: `${name}@loja.example`, role: 'OPERATOR', ...more },
      });
    const key = crypto.randomUUID();
    const made = await invite('rui', {}, key);
    expect([made.status, made.json.role]).toEqual([201, 'OPERATOR']);
    expect((await invite('rui', {}, key)).json).toEqual(made.json);
    const { json: told } = await server.call('GET', '/sandbox/messages?to=rui%40loja.example');
    expect(told.map(({ text }: { text: string }) => text)).toEqual([
      expect.stringContaining('Entre em /ops com este contato'),
    ]);
    expect((await invite('ana', {}, key)).json.code).toBe('KEY_REUSED');
    expect((await invite('rui', {})).json.code).toBe('TAKEN');
    expect((await ops('POST', '/staff', { bearer, body: {} })).json.code).toBe('MALFORMED');

    const { json } = await first('rui@loja.example');
    const rui = await second(json.challenge, digitsAt(json.enrolment.secret, server.core.clock.now()));
    expect((await me(rui.json.access_token)).status).toBe(200);
    await server.shift(300);
    const keyed = (path: string, key: string = crypto.randomUUID()) =>
      ops('DELETE', path, { bearer, headers: { 'Idempotency-Key': key } });
    const remove = (id: string, again?: string) => keyed(`/staff/${id}`, again);
    expect((await remove(made.json.id)).json.code).toBe('FRESH_PROOF');
    const { json: shown } = await server.call('GET', '/sandbox/staff/OWNER/code');
    expect((await ops('POST', '/auth/step-up', { bearer, body: shown })).status).toBe(200);
    expect((await ops('POST', '/auth/step-up', { bearer, body: shown })).json.code).toBe('INVALID_CODE');
    expect((await keyed(`/staff/${made.json.id}/sessions`)).status).toBe(204);
    expect((await me(rui.json.access_token)).json.code).toBe('TOKEN_REVOKED');
    const { json: once } = await first('rui@loja.example');
    await server.shift(30);
    const back = await second(once.challenge, digitsAt(json.enrolment.secret, server.core.clock.now()));
    expect((await me(back.json.access_token)).status).toBe(200);
    const removing = crypto.randomUUID();
    expect((await remove(made.json.id, removing)).status).toBe(204);
    expect((await remove(made.json.id, removing)).status).toBe(204);
    expect((await me(back.json.access_token)).json.code).toBe('TOKEN_REVOKED');
    expect((await me(rui.json.access_token)).json.code).toBe('TOKEN_REVOKED');
    const { json: all } = await ops('GET', '/staff', { bearer });
    expect(all.map(({ role }: { role: string }) => role)).toEqual(['OWNER', 'OWNER']);
    const other = all.find(({ id }: { id: string }) => id !== owner.me.id);
    expect((await keyed(`/staff/${other.id}/factors`)).status).toBe(204);
    expect((await remove(other.id)).status).toBe(204);
    expect((await remove(owner.me.id)).json.code).toBe('LAST_OWNER');
    expect((await remove(crypto.randomUUID())).json.code).toBe('NOT_FOUND');
    const { json: log } = await ops('GET', '/audit', { bearer });
    expect(log.content.slice(0, 4).map(({ action }: { action: string }) => action)).toEqual([
      'staff.removed',
      'staff.factors-reset',
      'staff.removed',
      'staff.sessions-ended',
    ]);
  });
});
