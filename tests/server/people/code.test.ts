import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { challenge } from '#server/db/schema/people/challenge.ts';
import { message } from '#server/db/schema/message.ts';
import { askCode, codeFor, login, newPhone, signIn } from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

const wrong = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0');

describe.each(engines)('one-time codes on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
  });
  afterAll(() => server.close());

  it('are sent by SMS and e-mail, to known and unknown contacts alike (SEC-05)', async () => {
    const phone = newPhone();
    const first = await askCode(server, phone);
    expect([first.status, first.json]).toEqual([201, { resendAfter: 60, expiresIn: 300 }]);
    await login(server, phone, await codeFor(server, phone));
    await server.shift(3_700);
    const known = await askCode(server, phone);
    const unknown = await askCode(server, newPhone());
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    expect([...known.headers.keys()].sort()).toEqual([...unknown.headers.keys()].sort());
    const mail = await server.call('POST', '/api/users/authenticate/email', {
      body: { email: ' Maria@Exemplo.COM ' },
    });
    expect(mail.status).toBe(201);
    const { json } = await server.call('GET', '/sandbox/messages?to=maria%40exemplo.com');
    expect(json).toMatchObject([
      {
        channel: 'email',
        to: 'maria@exemplo.com',
        code: expect.stringMatching(/^\d{6}$/),
        text: expect.stringContaining('Feira de Teste'),
      },
    ]);
    expect((await login(server, 'MARIA@exemplo.com', json[0].code)).status).toBe(200);
  });

  it('take the common spellings of a phone', async () => {
    for (const [index, spell] of [
      (n: string) => `(11) ${n.slice(0, 5)}-${n.slice(5)}`,
      (n: string) => `5511${n}`,
      (n: string) => `+55 11 ${n}`,
    ].entries()) {
      const national = String(971_110_000 + index + (engine === 'pglite' ? 0 : 10));
      expect((await askCode(server, spell(national))).status).toBe(201);
      expect((await login(server, spell(national), await codeFor(server, `+5511${national}`))).status).toBe(
        200,
      );
    }
  });

  it('are refused malformed, field by field, and abroad', async () => {
    const sms = async (body: unknown) =>
      (await server.call('POST', '/api/users/authenticate/sms', { body })).json;
    expect(await sms({})).toMatchObject({
      code: 'MALFORMED',
      status: 400,
      title: 'Confira os campos destacados.',
      fields: [{ field: 'phone', message: 'Preencha este campo.' }],
    });
    expect((await sms({ phone: '1234' })).fields).toEqual([
      { field: 'phone', message: 'Confira o número do celular com DDD.' },
    ]);
    expect((await sms({ phone: ['+5511987654321'] })).code).toBe('MALFORMED');
    expect(await sms({ phone: '+351912345678' })).toMatchObject({ code: 'COUNTRY', status: 422 });
    // A landline would be paid for and reach nobody.
    expect(await sms({ phone: '(11) 3456-7890' })).toMatchObject({ code: 'COUNTRY', status: 422 });
    const mail = async (email: unknown) =>
      (await server.call('POST', '/api/users/authenticate/email', { body: { email } })).json;
    for (const bad of ['nobody', 'a@b', 'a b@c.de', `${'x'.repeat(250)}@y.zz`, 'a@b.c\r\nbcc: x@y.zz', 7])
      expect(await mail(bad)).toMatchObject({ code: 'MALFORMED' });
    const bodies: [unknown, string][] = [
      [{ username: newPhone(), password: '12345' }, 'password'],
      [{ password: '123456' }, 'username'],
      [{ username: newPhone(), password: 123_456 }, 'password'],
    ];
    for (const [body, field] of bodies)
      expect((await server.call('POST', '/auth/login', { body })).json).toMatchObject({
        code: 'MALFORMED',
        fields: [{ field }],
      });
  });

  it('go to the country that is named, and to nobody at home who has the same digits', async () => {
    const sms = async (body: unknown) =>
      (await server.call('POST', '/api/users/authenticate/sms', { body })).json;
    expect(
      await sms({ phone: '2025550123', phoneCountryCode: '1', phoneCountryIsoCode: 'US' }),
    ).toMatchObject({ code: 'COUNTRY', status: 422 });
    const shared = '11987650123';
    for (const phoneCountryCode of ['1', '+1'])
      expect(await sms({ phone: shared, phoneCountryCode })).toMatchObject({ code: 'COUNTRY' });
    expect(
      (await server.call('GET', `/sandbox/messages?to=${encodeURIComponent(`+55${shared}`)}`)).json,
    ).toEqual([]);
    for (const [body, field] of [
      [{ phone: `+55${shared}`, phoneCountryCode: '1' }, 'phoneCountryCode'],
      [{ phone: '+12025550123', phoneCountryCode: '55' }, 'phoneCountryCode'],
      [{ phone: shared, phoneCountryIsoCode: 'US' }, 'phoneCountryIsoCode'],
      [{ phone: '+12025550123', phoneCountryIsoCode: 'BR' }, 'phoneCountryIsoCode'],
      [{ phone: shared, phoneCountryCode: 'BR' }, 'phoneCountryCode'],
      [{ phone: '2025550123', phoneCountryCode: '55' }, 'phone'],
    ] as const)
      expect(await sms(body)).toMatchObject({ code: 'MALFORMED', fields: [{ field }] });
    const phone = newPhone();
    expect(
      await sms({ phone: phone.slice(3), phoneCountryCode: '+55', phoneCountryIsoCode: 'br' }),
    ).toMatchObject({ resendAfter: 60 });
    expect(await codeFor(server, phone)).toMatch(/^\d{6}$/);
  });

  it('SEC-01 are six digits, kept as keyed hashes, and nowhere in the database', async () => {
    const codes: string[] = [];
    const phones = Array.from({ length: 30 }, newPhone);
    for (const phone of phones) {
      await askCode(server, phone);
      codes.push(await codeFor(server, phone));
    }
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
    expect(new Set(codes).size).toBeGreaterThan(25);
    expect(new Set(codes.map((code) => code[0])).size).toBeGreaterThan(4);
    const dump = await server.core.db.read('client', async (tx) =>
      JSON.stringify(
        [
          await tx.select().from(challenge).where(eq(challenge.tenantId, 'client')),
          await tx.select().from(message).where(eq(message.tenantId, 'client')),
        ]
          .flat()
          .map(({ id: _id, ...row }) => ({ ...row, contact: '', recipient: '', userId: '' })),
      ),
    );
    const { rows } = await server.core.db.executeSql('select data::text as data from pgboss.job');
    const queued = (rows as { data: string }[])
      .map((row) => row.data.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, ''))
      .join();
    for (const code of codes)
      expect(
        new RegExp(`(?<![\\d])${code}(?![\\d])`).test(
          dump.replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, '') + queued,
        ),
      ).toBe(false);
  });

  it('SEC-01 work once, for five minutes, in their own store, for their own contact', async () => {
    const phone = newPhone();
    const other = newPhone();
    await askCode(server, phone);
    await askCode(server, other);
    const code = await codeFor(server, phone);
    expect((await login(server, phone, code, { host: 'clube.localhost' })).json).toMatchObject({
      status: 401,
      code: 'EXPIRED_CODE',
    });
    if (code !== (await codeFor(server, other)))
      expect((await login(server, other, code)).json.code).toBe('INVALID_CODE');
    expect((await login(server, phone, code)).status).toBe(200);
    expect((await login(server, phone, code)).json.code).toBe('EXPIRED_CODE');
    await server.shift(61);
    await askCode(server, phone);
    const late = await codeFor(server, phone);
    await server.shift(300);
    expect((await login(server, phone, late)).json.code).toBe('EXPIRED_CODE');
  });

  it('SEC-01 end when a newer one is sent', async () => {
    const phone = newPhone();
    await askCode(server, phone);
    const first = await codeFor(server, phone);
    await server.shift(60);
    await askCode(server, phone);
    const second = await codeFor(server, phone);
    if (first !== second) expect((await login(server, phone, first)).json.code).toBe('INVALID_CODE');
    expect((await login(server, phone, second)).status).toBe(200);
  });

  it('count down the tries and end after the fifth', async () => {
    const phone = newPhone();
    await askCode(server, phone);
    const code = await codeFor(server, phone);
    for (const attemptsLeft of [4, 3, 2, 1])
      expect((await login(server, phone, wrong(code))).json).toMatchObject({
        code: 'INVALID_CODE',
        status: 401,
        attemptsLeft,
      });
    expect((await login(server, phone, wrong(code))).json.code).toBe('TOO_MANY_ATTEMPTS');
    expect((await login(server, phone, code)).json.code).toBe('TOO_MANY_ATTEMPTS');
  });

  it('SEC-02 compares at most five codes however many guesses come at once', async () => {
    const phone = newPhone();
    await askCode(server, phone);
    const code = await codeFor(server, phone);
    const guesses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => login(server, phone, wrong(code, index + 1))),
    );
    const [row] = await server.core.db.read('client', (tx) =>
      tx.select().from(challenge).where(eq(challenge.contact, phone)),
    );
    expect(row?.attempts).toBe(5);
    expect(guesses.filter(({ json }) => json.code === 'INVALID_CODE')).toHaveLength(4);
    expect(guesses.filter(({ json }) => json.code === 'TOO_MANY_ATTEMPTS')).toHaveLength(46);
    expect((await login(server, phone, code)).status).toBe(401);
  });

  it('SEC-02 spends a right code once however often it comes at once', async () => {
    const phone = newPhone();
    await askCode(server, phone);
    const code = await codeFor(server, phone);
    const tries = await Promise.all(Array.from({ length: 10 }, () => login(server, phone, code)));
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('SEC-02 stops a contact after ten wrong codes an hour and twenty a day, across resends, and leaves its sessions alone', async () => {
    const { phone, bearer } = await signIn(server);
    await server.shift(3_600);
    let compared = 0;
    for (let hour = 0; hour < 8; hour++) {
      for (let sent = 0; sent < 3; sent++) {
        await server.shift(240);
        if ((await askCode(server, phone)).status !== 201) continue;
        const code = await codeFor(server, phone);
        for (let guess = 1; guess <= 4; guess++)
          if ((await login(server, phone, wrong(code, guess))).json.code === 'INVALID_CODE') compared++;
      }
      if (hour === 0) expect(compared).toBe(10);
      await server.shift(3_600);
    }
    expect(compared).toBe(20);
    const again = await server.call('GET', '/api/users', { bearer });
    expect(['TOKEN_EXPIRED', undefined]).toContain(again.json.code);
  });

  it('leave a contact its budget when no code was sent to it', async () => {
    const phone = newPhone();
    for (let guess = 0; guess < 25; guess++)
      expect((await login(server, phone, '123456')).json.code).toBe('EXPIRED_CODE');
    await askCode(server, phone);
    expect((await login(server, phone, await codeFor(server, phone))).status).toBe(200);
  });

  it('SEC-04 are sent once a minute, three in ten minutes, five an hour and ten a day', async () => {
    const phone = newPhone();
    const sent = async (after: number) => {
      await server.shift(after);
      const { status, json, headers } = await askCode(server, phone);
      if (status !== 201)
        expect([json.code, json.retryAfter > 0, headers.get('retry-after')]).toEqual([
          'TOO_MANY_CODES',
          true,
          String(json.retryAfter),
        ]);
      return status;
    };
    expect([await sent(0), await sent(20), await sent(40), await sent(60), await sent(60)]).toEqual([
      201, 429, 201, 201, 429,
    ]);
    expect([await sent(600), await sent(60), await sent(600)]).toEqual([201, 201, 429]);
    let day = 0;
    for (let hour = 0; hour < 9; hour++) if ((await sent(3_600)) === 201) day++;
    expect(day).toBe(5);
    expect(await sent(86_400)).toBe(201);
  });
});
