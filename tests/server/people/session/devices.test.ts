import { and, desc, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pushSubscription } from '#server/db/schema/people/push-subscription.ts';
import { refreshToken, session } from '#server/db/schema/people/session.ts';
import { SESSION_TOPIC } from '#server/platform/principal.ts';
import { askCode, codeFor, enlist, login, newClient, newPhone, signIn, uuid } from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const LAPTOP = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0';

describe.each(engines)('devices on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
  });
  afterAll(() => server.close());
  const read = (bearer: string) => server.call('GET', '/api/users/sessions', { bearer });
  const end = (bearer: string, id: string) => server.call('DELETE', `/api/users/sessions/${id}`, { bearer });
  const endOthers = (bearer: string) => server.call('DELETE', '/api/users/sessions', { bearer });
  const user = (bearer: string) => server.call('GET', '/api/users', { bearer });
  const renew = (refreshToken: string) => server.call('POST', '/auth/renew', { body: { refreshToken } });
  const begun = async (id: string) => (await rows(id))[0]?.createdAt.toISOString();
  const lastIssued = (id: string) =>
    server.core.db.read('client', async (tx) => {
      const issued = await tx
        .select({ at: refreshToken.issuedAt })
        .from(refreshToken)
        .where(eq(refreshToken.sessionId, id))
        .orderBy(desc(refreshToken.issuedAt));
      return issued[0]?.at.toISOString();
    });
  /** One more device of the person, a while after the last. */
  const enter = async (phone: string, userAgent: string, host = 'feira.localhost') => {
    await server.shift(120);
    await askCode(server, phone, { host });
    const { json } = await login(server, phone, await codeFor(server, phone, host), {
      host,
      headers: { 'User-Agent': userAgent },
    });
    return { bearer: json.access_token as string, refresh: json.refresh_token as string };
  };
  const currentId = async (bearer: string): Promise<string> => (await read(bearer)).json.devices[0].id;
  const rows = (...ids: string[]) =>
    server.core.db.read('client', (tx) => tx.select().from(session).where(inArray(session.id, ids)));

  it('SEC-09 are told to their owner with since when and when they were last used, this one first', async () => {
    const phone = newPhone();
    const mobile = await enter(phone, PHONE);
    const laptop = await enter(phone, LAPTOP);
    const program = await enter(phone, 'curl/8.17.0');
    await server.shift(300);
    const { access_token: renewed } = (await renew(mobile.refresh)).json;
    const ids = await Promise.all([mobile, program, laptop].map(({ bearer }) => currentId(bearer)));
    const [since, lately] = [await begun(ids[0] ?? ''), await begun(ids[1] ?? '')];
    const { status, json } = await read(renewed);
    expect(status).toBe(200);
    expect(json).toEqual({
      devices: [
        {
          id: ids[0],
          current: true,
          browser: 'chrome',
          system: 'android',
          since,
          usedAt: await lastIssued(ids[0] ?? ''),
        },
        { id: ids[1], current: false, since: lately, usedAt: await lastIssued(ids[1] ?? '') },
        expect.objectContaining({ id: ids[2], browser: 'firefox', system: 'mac' }),
      ],
      lastLogin: { at: lately },
    });
    const [{ usedAt }] = json.devices;
    expect(Date.parse(usedAt) - Date.parse(since ?? '')).toBeGreaterThanOrEqual(540_000);
    // The newest sign-in beside the asking one, also after it has ended.
    await server.call('POST', '/auth/logout', { bearer: program.bearer });
    expect((await read(laptop.bearer)).json).toMatchObject({
      devices: [{ current: true }, { id: json.devices[0].id }],
      lastLogin: { at: lately },
    });
    expect((await read((await enter(phone, PHONE)).bearer)).json.devices).toHaveLength(3);
  });

  it('are nothing but names of a list and times: of what a browser says of itself no more is kept', async () => {
    const phone = newPhone();
    const { bearer } = await enter(phone, `${PHONE} SM-S931B/secret-model`);
    const [row] = await rows(await currentId(bearer));
    expect(row).toMatchObject({ browser: 'chrome', system: 'android' });
    expect(JSON.stringify(row)).not.toMatch(/Mozilla|SM-S931B|AppleWebKit/);
    expect((await read(bearer)).json).not.toHaveProperty('lastLogin');
  });

  it('SEC-09 are signed out one by one, at once: tokens, renewals and pushes', async () => {
    const phone = newPhone();
    const lost = await enter(phone, PHONE);
    const [kept, third] = [await enter(phone, LAPTOP), await enter(phone, LAPTOP)];
    const [id, thirdId] = [await currentId(lost.bearer), await currentId(third.bearer)] as const;
    const push = { tenantId: 'client', subject: `user:x`, p256dh: 'p', auth: 'a', tags: {} };
    const subscribed = [id, thirdId].map((sessionId) => ({
      ...push,
      sessionId,
      id: uuid(),
      endpoint: sessionId,
    }));
    await server.core.db.tenant('client', (tx) =>
      tx.insert(pushSubscription).values(subscribed.map((one) => ({ ...one, createdAt: new Date() }))),
    );
    expect((await user(lost.bearer)).status).toBe(200);
    const { status, json } = await end(kept.bearer, id);
    expect([status, json.devices.map((one: { id: string }) => one.id)]).toEqual([
      200,
      [await currentId(kept.bearer), thirdId],
    ]);
    expect((await user(lost.bearer)).json).toMatchObject({ code: 'TOKEN_REVOKED', status: 401 });
    expect((await renew(lost.refresh)).json.code).toBe('TOKEN_REVOKED');
    expect((await user(third.bearer)).status).toBe(200);
    const [ended] = await rows(id);
    expect(ended).toMatchObject({ revokedFor: 'ENDED', revokedAt: expect.any(Date) });
    const left = await server.core.db.read('client', (tx) =>
      tx
        .select({ at: pushSubscription.endpoint })
        .from(pushSubscription)
        .where(inArray(pushSubscription.endpoint, [id, thirdId])),
    );
    expect(left).toEqual([{ at: thirdId }]);
    // Asked again after a lost answer: it stays as it ended.
    await server.shift(60);
    expect((await end(kept.bearer, id)).status).toBe(200);
    expect(await rows(id)).toEqual([ended]);
  });

  it('SEC-09 are signed out all at once but the one that asks', async () => {
    const phone = newPhone();
    const others = [await enter(phone, PHONE), await enter(phone, LAPTOP)];
    const kept = await enter(phone, LAPTOP);
    const stranger = await newClient(server);
    const ids = await Promise.all(others.map(({ bearer }) => currentId(bearer)));
    const heard: unknown[] = [];
    const stop = server.core.events.subscribe('client', SESSION_TOPIC, (event) => heard.push(event['id']));
    const { status, json } = await endOthers(kept.bearer);
    expect([status, json.devices]).toEqual([200, [expect.objectContaining({ current: true })]]);
    expect(json.lastLogin).toMatchObject({ browser: 'firefox', system: 'mac' });
    for (const { bearer, refresh } of others) {
      expect((await user(bearer)).json.code).toBe('TOKEN_REVOKED');
      expect((await renew(refresh)).json.code).toBe('TOKEN_REVOKED');
    }
    expect((await renew(kept.refresh)).status).toBe(200);
    // Said of each: what is said of all ends the streams of everybody.
    await expect.poll(() => new Set(heard)).toEqual(new Set(ids));
    stop();
    expect((await user(stranger.bearer)).status).toBe(200);
    expect((await endOthers(kept.bearer)).json.devices).toHaveLength(1);
  });

  it('SEC-09 are for nobody else: neither those of another person nor those of another store', async () => {
    const phone = newPhone();
    const owner = await signIn(server, phone);
    const id = await currentId(owner.bearer);
    const stranger = await newClient(server);
    expect((await end(stranger.bearer, id)).json).toMatchObject({ code: 'NOT_FOUND', status: 404 });
    expect((await end(stranger.bearer, uuid())).json.code).toBe('NOT_FOUND');
    expect((await read(stranger.bearer)).json.devices).toHaveLength(1);
    await endOthers(stranger.bearer);
    // The same phone in another store is another person.
    await enlist(server, { phone });
    const elsewhere = await enter(phone, PHONE, 'clube.localhost');
    const host = 'clube.localhost';
    const at = { bearer: elsewhere.bearer, host };
    expect((await server.call('GET', '/api/users/sessions', at)).json.devices).toHaveLength(1);
    expect((await server.call('DELETE', `/api/users/sessions/${id}`, at)).json.code).toBe('NOT_FOUND');
    expect((await server.call('DELETE', '/api/users/sessions', at)).status).toBe(200);
    expect((await user(owner.bearer)).status).toBe(200);
    expect((await end(owner.bearer, 'first')).json).toMatchObject({
      code: 'MALFORMED',
      fields: [{ field: 'id', message: 'Identificador inválido.' }],
    });
  });

  it('are told while they hold: not after they ended or their time is over', async () => {
    const phone = newPhone();
    await enter(phone, PHONE);
    await server.shift(29 * 86_400);
    const { bearer } = await enter(phone, LAPTOP);
    expect((await read(bearer)).json.devices).toHaveLength(2);
    await server.shift(2 * 86_400);
    const later = await enter(phone, LAPTOP);
    expect((await read(later.bearer)).json.devices).toHaveLength(2);
  });

  it('end nothing for one that has been signed out', async () => {
    const phone = newPhone();
    const [first, second] = [await enter(phone, PHONE), await enter(phone, LAPTOP)];
    const id = await currentId(second.bearer);
    const mine = await currentId(first.bearer);
    // As in another process, which has not heard of it yet.
    await server.core.db.tenant('client', (tx) =>
      tx
        .update(session)
        .set({ revokedAt: server.core.clock.date(), revokedFor: 'ENDED' })
        .where(and(eq(session.tenantId, 'client'), eq(session.id, mine))),
    );
    const client = {
      kind: 'client' as const,
      userId: (await rows(mine))[0]?.userId ?? '',
      sessionId: mine,
      accountId: null,
      provedAt: 0,
    };
    for (const ending of [
      () => server.services.session.endAllOthers('client', client),
      () => server.services.session.endOne('client', client, id),
    ])
      await expect(ending()).rejects.toMatchObject({ code: 'TOKEN_REVOKED' });
    expect((await user(second.bearer)).status).toBe(200);
  });

  it('end for the asking one as by a sign-out: the page loses its cookie', async () => {
    const phone = newPhone();
    await askCode(server, phone);
    const page = await login(server, phone, await codeFor(server, phone), { origin: 'own' });
    const bearer: string = page.json.access_token;
    const { status, json, headers } = await end(bearer, await currentId(bearer));
    expect([status, json.devices]).toEqual([200, []]);
    expect(headers.getSetCookie().join()).toMatch(/__Host-refresh=;.*Max-Age=0/);
    expect((await user(bearer)).json.code).toBe('TOKEN_REVOKED');
  });
});
