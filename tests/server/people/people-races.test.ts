import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account } from '#server/db/schema/people/account.ts';
import { challenge } from '#server/db/schema/people/challenge.ts';
import { relation } from '#server/db/schema/people/relation.ts';
import { orderCode } from '#server/platform/ids.ts';
import {
  askCode,
  buy,
  campaignId,
  codeFor,
  line,
  login,
  newLead,
  newPhone,
  person,
  see,
  setStock,
  signIn,
  uuid,
} from '#tests/support/buyers.ts';
import { asTheyCome, atOnce, codes, faults, passed, times } from '#tests/support/concurrency.ts';
import { guards, without, withoutRule } from '#tests/support/orders/race-guards.ts';
import { type Answer, type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { type Sso, openSso } from '#tests/support/sso.ts';

describe.each(engines)('races of people on %s', (engine) => {
  let server: TestServer;
  let sso: Sso;
  beforeAll(async () => {
    server = await openTestServer(engine);
    await server.core.jobs.stop();
    sso = await openSso(server);
    await sso.enable('client', true);
  });
  afterAll(async () => {
    await sso.peer.close();
    await server.close();
  });

  async function renewals(crowd = asTheyCome): Promise<number> {
    const { refresh } = await signIn(server);
    const answers = await crowd(() =>
      Promise.all(
        Array.from({ length: 20 }, () =>
          server.call('POST', '/auth/renew', { body: { refreshToken: refresh } }),
        ),
      ),
    );
    return new Set(answers.map(({ json }) => json.refresh_token)).size;
  }
  it('SEC-07 twenty renewals make one successor', async () => {
    expect(await renewals()).toBe(1);
  });

  /** Two devices of one person sign each other out. */
  async function duel(crowd = asTheyCome) {
    const phone = newPhone();
    const first = await signIn(server, phone);
    await server.shift(60);
    const both = [first, await signIn(server, phone)];
    const answers = await crowd(() =>
      Promise.all(both.map(({ bearer }) => server.call('DELETE', '/api/users/sessions', { bearer }))),
    );
    const after = await Promise.all(both.map(({ bearer }) => server.call('GET', '/api/users', { bearer })));
    return { left: passed(after), passed: passed(answers), codes: codes(answers), faults: faults(answers) };
  }
  it('SEC-09 of two devices that end each other one stays', async () => {
    const one = { left: 1, passed: 1, codes: ['TOKEN_REVOKED'], faults: [] };
    expect(await duel()).toEqual(one);
    if (engine === 'postgres') expect(await duel(atOnce(server, 'session'))).toEqual(one);
  });

  /** A hundred uses of a key with limit ten; visitors that come twice count once. */
  async function keyRush(): Promise<{
    opened: number;
    refused: number;
    used: number | undefined;
    faults: unknown[];
  }> {
    const code = orderCode();
    const where = and(eq(relation.tenantId, 'client'), eq(relation.code, code));
    await server.core.db.tenant('client', (tx) =>
      tx.insert(relation).values({
        tenantId: 'client',
        code,
        action: 'CAMPAIGN_ACCESS',
        max: 10,
        properties: { campaignIds: [campaignId()] },
        createdAt: new Date(),
      }),
    );
    const guests = await Promise.all(Array.from({ length: 100 }, () => newLead(server)));
    const answers = await Promise.all(
      guests.map(({ leadId, leadSecret }) =>
        server.call('POST', `/api/accounts/access/campaign/check/multiple/accesskey/lead/${leadId}`, {
          leadSecret,
          body: { accessKey: code },
        }),
      ),
    );
    const [row] = await server.core.db.read('client', (tx) => tx.select().from(relation).where(where));
    return {
      opened: answers.filter(({ status }) => status === 200).length,
      refused: answers.filter(({ json }) => json.code === 'KEY_LIMIT').length,
      used: row?.used,
      faults: faults(answers),
    };
  }
  it('SEC-15 a hundred uses of a key for ten open exactly ten times', async () => {
    expect(await keyRush()).toEqual({ opened: 10, refused: 90, used: 10, faults: [] });
  });

  /**
   * Twelve people sign up at once, each with the same visitor's record.
   * @returns how many took it over, and how many have its order
   */
  async function absorptions(): Promise<{ took: number; own: number; faults: unknown[] }> {
    await setStock(server, 'manga', 10);
    const visitor = await newLead(server);
    await buy(server, visitor, [line('manga', 1)]);
    const people = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const signed = await signIn(server);
        return { ...signed, userId: (await see(server, signed, '/api/users')).json.id as string };
      }),
    );
    const answers = await Promise.all(
      people.map(({ grant, userId }) =>
        server.call('POST', `/api/accounts/client/user/${userId}?lead_id=${visitor.leadId}`, {
          grant,
          leadSecret: visitor.leadSecret,
          body: person,
        }),
      ),
    );
    const orders = await Promise.all(
      people.map(async (who) => (await see(server, who, '/api/operation/orders')).json.length as number),
    );
    return {
      took: answers.filter(({ status }) => status === 201).length,
      own: orders.reduce((sum, one) => sum + one, 0),
      faults: faults(answers),
    };
  }
  it('SEC-14 a visitor is taken over by one of twelve, with the order', async () => {
    expect(await absorptions()).toEqual({ took: 1, own: 1, faults: [] });
  });

  async function guesses(): Promise<number> {
    const phone = newPhone();
    await askCode(server, phone);
    const code = await codeFor(server, phone);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        login(server, phone, String((Number(code) + index + 1) % 1_000_000).padStart(6, '0')),
      ),
    );
    return (
      answers.filter(({ json }) => json.code === 'INVALID_CODE').length +
      Number(answers.some(({ json }) => json.code === 'TOO_MANY_ATTEMPTS'))
    );
  }
  it('SEC-02 fifty guesses are five comparisons', async () => {
    expect(await guesses()).toBe(5);
    expect(
      (await server.core.db.read('client', (tx) => tx.select().from(challenge))).every(
        (row) => row.attempts <= 5,
      ),
    ).toBe(true);
  });

  async function signups(): Promise<{ made: number; kept: number; answers: Answer[] }> {
    const signed = await signIn(server);
    const userId = (await see(server, signed, '/api/users')).json.id as string;
    const answers = await times(12, () =>
      server.call('POST', `/api/accounts/client/user/${userId}`, { grant: signed.grant, body: person }),
    );
    const kept = await server.core.db.read('client', (tx) =>
      tx
        .select({ id: account.id })
        .from(account)
        .where(and(eq(account.tenantId, 'client'), eq(account.userId, userId))),
    );
    return { made: passed(answers), kept: kept.length, answers };
  }
  it('SEC-14 a sign-up grant makes one account', async () => {
    const { made, kept, answers } = await signups();
    expect([made, kept, codes(answers)]).toEqual([1, 1, ['SIGNUP_GRANT']]);
  });

  /** One state, and twelve codes that the provider gave for it. */
  async function comebacks(): Promise<Answer[]> {
    sso.peer.become(`person-${uuid()}`);
    const start = (await sso.providers())[0]?.authorizeUrl;
    const given = await Promise.all(Array.from({ length: 12 }, () => sso.begin({ start })));
    return times(12, (at) => sso.finish(given[at] ?? {}));
  }
  it('SEC-10 one try at a provider signs in once, whatever codes it brings', async () => {
    const answers = await comebacks();
    expect([passed(answers), codes(answers)]).toEqual([1, ['SSO_FAILED']]);
  });

  // Each guard once more, taken out: the test above would be red. One connection hides the fault on PGlite,
  // which is why only PostgreSQL counts.
  if (engine === 'postgres')
    describe('SEC-34 without its guard', () => {
      it('one token has several successors', async () => {
        const changed = without(guards.rowLock);
        const successors = await renewals(atOnce(server, 'refresh_token'));
        expect(changed()).toBeGreaterThan(0);
        expect(successors).toBeGreaterThan(1);
      });

      it('two devices that end each other are both out', async () => {
        const changed = without(guards.rowLock);
        const { left } = await duel(atOnce(server, 'session'));
        expect([changed(), left]).toEqual([2, 0]);
      });

      it('a key opens more often than it may', async () => {
        await withoutRule(
          server,
          'alter table relation drop constraint relation_within_limit',
          'delete from relation_use',
          'delete from relation',
          'alter table relation add constraint relation_within_limit check (used >= 0 and (max is null or used <= max))',
        );
        const changed = without(guards.conditionalKey);
        const { opened } = await keyRush();
        expect(changed()).toBeGreaterThan(0);
        expect(opened).toBeGreaterThan(10);
      });

      it('a visitor is taken over by several', async () => {
        const changed = without(guards.openLead);
        const { took } = await absorptions();
        expect(changed()).toBeGreaterThan(0);
        expect(took).toBeGreaterThan(1);
      });

      it('guesses are more than five', async () => {
        const changed = without(guards.countedFirst);
        const compared = await guesses();
        expect(changed()).toBeGreaterThan(0);
        expect(compared).toBeGreaterThan(5);
      });

      it('a grant makes several accounts', async () => {
        await withoutRule(
          server,
          'alter table account drop constraint account_user',
          'delete from account where user_id in (select user_id from account group by user_id having count(*) > 1)',
          'alter table account add constraint account_user unique (tenant_id, user_id)',
        );
        const changed = without(guards.unspentGrant);
        const { kept } = await signups();
        expect(changed()).toBeGreaterThan(0);
        expect(kept).toBeGreaterThan(1);
      });

      it('a grant is one account by the rule of the table when its condition alone is gone', async () => {
        without(guards.unspentGrant);
        const { kept, answers } = await signups();
        expect([kept, codes(answers)]).toEqual([1, ['TAKEN']]);
      });

      it('one try at a provider signs in several times', async () => {
        const changed = without(guards.stateOnce);
        const answers = await comebacks();
        expect(changed()).toBeGreaterThan(0);
        expect(passed(answers)).toBeGreaterThan(1);
      });
    });
});
