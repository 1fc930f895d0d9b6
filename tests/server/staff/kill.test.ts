import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { staff, staffSession } from '#server/db/schema/ops/staff.ts';
import { stock } from '#server/db/schema/shop/stock.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import { type Persona, tokensOf } from '#server/sandbox/personas.ts';
import { createServices } from '#server/services/services.ts';
import { type Who, buy, line, uuid } from '#tests/support/buyers.ts';
import { transfer } from '#tests/support/orders/pix-notices.ts';
import { type ChildStore, openChildStore } from '#tests/support/store/child-store.ts';
import { type Child, startChild } from '#tests/support/store/child.ts';
import { type KillPoint, type MoneyMove, moneyKillPoints } from '#tests/support/store/kill-points.ts';
import { type Answer, engines } from '#tests/support/store/server.ts';
import { settlePayment } from '#tests/support/tenants/payment-settings.ts';
import { opsCall } from '#tests/support/staff.ts';

/** Reais that one person alone may move: less than ten tomatoes cost. */
const LIMIT = 50;
const DAY = 86_400_000;

describe.each(engines)('REL-02 a server that is killed while staff moves money on %s', (engine) => {
  let store: ChildStore;
  let child: Child;
  /** Two, so that neither orders too often. */
  let buyers: Who[];
  /** Refresh tokens of one who asks and one who approves. */
  let signedIn: string[];
  let workers: { id: string; bearer: string; host: string }[];
  const acknowledged: string[] = [];
  let returns = 0;
  const returnId = () => `D${String(++returns).padStart(31, '0')}`;
  const at = '2026-11-24T12:00:00.000Z';

  async function start(): Promise<void> {
    child = await startChild(store.env);
    const renewed = await Promise.all(
      signedIn.map((refreshToken) => child.call('POST', '/api/ops/auth/renew', { body: { refreshToken } })),
    );
    workers = renewed.map(({ json }) => ({ id: json.me.id, bearer: json.access_token, host: 'localhost' }));
  }
  beforeAll(async () => {
    store = await openChildStore(engine);
    ({ buyers, signedIn } = await store.seed(async (core) => {
      await settlePayment({ core }, { secondPersonAbove: LIMIT });
      await core.db.tenant('client', (tx) => tx.update(stock).set({ initial: 2_000, quantity: 2_000 }));
      const services = createServices(core);
      const tenant = core.tenants.fallback();
      const buyerAs = async (persona: Persona): Promise<Who> => {
        const signed = await tokensOf(core, services, tenant, persona);
        if (!signed) throw new Error('there is nobody to buy');
        return { bearer: signed.tokens.access_token };
      };
      const open = (name: string) =>
        core.db.tenant(tenant.id, async (tx) => {
          const [row] = await tx
            .insert(staff)
            .values({
              tenantId: tenant.id,
              id: uuidv7(core.clock.now()),
              name,
              contact: `${name}@loja.example`,
              role: 'OPERATOR',
              createdAt: core.clock.date(),
            })
            .returning();
          if (!row) throw new Error('nobody was let in');
          const { refresh_token: refresh } = await services.staffSession.open(tx, tenant, row);
          // Dying takes longer than a proof counts.
          await tx.update(staffSession).set({ provedAt: new Date(core.clock.now() + DAY) });
          return refresh;
        });
      return {
        buyers: [await buyerAs('client'), await buyerAs('clientWithoutAddress')],
        signedIn: [await open('ana'), await open('rui')],
      };
    }));
    await start();
  });
  afterAll(async () => {
    child.process.kill('SIGKILL');
    await child.ended;
    await store.close();
  });

  const ask = (method: string, path: string, call: object = {}, who = 0): Promise<Answer> => {
    const worker = workers[who];
    if (!worker) throw new Error('nobody works here');
    return opsCall(child, worker, method, path, call);
  };
  const desk = async (): Promise<Answer['json']> => (await ask('GET', '/money')).json;
  const done = ({ status, json }: Answer, wanted = 200): Answer['json'] => {
    expect([status, status === wanted ? null : json]).toEqual([wanted, null]);
    return json;
  };
  /** Sends a call that the server may die of, opens it again then, and sends it once more with its key. */
  async function survive(
    point: KillPoint<MoneyMove>,
    during: MoneyMove,
    send: (key: string) => Promise<Answer>,
  ): Promise<Answer> {
    const key = uuid();
    if (point.during === during) {
      await child.arm(point);
      await expect(send(key)).rejects.toThrow();
      expect(await child.ended).toBe('SIGKILL');
      await start();
    }
    const answer = await send(key);
    // A repeat is told the same, and does nothing.
    expect((await send(key)).text).toBe(answer.text);
    return answer;
  }
  async function ordered(quantity: number): Promise<Answer['json']> {
    const buyer = buyers[acknowledged.length % buyers.length];
    if (!buyer) throw new Error('there is nobody to buy');
    const { order } = await buy(child, buyer, [line('tomate', quantity)]);
    acknowledged.push(order.code);
    const charge = (await desk()).charges.find(({ orderId }: { orderId: string }) => orderId === order.id);
    return { order, charge };
  }
  const stateOf = async (id: string): Promise<string> => (await ask('GET', `/orders/${id}`)).json.state;
  const confirm = (charge: { id: string; amount: number }, endToEndId = transfer()) => {
    const body = { endToEndId, amount: charge.amount, paidAt: at };
    return (key: string) => ask('POST', `/charges/${charge.id}/confirm`, { key, body });
  };
  async function strayOf(amount: number): Promise<{ id: string; endToEndId: string }> {
    const endToEndId = transfer();
    const body = JSON.stringify({
      id: uuid(),
      type: 'pix.paid',
      txid: `x${uuid().replaceAll('-', '')}`,
      endToEndId,
      amount,
      receiver: 'pix@exemplo.com',
      at: new Date().toISOString(),
    });
    const now = Math.floor(Date.now() / 1_000);
    const signature = `t=${now},v1=${createHmac('sha256', store.secret).update(`${now}.${body}`).digest('hex')}`;
    const headers = { 'X-Signature': signature };
    done(await child.call('POST', '/api/webhooks/pix', { body, headers }), 202);
    return (await desk()).strays.find((one: { endToEndId: string }) => one.endToEndId === endToEndId);
  }

  /** Everything that staff does with money, once; the server dies at one point of it. */
  async function workday(point: KillPoint<MoneyMove>): Promise<void> {
    const { order, charge } = await ordered(1);
    expect(done(await survive(point, 'confirm', confirm(charge))).orderState).toBe('PAID');
    const { version } = (await ask('GET', `/orders/${order.id}`)).json;
    const cancel = { type: 'order.canceled', version };
    done(
      await survive(point, 'cancel', (key) =>
        ask('POST', `/orders/${order.id}/events`, { key, body: cancel }),
      ),
    );
    const owed = (await desk()).refunds.filter(({ orderId }: { orderId: string }) => orderId === order.id);
    expect(owed).toHaveLength(1);
    const settle = { returnId: returnId(), at };
    const settled = await survive(point, 'settle', (key) =>
      ask('POST', `/refunds/${owed[0].id}/settle`, { key, body: settle }),
    );
    expect(done(settled).orderState).toBe('REFUNDED');

    const large = await ordered(10);
    const { approvalId } = done(await confirm(large.charge)(uuid()), 202);
    const approved = await survive(point, 'approve', (key) =>
      ask('POST', `/approvals/${approvalId}/approve`, { key }, 1),
    );
    expect([done(approved).orderState, (await desk()).approvals]).toEqual(['PAID', []]);

    const lost = await ordered(1);
    const stray = await strayOf(lost.charge.amount);
    const given = { how: 'order', orderCode: lost.order.code, reason: 'Extrato.' };
    done(
      await survive(point, 'stray', (key) =>
        ask('POST', `/strays/${stray.id}/resolve`, { key, body: given }),
      ),
    );
    expect([await stateOf(lost.order.id), (await desk()).strays]).toEqual(['PAID', []]);

    const { endToEndId } = stray;
    const { amount } = lost.charge;
    const contest = { endToEndId, amount, openedAt: at };
    done(await ask('POST', '/disputes', { key: uuid(), body: contest }));
    const [{ id }] = (await desk()).disputes;
    const taken = { how: 'returned', returnId: returnId(), amount, at };
    done(await survive(point, 'dispute', (key) => ask('PUT', `/disputes/${id}`, { key, body: taken })));
    expect((await desk()).disputes).toEqual([]);
  }

  it.each(moneyKillPoints)('$name: done once, nothing left over', async (point) => {
    await workday(point);
    // Of the embedded engine all files are copied for a look.
    if (store.observer || point === moneyKillPoints.at(-1))
      expect(await store.faults(acknowledged)).toEqual([]);
  });
});
