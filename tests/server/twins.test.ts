import { createHash, randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PixNotice } from '#contract/payment.ts';
import { cart, cartLock } from '#server/db/schema/cart.ts';
import { account } from '#server/db/schema/people/account.ts';
import { payment, refund } from '#server/db/schema/payment.ts';
import { tenant } from '#server/db/schema/shop/tenant.ts';
import {
  type Lead,
  alterCampaign,
  buy,
  left,
  line,
  lockCart,
  newCart,
  newClient,
  newLead,
  orderBody,
  pay,
  person,
  place,
  putCart,
  see,
  setStock,
  signIn,
  uuid,
} from '#tests/support/buyers.ts';
import { asTheyCome, atOnce } from '#tests/support/concurrency.ts';
import { type OidcPeer, openOidcPeer } from '#tests/support/oidc-peer.ts';
import { type Answer, type TestServer, engines, openTestServer } from '#tests/support/server.ts';
import { type Weakening, weaken } from '#tests/support/sql-mutation.ts';

const CALLBACK = 'http://feira.localhost/sso/callback';

/** Guards as they stand in the statements, and what is left when somebody forgets them. */
const guards = {
  rowLock: { from: / for update( skip locked)?/, to: '' },
  turn: { from: /pg_advisory_xact_lock\(hashtextextended\((\$\d+), 0\)\)/, to: '($1::text is not null)' },
  // The count of orders and carts makes the writes of one buyer wait for each other, which hides what else
  // would.
  countedTogether: { from: /^(insert into "rate_limit" .*? values \()(\$1)/, to: '$1$2 || random()::text' },
  unspentGrant: { from: / and "signup_grant"\."used_at" is null/, to: '' },
  stateOnce: { from: /^(insert into "sso_state" .*? values \(\$1, )(\$2)/, to: '$1$2 || random()::text' },
  noticeOnce: {
    from: /^(insert into "webhook_event" .*? values \(\$1, \$2, )(\$3)/,
    to: '$1$3 || random()::text',
  },
  orderVersion: {
    from: /(update "order" set .*) and "order"\."version" = (\$\d+)/,
    to: '$1 and $2::int is not null',
  },
} satisfies Record<string, Weakening>;

describe.each(engines)('what may happen once, on %s', (engine) => {
  let server: TestServer;
  let peer: OidcPeer;
  let lead: Lead;
  let undo: (() => unknown)[] = [];
  beforeAll(async () => {
    server = await openTestServer(engine);
    await server.core.jobs.stop();
    peer = await openOidcPeer({ clientId: 'vitrine', redirectUris: [CALLBACK] });
    const { settings } = server.core.tenants.byId('client') ?? {};
    if (!settings) throw new Error('there is no store');
    const provider = {
      id: 'acme',
      label: 'Acme',
      issuer: peer.issuer,
      clientId: peer.clientId,
      scopes: ['openid'],
    };
    await server.core.db.global
      .update(tenant)
      .set({
        settings: {
          ...settings,
          marketplaces: settings.marketplaces.map((one) => ({
            ...one,
            authentication: { ssoEnabled: true },
          })),
          sso: [provider],
        },
      })
      .where(eq(tenant.id, 'client'));
    await server.core.tenants.reload();
    lead = await newLead(server);
  });
  afterEach(async () => {
    for (const back of undo.toReversed()) await back();
    undo = [];
  });
  afterAll(async () => {
    await peer.close();
    await server.close();
  });
  const times = (count: number, work: (at: number) => Promise<Answer>) =>
    Promise.all(Array.from({ length: count }, (_, at) => work(at)));
  const passed = (answers: Answer[]) => answers.filter(({ status }) => status < 300).length;
  const codes = (answers: Answer[]) => [
    ...new Set(answers.filter(({ status }) => status >= 300).map(({ json }) => json.code as string)),
  ];
  /**
   * Takes guards out of the statements, and rules out of the tables, for the rest of the test: only
   * PostgreSQL counts, as one connection hides the fault.
   */
  async function without(
    changes: Weakening[],
    drop: string[] = [],
    restore: string[] = [],
  ): Promise<() => number> {
    if (drop.length) await server.asOwner(...drop);
    if (restore.length) undo.push(() => server.asOwner(...restore));
    const weakened = weaken(...changes);
    undo.push(weakened.restore);
    return weakened.changed;
  }

  /** One cart that is asked to be held a hundred times at once. */
  async function locks(
    crowd = asTheyCome,
  ): Promise<{ taken: number; fence: number | undefined; answers: Answer[] }> {
    await setStock(server, 'banana', 500);
    const { uuid: id } = await newCart(server, lead, [line('banana', 3)]);
    const answers = await crowd(() => times(100, () => lockCart(server, lead, id)));
    const [row] = await server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(cartLock)
        .where(and(eq(cartLock.tenantId, 'client'), eq(cartLock.cartUuid, id))),
    );
    return { taken: 500 - (await left(server, 'banana')), fence: row?.fence, answers };
  }
  it('REL-06 a cart that is asked to be held a hundred times at once takes its goods once', async () => {
    const { taken, fence, answers } = await locks();
    expect([
      taken,
      fence,
      new Set(answers.map(({ json }) => `${json.fence} ${json.lockedUntil} ${json.totals.total}`)).size,
      passed(answers),
    ]).toEqual([3, 1, 1, 100]);
  });

  /** A hundred edits of one version of a cart. @returns how many were told that theirs is the next one */
  async function edits(
    crowd = asTheyCome,
  ): Promise<{ written: number; version: number | undefined; answers: Answer[] }> {
    const { uuid: id } = await newCart(server, lead, [line('tomate', 1)]);
    const answers = await crowd(() =>
      times(100, (at) => putCart(server, lead, id, 1, [line('tomate', (at % 20) + 1)])),
    );
    const [row] = await server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(cart)
        .where(and(eq(cart.tenantId, 'client'), eq(cart.uuid, id))),
    );
    return { written: passed(answers), version: row?.version, answers };
  }
  it('REL-06 a hundred edits of one version are one edit and ninety-nine that are told', async () => {
    const { written, version, answers } = await edits();
    expect([written, version, codes(answers)]).toEqual([1, 2, ['VERSION']]);
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
    peer.become(`person-${uuid()}`);
    const [start] = (await server.call('GET', '/api/sso/marketplace/providers')).json as {
      authorizeUrl: string;
    }[];
    const given = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const url = new URL(start?.authorizeUrl ?? '');
        const codeVerifier = randomBytes(48).toString('base64url');
        url.searchParams.set('redirect_uri', CALLBACK);
        url.searchParams.set('code_challenge', createHash('sha256').update(codeVerifier).digest('base64url'));
        const back = new URL((await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '');
        return {
          redirectUri: CALLBACK,
          codeVerifier,
          code: back.searchParams.get('code') ?? '',
          state: back.searchParams.get('state') ?? '',
        };
      }),
    );
    return times(12, (at) => server.call('POST', '/auth/sso/acme', { body: given[at] }));
  }
  it('SEC-10 one try at a provider signs in once, whatever codes it brings', async () => {
    const answers = await comebacks();
    expect([passed(answers), codes(answers)]).toEqual([1, ['SSO_FAILED']]);
  });

  /** A paid order that is canceled twenty times at once. */
  async function cancellations(
    crowd = asTheyCome,
  ): Promise<{ refunds: number; answers: Answer[]; back: number }> {
    await setStock(server, 'tomate', 100);
    const { order } = await buy(server, lead, [line('tomate', 1)]);
    await pay(server, order.code);
    const answers = await crowd(() =>
      times(20, () =>
        server.call('DELETE', `/api/operation/orders/cancel/${order.id}`, { leadSecret: lead.leadSecret }),
      ),
    );
    const refunds = await server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(refund)
        .where(and(eq(refund.tenantId, 'client'), eq(refund.orderId, order.id))),
    );
    return { refunds: refunds.length, answers, back: (await left(server, 'tomate')) - 99 };
  }
  it('REL-09 an order that is canceled twenty times at once pays back once', async () => {
    const { refunds, answers, back } = await cancellations();
    expect([refunds, back, answers.filter(({ status }) => status >= 500).length]).toEqual([1, 1, 0]);
  });

  /** One notice that comes thirty times at once. @returns what became of each */
  async function notices(): Promise<string[]> {
    const shop = server.core.tenants.fallback();
    const { order } = await buy(server, lead, [line('tomate', 1)]);
    const [charge] = await server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(payment)
        .where(and(eq(payment.tenantId, 'client'), eq(payment.orderId, order.id))),
    );
    if (!charge) throw new Error('no charge');
    const notice: PixNotice = {
      id: uuid(),
      type: 'pix.paid',
      txid: charge.txid,
      endToEndId: `E${uuid().replaceAll('-', '').slice(0, 31)}`,
      amount: charge.amount / 100,
      receiver: 'pix@exemplo.com',
      at: server.core.clock.date().toISOString(),
    };
    return Promise.all(Array.from({ length: 30 }, () => server.services.pixNotice.take(shop, notice)));
  }
  it('SEC-20 a notice that comes thirty times at once is taken once', async () => {
    expect((await notices()).toSorted()).toEqual(
      ['paid', ...Array.from({ length: 29 }, () => 'repeated')].toSorted(),
    );
  });

  /** Six carts of four, where an account may have six. */
  async function allowances(crowd = asTheyCome): Promise<Answer[]> {
    await setStock(server, 'banana', 500);
    undo.push(
      await alterCampaign(server, { body: { cartControls: { maxPerAccount: 6, discountRules: [] } } }),
    );
    const greedy = await newClient(server);
    const bodies: ReturnType<typeof orderBody>[] = [];
    for (let more = 0; more < 6; more++) {
      const { uuid: id } = await newCart(server, greedy, [line('banana', 4)]);
      bodies.push(
        orderBody(id, [line('banana', 4)], { fence: (await lockCart(server, greedy, id)).json.fence }),
      );
    }
    return crowd(() => times(6, (at) => place(server, greedy, bodies[at] ?? orderBody('', []))));
  }
  it('REL-08 an account that may have six orders one of six carts of four', async () => {
    const answers = await allowances();
    expect([passed(answers), codes(answers)]).toEqual([1, ['LIMIT']]);
  });

  if (engine === 'postgres')
    describe('SEC-34 without its guard', () => {
      it('a cart that is asked to be held a hundred times takes its goods again', async () => {
        const changed = await without([guards.rowLock, guards.turn]);
        const { taken } = await locks(atOnce(server, 'cart_lock'));
        expect(changed()).toBeGreaterThan(0);
        expect(taken).toBeGreaterThan(3);
      });

      it('edits of one version overwrite each other', async () => {
        const changed = await without([guards.rowLock]);
        const { written } = await edits(atOnce(server, 'cart'));
        expect(changed()).toBeGreaterThan(0);
        expect(written).toBeGreaterThan(1);
      });

      it('a grant makes several accounts', async () => {
        const changed = await without(
          [guards.unspentGrant],
          ['alter table account drop constraint account_user'],
          [
            'delete from account',
            'alter table account add constraint account_user unique (tenant_id, user_id)',
          ],
        );
        const { kept } = await signups();
        expect(changed()).toBeGreaterThan(0);
        expect(kept).toBeGreaterThan(1);
      });

      it('a grant is one account by the rule of the table when its condition alone is gone', async () => {
        await without([guards.unspentGrant]);
        const { kept, answers } = await signups();
        expect([kept, codes(answers)]).toEqual([1, ['TAKEN']]);
      });

      it('one try at a provider signs in several times', async () => {
        const changed = await without([guards.stateOnce]);
        const answers = await comebacks();
        expect(changed()).toBeGreaterThan(0);
        expect(passed(answers)).toBeGreaterThan(1);
      });

      // What was paid back is counted on the charge, which each reads after the other: its own twin is in
      // return-races.test.ts.
      it('an order gives its goods back more than once', async () => {
        const changed = await without(
          [guards.rowLock, guards.orderVersion],
          ['alter table order_event drop constraint order_event_tenant_id_order_id_sequence_pk'],
          [
            'delete from order_event',
            'alter table order_event add constraint order_event_tenant_id_order_id_sequence_pk primary key (tenant_id, order_id, sequence)',
          ],
        );
        const { back } = await cancellations(atOnce(server, 'order'));
        expect(changed()).toBeGreaterThan(0);
        expect(back).toBeGreaterThan(1);
      });

      it('an order pays back once by the rule of the table when its locks alone are gone', async () => {
        await without(
          [guards.rowLock, guards.orderVersion],
          ['alter table order_event drop constraint order_event_tenant_id_order_id_sequence_pk'],
          [
            'delete from order_event',
            'alter table order_event add constraint order_event_tenant_id_order_id_sequence_pk primary key (tenant_id, order_id, sequence)',
          ],
        );
        expect((await cancellations(atOnce(server, 'order'))).refunds).toBe(1);
      });

      it('a notice is taken more than once', async () => {
        const changed = await without([guards.noticeOnce]);
        const outcomes = await notices();
        expect(changed()).toBeGreaterThan(0);
        expect(outcomes.filter((outcome) => outcome !== 'repeated').length).toBeGreaterThan(1);
        // The order's lock still lets one of them pay.
        expect(outcomes.filter((outcome) => outcome === 'paid')).toHaveLength(1);
      });

      it('an account orders more than it may', async () => {
        const changed = await without([guards.turn, guards.countedTogether]);
        const answers = await allowances(atOnce(server, 'order'));
        expect(changed()).toBeGreaterThan(0);
        expect(passed(answers)).toBeGreaterThan(1);
      });
    });
});
