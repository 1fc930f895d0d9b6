import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pixTxid } from '#domain/pix.ts';
import { type Lead, line, lockCart, newCart, newLead, orderBody, place, see, uuid } from '#tests/support/buyers.ts';
import { type ChildStore, openChildStore } from '#tests/support/child-store.ts';
import { type Child, startChild } from '#tests/support/child.ts';
import { type KillPoint, killPoints } from '#tests/support/kill-points.ts';
import { type Answer, engines } from '#tests/support/server.ts';

const RECEIVER = 'pix@exemplo.com';

describe.each(engines)('REL-02 a server that is killed on %s', (engine) => {
  let store: ChildStore;
  let child: Child;
  let lead: Lead;
  const acknowledged: string[] = [];
  const starts: number[] = [];

  async function start(): Promise<void> {
    const begun = performance.now();
    child = await startChild(store.env);
    starts.push(performance.now() - begun);
  }
  beforeAll(async () => {
    store = await openChildStore(engine);
    await start();
    lead = await newLead(child);
  });
  afterAll(async () => {
    child.process.kill('SIGKILL');
    await child.ended;
    await store.close();
  });

  /** Sends a call that the server may die of, opens it again then, and sends it once more, as the shop's client does. */
  async function survive(point: KillPoint, during: KillPoint['during'], send: () => Promise<Answer>): Promise<Answer> {
    if (point.during !== during) return send();
    await child.arm(point);
    await expect(send()).rejects.toThrow();
    expect(await child.ended).toBe('SIGKILL');
    await start();
    return send();
  }
  const notice = (code: string, charge: { txid: string; amount: number }) => {
    const body = JSON.stringify({ id: uuid(), type: 'pix.paid', txid: charge.txid, endToEndId: `E${code.padEnd(31, '0')}`, amount: charge.amount, receiver: RECEIVER, at: new Date().toISOString() });
    const at = Math.floor(Date.now() / 1_000);
    const signature = `t=${at},v1=${createHmac('sha256', store.secret).update(`${at}.${body}`).digest('hex')}`;
    return () => child.call('POST', '/api/webhooks/pix', { body, headers: { 'X-Signature': signature } });
  };

  /** Cart, hold, order, payment, cancellation; the server dies at one point of it. */
  async function purchase(point: KillPoint): Promise<void> {
    const lines = [line('tomate', 2), line('banana', 1)];
    const { uuid: cartUuid } = await newCart(child, lead, lines);
    const lock = await survive(point, 'hold', () => lockCart(child, lead, cartUuid));
    expect([lock.status, lock.json.code]).toEqual([200, undefined]);
    const body = orderBody(cartUuid, lines, { fence: lock.json.fence });
    const key = `${cartUuid}:${uuid()}`;
    const order = () => place(child, lead, body, { key });
    const placed = await survive(point, 'order', order);
    expect([placed.status, placed.json.code?.length]).toEqual([201, 16]);
    expect((await order()).text).toBe(placed.text);
    acknowledged.push(placed.json.code);
    const { json: pix } = await see(child, lead, `/api/pix/qrcode?id=${placed.json.code}`);
    const paid = await survive(point, 'notice', notice(placed.json.code, { txid: pixTxid(placed.json.code, 1), amount: pix.amount }));
    expect(paid.status).toBe(202);
    const state = async () => (await see(child, lead, `/api/operation/orders/code/${placed.json.code}`)).json.state;
    expect(await state()).toBe('PAID');
    if (point.during === 'cancel') {
      const canceled = await survive(point, 'cancel', () => child.call('DELETE', `/api/operation/orders/cancel/${placed.json.id}`, { leadSecret: lead.leadSecret }));
      expect([204, 409]).toContain(canceled.status);
      expect(await state()).toBe('CANCELED');
    }
  }

  it.each(killPoints)('$name: one order, nothing left over', async (point) => {
    await purchase(point);
    if (store.observer) expect(await store.faults(acknowledged)).toEqual([]);
  }, 60_000);

  it('leaves nothing undone when it is back: every rule holds, every job is finished', async () => {
    expect(await store.faults(acknowledged)).toEqual([]);
    const orders = (await see(child, lead, '/api/operation/orders')).json as { code: string }[];
    expect(new Set(orders.map(({ code }) => code)).size).toBe(orders.length);
    console.log(`REL-02 ${engine}: ${killPoints.length} points, ${acknowledged.length} orders, ${starts.length} starts, slowest ${Math.round(Math.max(...starts))} ms`);
  });
});
