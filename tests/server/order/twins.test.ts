import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { PixNotice } from '#contract/payment/payment.ts';
import { cart, cartLock } from '#server/db/schema/cart.ts';
import { payment, refund } from '#server/db/schema/payment.ts';
import {
  type Lead,
  buy,
  left,
  line,
  lockCart,
  newCart,
  newClient,
  newLead,
  orderBody,
  pay,
  place,
  putCart,
  setStock,
  uuid,
} from '#tests/support/buyers.ts';
import { alterCampaign } from '#tests/support/tenants/changes.ts';
import { asTheyCome, atOnce, codes, passed, times } from '#tests/support/concurrency.ts';
import { guards, without, withoutRule } from '#tests/support/orders/race-guards.ts';
import { type Answer, type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('what may happen once, on %s', (engine) => {
  let server: TestServer;
  let lead: Lead;
  beforeAll(async () => {
    server = await openTestServer(engine);
    await server.core.jobs.stop();
    lead = await newLead(server);
  });
  afterAll(() => server.close());

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
    onTestFinished(
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

  /** Two events of an order may have one number for the rest of the test. */
  const withoutSequence = () =>
    withoutRule(
      server,
      'alter table order_event drop constraint order_event_tenant_id_order_id_sequence_pk',
      'delete from order_event',
      'alter table order_event add constraint order_event_tenant_id_order_id_sequence_pk primary key (tenant_id, order_id, sequence)',
    );

  if (engine === 'postgres')
    describe('SEC-34 without its guard', () => {
      it('a cart that is asked to be held a hundred times takes its goods again', async () => {
        const changed = without(guards.rowLock, guards.turn);
        const { taken } = await locks(atOnce(server, 'cart_lock'));
        expect(changed()).toBeGreaterThan(0);
        expect(taken).toBeGreaterThan(3);
      });

      it('edits of one version overwrite each other', async () => {
        const changed = without(guards.rowLock);
        const { written } = await edits(atOnce(server, 'cart'));
        expect(changed()).toBeGreaterThan(0);
        expect(written).toBeGreaterThan(1);
      });

      // What was paid back is counted on the charge, which each reads after the other: its own twin is in
      // return-races.test.ts.
      it('an order gives its goods back more than once', async () => {
        await withoutSequence();
        const changed = without(guards.rowLock, guards.orderVersion);
        const { back } = await cancellations(atOnce(server, 'order'));
        expect(changed()).toBeGreaterThan(0);
        expect(back).toBeGreaterThan(1);
      });

      it('an order pays back once by the rule of the table when its locks alone are gone', async () => {
        await withoutSequence();
        without(guards.rowLock, guards.orderVersion);
        expect((await cancellations(atOnce(server, 'order'))).refunds).toBe(1);
      });

      it('a notice is taken more than once', async () => {
        const changed = without(guards.noticeOnce);
        const outcomes = await notices();
        expect(changed()).toBeGreaterThan(0);
        expect(outcomes.filter((outcome) => outcome !== 'repeated').length).toBeGreaterThan(1);
        // The order's lock still lets one of them pay.
        expect(outcomes.filter((outcome) => outcome === 'paid')).toHaveLength(1);
      });

      it('an account orders more than it may', async () => {
        const changed = without(guards.turn, guards.countedTogether);
        const answers = await allowances(atOnce(server, 'order'));
        expect(changed()).toBeGreaterThan(0);
        expect(passed(answers)).toBeGreaterThan(1);
      });
    });
});
