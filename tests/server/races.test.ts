import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { challenge } from '#server/db/schema/people/challenge.ts';
import { order } from '#server/db/schema/order.ts';
import { relation } from '#server/db/schema/people/relation.ts';
import { deliveryWindow } from '#server/db/schema/shop/shipping-method.ts';
import { orderCode } from '#server/platform/ids.ts';
import {
  type Lead,
  askCode,
  buy,
  campaignId,
  codeFor,
  home,
  left,
  line,
  lockCart,
  login,
  methodId,
  newCart,
  newLead,
  newPhone,
  orderBody,
  person,
  place,
  see,
  setStock,
  signIn,
  uuid,
} from '#tests/support/buyers.ts';
import { asTheyCome, atOnce } from '#tests/support/concurrency.ts';
import { type Answer, type TestServer, engines, openTestServer } from '#tests/support/server.ts';
import { guards } from '#tests/support/race-guards.ts';
import { type Weakening, weaken } from '#tests/support/sql-mutation.ts';

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
  const faults = (answers: Answer[]) =>
    answers.filter(({ status }) => status >= 500).map(({ json }) => json.code);
  let undo: (() => unknown)[] = [];
  afterEach(async () => {
    for (const back of undo.toReversed()) await back();
    undo = [];
  });
  /** Takes guards out for the rest of the test. */
  const without = (...changes: Weakening[]) => {
    const { changed, restore } = weaken(...changes);
    undo.push(restore);
    return changed;
  };

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
        await server.asOwner('alter table stock drop constraint stock_never_negative');
        undo.push(() =>
          server.asOwner(
            'update stock set quantity = 0 where quantity < 0',
            'alter table stock add constraint stock_never_negative check (quantity >= 0)',
          ),
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
        await server.asOwner('drop index order_live_per_cart');
        undo.push(() =>
          server.asOwner(
            `delete from refund`,
            `delete from payment`,
            'delete from order_event',
            'delete from order_item',
            'delete from order_child',
            'delete from "order"',
            `create unique index order_live_per_cart on "order" (tenant_id, cart_uuid) where state not in ('CANCELED', 'REFUNDED')`,
          ),
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

      it('one token has several successors', async () => {
        const changed = without(guards.rowLock);
        const successors = await renewals(atOnce(server, 'refresh_token'));
        expect(changed()).toBeGreaterThan(0);
        expect(successors).toBeGreaterThan(1);
      });

      it('a window takes more than it holds', async () => {
        await server.asOwner(
          'alter table delivery_window drop constraint delivery_window_places',
          'delete from delivery_window',
        );
        undo.push(() =>
          server.asOwner(
            'delete from delivery_window',
            'alter table delivery_window add constraint delivery_window_places check (taken >= 0 and taken <= capacity)',
          ),
        );
        const changed = without(guards.conditionalWindow);
        const { held: sold } = await windowRush();
        expect(changed()).toBeGreaterThan(0);
        expect(sold).toBeGreaterThan(50);
      });

      it('a key opens more often than it may', async () => {
        await server.asOwner('alter table relation drop constraint relation_within_limit');
        undo.push(() =>
          server.asOwner(
            'delete from relation_use',
            'delete from relation',
            'alter table relation add constraint relation_within_limit check (used >= 0 and (max is null or used <= max))',
          ),
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
    });
});
