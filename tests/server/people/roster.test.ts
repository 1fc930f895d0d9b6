import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roster } from '#server/db/schema/people/roster.ts';
import { userOf } from '#server/services/people/code/contact-user.ts';
import { askCode, codeFor, enlist, login, newClient, newPhone, see, uuid } from '#tests/support/buyers.ts';
import { type Answer, type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

const host = 'clube.localhost';
const cpfs = ['52998224725', '11144477735', '39053344705', '15350946056'];

describe.each(engines)('the people of a company on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
    // Enough others that somebody unknown looks like one of them.
    for (let n = 0; n < 10; n++) await enlist(server, { phone: newPhone() });
  });
  afterAll(() => server.close());

  const identify = (identification: string, more: object = {}, at = host) =>
    server.call('POST', '/api/users/authenticate/intranet', { host: at, body: { identification, ...more } });
  const enter = (username: string, password: string, more: object = { privacyVersion: '1' }, at = host) =>
    server.call('POST', '/auth/login', { host: at, body: { username, password, ...more } });
  const messages = async (to: string) =>
    (await server.call('GET', `/sandbox/messages?to=${encodeURIComponent(to)}`, { host })).json as unknown[];
  const bare = ({ status, headers, text, json }: Answer) => {
    const { username = '', contact = '', ...rest } = json as Record<string, string>;
    return [
      status,
      [...headers].filter(([name]) => !['x-request-id', 'content-length'].includes(name)),
      text.length,
      rest,
      username.length,
      contact.length,
      username.split('.').length,
    ];
  };

  it('enter by number, by CPF in any spelling and by the contact that the company has', async () => {
    const phone = newPhone();
    const [cpf = ''] = cpfs;
    const registration = await enlist(server, { phone, cpf });
    for (const written of [registration.toLowerCase(), cpf, '529.982.247-25']) {
      const { status, json } = await identify(written);
      expect([status, json.resendAfter, json.expiresIn, json.contact]).toEqual([
        201,
        60,
        300,
        `celular ****${phone.slice(-4)}`,
      ]);
      const tokens = await enter(json.username, await codeFor(server, phone, host));
      expect([tokens.status, typeof tokens.json.signup_grant]).toEqual([200, 'string']);
      expect(
        (await see(server, { bearer: tokens.json.access_token, host }, '/api/operation/campaigns/public'))
          .status,
      ).toBe(200);
      await server.shift(700);
    }
    await askCode(server, phone, { host });
    expect((await login(server, phone, await codeFor(server, phone, host), { host })).status).toBe(200);
    const mail = `nair${engine}@exemplo.com`;
    const { json } = await identify(await enlist(server, { email: mail }));
    expect(json.contact).toBe('e-mail n***@****');
    expect((await enter(json.username, await codeFor(server, mail, host))).status).toBe(200);
  });

  it('SEC-16 are the only ones who enter: nobody else gets a code, nor in with one', async () => {
    const phone = newPhone();
    expect((await askCode(server, phone, { host })).status).toBe(201);
    expect(await messages(phone)).toEqual([]);
    const tenant = server.core.tenants.byId('clube');
    if (!tenant) throw new Error('there is no company store');
    const { userId } = await server.core.db.tenant('clube', async (tx) => ({
      userId: await userOf(server.core, tx, 'clube', { channel: 'SMS', value: phone }),
    }));
    await expect(
      server.services.session.open('clube', userId, true, {
        admit: (tx) => server.services.roster.admit(tx, tenant, userId, undefined),
      }),
    ).rejects.toMatchObject({ code: 'INVALID_CODE' });
    // The last door alone would do: a right code of somebody who is not on the list any more is a wrong one.
    const former = newPhone();
    const registration = await enlist(server, { phone: former });
    await askCode(server, former, { host });
    await server.core.db.tenant('clube', (tx) =>
      tx.delete(roster).where(and(eq(roster.tenantId, 'clube'), eq(roster.registration, registration))),
    );
    expect((await login(server, former, await codeFor(server, former, host), { host })).json).toMatchObject({
      status: 401,
      code: 'INVALID_CODE',
    });
  });

  it('SEC-05 look like everybody else from outside, asked by number, CPF, phone or e-mail, and guessed at', async () => {
    const phone = newPhone();
    const [, cpf = ''] = cpfs;
    const registration = await enlist(server, { phone, cpf });
    const unknown = `T-${'9'.repeat(registration.length - 2)}`;
    const [known, nobody] = [await identify(registration), await identify(unknown)];
    expect(bare(known)).toEqual(bare(nobody));
    expect((await identify(unknown)).json.code).toBe('TOO_MANY_CODES');
    expect((await identify(registration)).json.code).toBe('TOO_MANY_CODES');
    expect(nobody.json.contact).toMatch(/^(celular \*{4}\d{4}|e-mail [a-z]\*{3}@\*{4})$/);
    const guesses = async (username: string) => {
      const found: unknown[] = [];
      const right = username === known.json.username ? await codeFor(server, phone, host) : '';
      for (let n = 0; n < 6; n++)
        found.push(
          await enter(username, right === `00000${n}` ? '999999' : `00000${n}`).then(({ status, json }) => [
            status,
            json.code,
            json.attemptsLeft,
          ]),
        );
      return found;
    };
    const wrong = await guesses(known.json.username);
    expect(wrong[0]).toEqual([401, 'INVALID_CODE', 4]);
    expect(await guesses(nobody.json.username)).toEqual(wrong);
    await server.shift(3_700);
    expect((await identify(unknown)).json.contact).toBe(nobody.json.contact);
    expect(bare(await identify(cpf))).toEqual(bare(await identify('15350946056')));
    const [listed, stranger] = [newPhone(), newPhone()];
    await enlist(server, { phone: listed });
    expect(bare(await askCode(server, listed, { host }))).toEqual(
      bare(await askCode(server, stranger, { host })),
    );
    expect([(await messages(listed)).length, (await messages(stranger)).length]).toEqual([1, 0]);
    const mail = (name: string) =>
      server.call('POST', '/api/users/authenticate/email', { host, body: { email: `${name}@exemplo.com` } });
    await enlist(server, { email: `aa${engine}@exemplo.com` });
    expect(bare(await mail(`aa${engine}`))).toEqual(bare(await mail(`bb${engine}`)));
    // However it is spelled, nobody is one person too.
    await server.shift(700);
    for (const [first, second] of [
      ['11144477735', '111.444.777-35'],
      ['39053344705', '390.533.447-05'],
      [registration, registration.toLowerCase()],
      [unknown, unknown.toLowerCase()],
    ] as const) {
      const answers = [await identify(first), await identify(second)];
      expect([first, ...answers.map(({ status }) => status)]).toEqual([first, 201, 429]);
      await server.shift(700);
    }
  });

  it('SEC-05 take as long to answer for as anybody else', async () => {
    const gaps: number[] = [];
    const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Infinity;
    for (let batch = 0; batch < 3; batch++) {
      const took = { known: [] as number[], nobody: [] as number[] };
      for (let n = 0; n < 40; n++) {
        const registration = await enlist(server, { phone: newPhone() });
        // Turn and turn about, so that what the machine does besides falls on both.
        for (const who of n % 2 ? (['known', 'nobody'] as const) : (['nobody', 'known'] as const)) {
          const begun = performance.now();
          const { status } = await identify(who === 'known' ? registration : `U-${batch}-${n}`);
          took[who].push(performance.now() - begun);
          expect(status).toBe(201);
        }
      }
      // What the same question's own halves differ by is the machine, not the answer.
      const noise = ({ known, nobody }: typeof took): number =>
        Math.max(...[known, nobody].map((all) => Math.abs(median(all.slice(0, 20)) - median(all.slice(20)))));
      gaps.push(Math.abs(median(took.known) - median(took.nobody)) - noise(took));
    }
    // Two of three, as a machine that is busy is no difference.
    expect(gaps.filter((gap) => gap < 5).length, gaps.join()).toBeGreaterThanOrEqual(2);
  });

  it('are asked for the privacy text, and a name of another store or of nobody’s making opens nothing', async () => {
    const phone = newPhone();
    const { json } = await identify(await enlist(server, { phone }));
    const code = await codeFor(server, phone, host);
    for (const more of [{}, { privacyVersion: '0' }])
      expect((await enter(json.username, code, more)).json).toMatchObject({
        code: 'MALFORMED',
        fields: [{ field: 'privacyVersion' }],
      });
    const altered = `${json.username.slice(0, -2)}${json.username.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const username of [
      altered,
      `intranet.sandbox.${'A'.repeat(60)}`,
      `intranet.nokey.${'A'.repeat(60)}`,
    ])
      expect((await enter(username, code)).json.code).toBe('INVALID_CODE');
    expect((await enter(json.username, code, { privacyVersion: '1' }, 'feira.localhost')).json.code).toBe(
      'INVALID_CODE',
    );
    for (const username of ['intranet.', 'intranet.x.y', `intranet.${'x'.repeat(500)}`])
      expect((await enter(username, code)).json.code).toBe('MALFORMED');
    expect((await enter(json.username, code)).status).toBe(200);
  });

  it('are known at a company’s store only, and at its stores only', async () => {
    expect((await identify('T-1', {}, 'feira.localhost')).json).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
    expect((await identify('T-1', { marketplaceId: uuid() })).json.code).toBe('NOT_FOUND');
    const [store] = (await server.call('GET', '/api/operation/marketplaces/public', { host })).json;
    expect((await identify('Z-77', { marketplaceId: store.id })).status).toBe(201);
    for (const identification of ['', ' ', 'x'.repeat(41), 7])
      expect(
        (await server.call('POST', '/api/users/authenticate/intranet', { host, body: { identification } }))
          .json.code,
      ).toBe('MALFORMED');
  });

  it('are one user each, made without a bearer where a company or a sign-on knows them', async () => {
    const make = (body: object, at = host) => server.call('POST', '/api/users', { host: at, body });
    const phone = newPhone();
    const { status, json } = await make({ phone, name: 'Nova Pessoa' });
    expect([status, json]).toEqual([201, { id: expect.stringMatching(/^[0-9a-f-]{14}4/) }]);
    expect((await make({ phone, name: 'Outro Nome' })).json).toEqual(json);
    await enlist(server, { phone });
    const client = await newClient(server, { phone, host });
    expect(client.userId).toBe(json.id);
    expect((await make({ phone })).json).toEqual(json);
    expect((await make({ email: `novo${engine}@exemplo.com` })).status).toBe(201);
    for (const body of [{}, { name: 'X' }, { phone, email: 'a@exemplo.com' }, { phone: '1' }, { email: 'x' }])
      expect((await make(body)).json).toMatchObject({ code: 'MALFORMED', fields: [expect.anything()] });
    expect((await make({ phone: '+14155550100' })).json.code).toBe('COUNTRY');
    expect((await make({ phone }, 'feira.localhost')).json.code).toBe('NOT_FOUND');
  });
});
