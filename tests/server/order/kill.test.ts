import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pixTxid } from '#domain/money/pix.ts';
import { account } from '#server/db/schema/people/account.ts';
import { tokensOf } from '#server/sandbox/personas.ts';
import { createServices } from '#server/services/services.ts';
import {
  type Who,
  home,
  line,
  lockCart,
  methodId,
  newCart,
  orderBody,
  place,
  see,
  uuid,
} from '#tests/support/buyers.ts';
import { type ChildStore, openChildStore } from '#tests/support/store/child-store.ts';
import { type Child, startChild } from '#tests/support/store/child.ts';
import { newPromotion } from '#tests/support/orders/coupons.ts';
import { type KillPoint, killPoints } from '#tests/support/store/kill-points.ts';
import { type Answer, engines } from '#tests/support/store/server.ts';
import { newWallet } from '#tests/support/orders/wallets.ts';

const RECEIVER = 'pix@exemplo.com';
/**
 * The rules are looked at after each kill on PostgreSQL; of the embedded engine all files must be copied, so
 * after each so many.
 */
const COPIED_EACH = 6;

describe.each(engines)('REL-02 a server that is killed on %s', (engine) => {
  let store: ChildStore;
  let child: Child;
  let who: Who & { bearer: string };
  let wallets: string[];
  let coupon: string;
  let windowId: string;
  const acknowledged: string[] = [];
  const starts: number[] = [];

  async function start(): Promise<void> {
    const begun = performance.now();
    child = await startChild(store.env);
    starts.push(performance.now() - begun);
  }
  beforeAll(async () => {
    store = await openChildStore(engine);
    ({ who, wallets, coupon } = await store.seed(async (core) => {
      const signed = await tokensOf(core, createServices(core), core.tenants.fallback(), 'client');
      const [owned] = await core.db.read('client', (tx) => tx.select({ id: account.id }).from(account));
      if (!signed || !owned) throw new Error('there is nobody to buy');
      return {
        who: { bearer: signed.tokens.access_token },
        wallets: [
          await newWallet({ core }, owned.id, [[100_000]]),
          await newWallet({ core }, owned.id, [[150], [100_000]], { unit: 'PTS', rate: 0.02 }),
        ],
        coupon: (await newPromotion({ core })).code,
      };
    }));
    await start();
    const probe = await newCart(child, who, [line('banana', 1)], { location: home });
    windowId = (await see(child, who, `/api/operation/orders/quote/${probe.uuid}`)).json.options[0].windows[0]
      .id;
  });
  afterAll(async () => {
    child.process.kill('SIGKILL');
    await child.ended;
    await store.close();
  });

  /**
   * Sends a call that the server may die of, opens it again then, and sends it once more, as the shop's
   * client does.
   */
  async function survive(
    point: KillPoint,
    during: KillPoint['during'],
    send: () => Promise<Answer>,
  ): Promise<Answer> {
    if (point.during !== during) return send();
    await child.arm(point);
    await expect(send()).rejects.toThrow();
    expect(await child.ended).toBe('SIGKILL');
    await start();
    return send();
  }
  const notice = (code: string, charge: { txid: string; amount: number }) => {
    const body = JSON.stringify({
      id: uuid(),
      type: 'pix.paid',
      txid: charge.txid,
      endToEndId: `E${code.padEnd(31, '0')}`,
      amount: charge.amount,
      receiver: RECEIVER,
      at: new Date().toISOString(),
    });
    const at = Math.floor(Date.now() / 1_000);
    const signature = `t=${at},v1=${createHmac('sha256', store.secret).update(`${at}.${body}`).digest('hex')}`;
    return () => child.call('POST', '/api/webhooks/pix', { body, headers: { 'X-Signature': signature } });
  };

  /**
   * Cart with a coupon and a delivery window, hold, order that two wallets pay parts of, payment,
   * cancellation; the server dies at one point of it.
   */
  async function purchase(point: KillPoint): Promise<void> {
    const lines = [line('tomate', 2), line('banana', 1)];
    const { uuid: cartUuid } = await newCart(child, who, lines, {
      location: home,
      shippingMethod: { id: methodId('entrega'), type: 'SCHEDULED', windowId },
      coupon,
    });
    const lock = await survive(point, 'hold', () => lockCart(child, who, cartUuid));
    expect([lock.status, lock.json.code]).toEqual([200, undefined]);
    const body = orderBody(
      cartUuid,
      lines,
      { fence: lock.json.fence },
      {
        paymentMethod: {
          type: 'PIX',
          wallets: wallets.map((one, at) => ({ uuid: one, amount: [3, 2][at] })),
        },
      },
    );
    const key = `${cartUuid}:${uuid()}`;
    const order = () => place(child, who, body, { key, type: 'SHIPPING' });
    const placed = await survive(point, 'order', order);
    expect([placed.status, placed.json.code?.length]).toEqual([201, 16]);
    expect((await order()).text).toBe(placed.text);
    acknowledged.push(placed.json.code);
    const { json: pix } = await see(child, who, `/api/pix/qrcode?id=${placed.json.code}`);
    // Goods less a tenth, delivery, less what the wallets paid.
    expect(pix.amount).toBe(27.67);
    const paid = await survive(
      point,
      'notice',
      notice(placed.json.code, { txid: pixTxid(placed.json.code, 1), amount: pix.amount }),
    );
    expect(paid.status).toBe(202);
    const state = async () =>
      (await see(child, who, `/api/operation/orders/code/${placed.json.code}`)).json.state;
    expect(await state()).toBe('PAID');
    if (point.during === 'cancel') {
      const canceled = await survive(point, 'cancel', () =>
        child.call('DELETE', `/api/operation/orders/cancel/${placed.json.id}`, { bearer: who.bearer }),
      );
      expect([204, 409]).toContain(canceled.status);
      expect(await state()).toBe('CANCELED');
    }
  }

  it.each(killPoints)('$name: one order, nothing left over', async (point) => {
    await purchase(point);
    if (store.observer || killPoints.indexOf(point) % COPIED_EACH === COPIED_EACH - 1)
      expect(await store.faults(acknowledged)).toEqual([]);
  });

  it('leaves nothing undone when it is back: every rule holds, every job is finished', async () => {
    expect(await store.faults(acknowledged)).toEqual([]);
    const orders = (await see(child, who, '/api/operation/orders')).json as { code: string }[];
    expect(new Set(orders.map(({ code }) => code)).size).toBe(orders.length);
    console.log(
      `REL-02 ${engine}: ${killPoints.length} points, ${acknowledged.length} orders, ${starts.length} starts, slowest ${Math.round(Math.max(...starts))} ms`,
    );
  });
});
