import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pixTxid } from '#domain/money/pix.ts';
import { type Lead, buy, newLead } from '#tests/support/buyers.ts';
import { type ChildStore, openChildStore } from '#tests/support/store/child-store.ts';
import { type Child, startChild } from '#tests/support/store/child.ts';

describe('REL-02 a job of a server that is killed', () => {
  let store: ChildStore;
  let child: Child;
  let lead: Lead;
  beforeAll(async () => {
    store = await openChildStore('postgres');
    child = await startChild(store.env);
    lead = await newLead(child);
  });
  afterAll(async () => {
    child.process.kill('SIGKILL');
    await child.ended;
    await store.close();
  });
  const states = async () =>
    ((
      await store.observer?.core.db.executeSql(
        `select state, retry_count from pgboss.job where name = 'payment.check'`,
      )
    )?.rows ?? []) as { state: string; retry_count: number }[];

  it('is done by the next one within a minute', async () => {
    const { order } = await buy(child, lead);
    const body = JSON.stringify({
      id: randomUUID(),
      type: 'pix.paid',
      txid: pixTxid(order.code, 1),
      endToEndId: `E${order.code.padEnd(31, '0')}`,
      amount: order.properties.price,
      receiver: 'pix@exemplo.com',
      at: new Date().toISOString(),
    });
    const at = Math.floor(Date.now() / 1_000);
    const signature = `t=${at},v1=${createHmac('sha256', store.secret).update(`${at}.${body}`).digest('hex')}`;
    expect(
      (await child.call('POST', '/api/webhooks/pix', { body, headers: { 'X-Signature': signature } })).status,
    ).toBe(202);
    // Its work is done, the queue has not heard of it.
    await child.arm({
      name: 'job: done, not told',
      during: 'cancel',
      armedBy: 'completed_on =',
      at: 'completed_on =',
      when: 'before',
    });
    expect(
      (
        await child.call('DELETE', `/api/operation/orders/cancel/${order.id}`, {
          leadSecret: lead.leadSecret,
        })
      ).status,
    ).toBe(204);
    expect(await child.ended).toBe('SIGKILL');
    const begun = performance.now();
    expect(await states()).toMatchObject([{ state: 'active' }]);
    child = await startChild(store.env);
    await expect
      .poll(states, { timeout: 60_000, interval: 500 })
      .toMatchObject([{ state: 'completed', retry_count: 1 }]);
    console.log(
      `REL-02 a job left by a killed server was done ${Math.round((performance.now() - begun) / 1_000)} s later`,
    );
    expect(await store.faults([order.code])).toEqual([]);
  });
});
