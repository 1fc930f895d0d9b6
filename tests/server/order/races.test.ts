import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { order } from '#server/db/schema/order.ts';
import { deliveryWindow } from '#server/db/schema/shop/shipping-method.ts';
import {
  type Lead,
  home,
  left,
  line,
  lockCart,
  methodId,
  newCart,
  newLead,
  orderBody,
  place,
  see,
  setStock,
  uuid,
} from '#tests/support/buyers.ts';
import { asTheyCome, atOnce, faults } from '#tests/support/concurrency.ts';
import { type Answer, type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { guards, without, withoutRule } from '#tests/support/orders/race-guards.ts';

describe.each(engines)('races on %s', (engine) => {
  let server: TestServer;
  let leads: Lead[];
  beforeAll(async () => {
    server = await openTestServer(engine);
    await server.core.jobs.stop();
    leads = await Promise.all(Array.from({ length: 60 }, () => newLead(server)));
  });
  afterAll(() => server.close());
  const leadOf = (index: number) => leads[index % leads.length] ?? { leadSecret: '', leadId: '' };

  /** 200 carts of one unit at 50 units. @returns how many were held */
  async function rush(): Promise<{ held: number; refused: number; faults: unknown[] }> {
    await setStock(server, 'banana', 50);
    const carts = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => ({
        who: leadOf(index),
        id: (await newCart(server, leadOf(index), [line('banana', 1)])).uuid,
      })),
    );
    const answers = await Promise.all(carts.map(({ who, id }) => lockCart(server, who, id)));
    const held = answers.filter(({ status }) => status === 200).length;
    await Promise.all(
      carts.map(({ who, id }) =>
        server.call('DELETE', `/api/operation/orders/lock/${id}`, { leadSecret: who.leadSecret }),
      ),
    );
    return {
      held,
      refused: answers.filter(({ json }) => json.code === 'LOCK' && json.detail === 'STOCK').length,
      faults: faults(answers),
    };
  }
  it('REL-07 two hundred buyers for fifty units hold exactly fifty', async () => {
    expect(await rush()).toEqual({ held: 50, refused: 150, faults: [] });
    expect(await left(server, 'banana')).toBe(50);
  });

  it('REL-07 carts in opposite order wait for each other in no ring', async () => {
    await setStock(server, 'banana', 400);
    await setStock(server, 'tomate', 400);
    const before = [await left(server, 'banana'), await left(server, 'tomate')];
    const lines = [line('banana', 1), line('tomate', 1)];
    const carts = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => ({
        who: leadOf(index),
        id: (await newCart(server, leadOf(index), index % 2 ? lines : lines.toReversed())).uuid,
      })),
    );
    const answers = await Promise.all(carts.map(({ who, id }) => lockCart(server, who, id)));
    expect(faults(answers)).toEqual([]);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const back = await Promise.all(
      carts.map(({ who, id }) =>
        server.call('DELETE', `/api/operation/orders/lock/${id}`, { leadSecret: who.leadSecret }),
      ),
    );
    expect(faults(back)).toEqual([]);
    expect([await left(server, 'banana'), await left(server, 'tomate')]).toEqual(before);
  });

  /** One held cart, ready to be ordered. */
  async function held(): Promise<{ who: Lead; id: string; body: ReturnType<typeof orderBody> }> {
    const who = leadOf(0);
    const { uuid: id } = await newCart(server, who, [line('manga', 1)]);
    const { json } = await lockCart(server, who, id);
    return { who, id, body: orderBody(id, [line('manga', 1)], { fence: json.fence }) };
  }
  const ordersOf = async (cartUuid: string) =>
    (
      await server.core.db.read('client', (tx) =>
        tx
          .select({ id: order.id })
          .from(order)
          .where(and(eq(order.tenantId, 'client'), eq(order.cartUuid, cartUuid))),
      )
    ).length;

  /** Fifty equal posts, each sent again for as long as the first of them is under way. */
  async function equalPosts(): Promise<{ made: number; answers: Set<string>; status: unknown }> {
    await setStock(server, 'manga', 10);
    const { who, id, body } = await held();
    const key = `${id}:${uuid()}`;
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => {
        for (;;) {
          const answer = await place(server, who, body, { key });
          if (answer.json.code !== 'IN_FLIGHT') return answer;
          expect([answer.status, answer.headers.get('retry-after')]).toEqual([409, '1']);
        }
      }),
    );
    return {
      made: await ordersOf(id),
      answers: new Set(answers.map(({ status, text }) => `${status} ${text}`)),
      status: answers[0]?.status,
    };
  }
  it('REL-01 fifty equal posts make one order, and each is answered with it in the end', async () => {
    const { made, answers, status } = await equalPosts();
    expect([made, [...answers].length, status], [...answers].join('\n')).toEqual([1, 1, 201]);
  });

  async function differentKeys(crowd = asTheyCome): Promise<{ made: number; answers: Answer[] }> {
    await setStock(server, 'manga', 10);
    const { who, id, body } = await held();
    const answers = await crowd(() =>
      Promise.all(Array.from({ length: 50 }, () => place(server, who, body))),
    );
    return { made: await ordersOf(id), answers };
  }
  it('REL-03 fifty posts with keys of their own make one order of one cart', async () => {
    const { made, answers } = await differentKeys();
    expect(made).toBe(1);
    const placed = answers.find(({ status }) => status === 201)?.json;
    for (const { json, status } of answers.filter((answer) => answer.json !== placed))
      expect([status, json.code, json.detail]).toEqual([409, 'ORDERED', placed.code]);
  });

  /** Sixty orders for a window with fifty places. */
  async function windowRush(): Promise<{ held: number; refused: number; taken: number | undefined }> {
    await setStock(server, 'tomate', 500);
    const probe = await newCart(server, leadOf(0), [line('tomate', 1)], { location: home });
    const { windows } = (await see(server, leadOf(0), `/api/operation/orders/quote/${probe.uuid}`)).json
      .options[0];
    const window = windows.find((one: { left: number }) => one.left === 50);
    const draft = {
      location: home,
      shippingMethod: { id: methodId('entrega'), type: 'SCHEDULED', windowId: window.id },
    };
    const carts = await Promise.all(
      leads.map(async (who) => ({ who, id: (await newCart(server, who, [line('tomate', 1)], draft)).uuid })),
    );
    const answers = await Promise.all(carts.map(({ who, id }) => lockCart(server, who, id)));
    const [row] = await server.core.db.read('client', (tx) =>
      tx.select().from(deliveryWindow).where(eq(deliveryWindow.id, window.id)),
    );
    expect(faults(answers)).toEqual([]);
    return {
      held: answers.filter(({ status }) => status === 200).length,
      refused: answers.filter(({ json }) => json.detail === 'WINDOW').length,
      taken: row?.taken,
    };
  }
  it('fill a delivery window to its last place and no further', async () => {
    expect(await windowRush()).toEqual({ held: 50, refused: 10, taken: 50 });
  });

  if (engine === 'postgres')
    it('REL-01 a key that comes free late shows what was kept under it', async () => {
      const widened = without(guards.lateKey);
      const { made, answers } = await equalPosts();
      expect([made, [...answers].length, widened() > 0], [...answers].join('\n')).toEqual([1, 1, true]);
    });

  // Each guard once more, taken out: the test above would be red. One connection hides the fault on PGlite,
  // which is why only PostgreSQL counts.
  if (engine === 'postgres')
    describe('SEC-34 without its guard', () => {
      it('stock sells more than there is', async () => {
        await withoutRule(
          server,
          'alter table stock drop constraint stock_never_negative',
          'update stock set quantity = 0 where quantity < 0',
          'alter table stock add constraint stock_never_negative check (quantity >= 0)',
        );
        const changed = without(guards.conditionalStock);
        const { held: sold } = await rush();
        expect(changed()).toBeGreaterThan(0);
        expect(sold).toBeGreaterThan(50);
      });

      it('stock is still kept by the rule of the table when the condition alone is gone', async () => {
        without(guards.conditionalStock);
        const { held: sold } = await rush();
        expect(sold).toBeLessThanOrEqual(50);
      });

      it('a cart becomes several orders', async () => {
        await withoutRule(
          server,
          'drop index order_live_per_cart',
          `delete from refund`,
          `delete from payment`,
          'delete from order_event',
          'delete from order_item',
          'delete from order_child',
          'delete from "order"',
          `create unique index order_live_per_cart on "order" (tenant_id, cart_uuid) where state not in ('CANCELED', 'REFUNDED')`,
        );
        const changed = without(guards.rowLock);
        const { made } = await differentKeys(atOnce(server, 'order'));
        expect(changed()).toBeGreaterThan(0);
        expect(made).toBeGreaterThan(1);
      });

      it('a cart is still one order by the rule of the table when the row lock alone is gone', async () => {
        without(guards.rowLock);
        const { made, answers } = await differentKeys(atOnce(server, 'order'));
        expect(made).toBe(1);
        expect(faults(answers)).toEqual([]);
      });

      it('equal posts are not told to come back', async () => {
        const changed = without(guards.keyLock);
        await setStock(server, 'manga', 10);
        const { who, id, body } = await held();
        const key = `${id}:${uuid()}`;
        const answers = await atOnce(
          server,
          'order',
        )(() => Promise.all(Array.from({ length: 20 }, () => place(server, who, body, { key }))));
        expect(changed()).toBeGreaterThan(0);
        expect(answers.filter(({ json }) => json.code === 'ORDERED').length).toBeGreaterThan(0);
      });

      it('a window takes more than it holds', async () => {
        await server.asOwner('delete from delivery_window');
        await withoutRule(
          server,
          'alter table delivery_window drop constraint delivery_window_places',
          'delete from delivery_window',
          'alter table delivery_window add constraint delivery_window_places check (taken >= 0 and taken <= capacity)',
        );
        const changed = without(guards.conditionalWindow);
        const { held: sold } = await windowRush();
        expect(changed()).toBeGreaterThan(0);
        expect(sold).toBeGreaterThan(50);
      });
    });
});
