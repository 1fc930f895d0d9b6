import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wallTime } from '#domain/place/zone.ts';
import { buy, newClient, uuid } from '#tests/support/buyers.ts';
import { broken } from '#tests/support/invariants.ts';
import { chargesOf } from '#tests/support/orders/charges.ts';
import { notify, transfer } from '#tests/support/orders/pix-notices.ts';
import { type Answer, type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { settlePayment } from '#tests/support/tenants/payment-settings.ts';
import { type Worker, moveTo, opsCall, staffAs } from '#tests/support/staff.ts';

/** What a history is made of. */
const steps = [
  'paid',
  'paid twice',
  'confirmed',
  'confirmed by two',
  'canceled',
  'sent back',
  'stray',
  'stray given to an order',
  'stray sent back',
  'stray that never came',
  'next day',
] as const;
type Step = (typeof steps)[number];
type Way = 'PIX_KEY' | 'STRAY';

describe.each(engines)('the daily list of money on %s', (engine) => {
  let server: TestServer;
  let rui: Worker;
  let ana: Worker;
  let ids = 0;
  let gone = 0;
  /** What the bank did, in centavos: written here by hand, and read from no table. */
  const bank = new Map<string, number>();
  const today = () => wallTime(server.core.clock.now()).date;
  const book = (side: 'in' | 'out', way: Way, centavos: number, date = today()) => {
    const key = `${date} ${way} ${side}`;
    bank.set(key, (bank.get(key) ?? 0) + centavos);
  };
  const returnId = () => `D${String(++ids).padStart(31, '0')}`;
  const money = async (): Promise<Answer['json']> => (await opsCall(server, rui, 'GET', '/money')).json;
  const signIn = async () => {
    [rui, ana] = [await staffAs(server, 'OPERATOR'), await staffAs(server, 'OWNER')];
  };
  const done = (answer: Answer): Answer['json'] => {
    expect([answer.status, answer.status === 200 ? null : answer.json]).toEqual([200, null]);
    return answer.json;
  };
  const ordered = async () => {
    const { order } = await buy(server, await newClient(server));
    const [charge] = await chargesOf(server, order.id);
    if (!charge) throw new Error('no charge');
    return { order, charge };
  };
  const pays = (txid: string, centavos: number, endToEndId = transfer()) =>
    notify(server, {
      id: uuid(),
      type: 'pix.paid',
      txid,
      endToEndId,
      amount: centavos / 100,
      receiver: 'pix@exemplo.com',
      at: server.core.clock.date().toISOString(),
    });
  const at = '2026-11-24T12:00:00.000Z';
  const confirm = (charge: { id: string; amount: number }) =>
    opsCall(server, rui, 'POST', `/charges/${charge.id}/confirm`, {
      body: { endToEndId: transfer(), amount: charge.amount / 100, paidAt: at },
    });
  /** Days of strays, by their id. */
  const days = new Map<string, string>();
  const strayOf = async (centavos: number) => {
    const endToEndId = transfer();
    await pays(`x${uuid().replaceAll('-', '')}`, centavos, endToEndId);
    book('in', 'STRAY', centavos);
    const one = (await money()).strays.find(
      (stray: { endToEndId: string }) => stray.endToEndId === endToEndId,
    );
    days.set(one.id, today());
    return one as { id: string };
  };
  const resolve = (id: string, body: object) =>
    opsCall(server, rui, 'POST', `/strays/${id}/resolve`, { body: { reason: 'Extrato.', ...body } });
  const moves: Record<Step, (centavos: number) => Promise<void>> = {
    paid: async () => {
      const { charge } = await ordered();
      await pays(charge.txid, charge.amount);
      book('in', 'PIX_KEY', charge.amount);
    },
    'paid twice': async () => {
      const { charge } = await ordered();
      for (const _ of [1, 2]) await pays(charge.txid, charge.amount);
      book('in', 'PIX_KEY', 2 * charge.amount);
    },
    confirmed: async () => {
      const { charge } = await ordered();
      done(await confirm(charge));
      book('in', 'PIX_KEY', charge.amount);
    },
    'confirmed by two': async () => {
      const back = await settlePayment(server, { secondPersonAbove: 0.01 });
      const { charge } = await ordered();
      const { approvalId } = (await confirm(charge)).json;
      done(await opsCall(server, ana, 'POST', `/approvals/${approvalId}/approve`));
      await back();
      book('in', 'PIX_KEY', charge.amount);
    },
    canceled: async () => {
      const { order, charge } = await ordered();
      await pays(charge.txid, charge.amount);
      book('in', 'PIX_KEY', charge.amount);
      const { version } = (await opsCall(server, rui, 'GET', `/orders/${order.id}`)).json;
      const body = { type: 'order.canceled', version };
      done(await opsCall(server, rui, 'POST', `/orders/${order.id}/events`, { body }));
    },
    'sent back': async () => {
      const [owed] = (await money()).refunds;
      if (!owed) return;
      done(
        await opsCall(server, rui, 'POST', `/refunds/${owed.id}/settle`, {
          body: { returnId: returnId(), at },
        }),
      );
      book('out', 'PIX_KEY', Math.round(owed.amount * 100));
    },
    stray: async (centavos) => void (await strayOf(centavos)),
    'stray given to an order': async () => {
      const { order, charge } = await ordered();
      const { id } = await strayOf(charge.amount);
      done(await resolve(id, { how: 'order', orderCode: order.code }));
      book('out', 'STRAY', charge.amount);
      book('in', 'PIX_KEY', charge.amount);
    },
    'stray sent back': async () => {
      const [one] = (await money()).strays;
      if (!one) return;
      done(await resolve(one.id, { how: 'returned', returnId: returnId(), at }));
      book('out', 'STRAY', Math.round(one.amount * 100));
    },
    'stray that never came': async () => {
      const [one] = (await money()).strays;
      if (!one) return;
      done(await resolve(one.id, { how: 'absent' }));
      book('in', 'STRAY', -Math.round(one.amount * 100), days.get(one.id));
    },
    'next day': async () => {
      // The list holds a month.
      if (++gone > 29) return;
      await server.shift(86_400);
      await signIn();
    },
  };
  const list = async () => done(await opsCall(server, ana, 'GET', '/money/days?days=31')) as Answer['json'];

  beforeAll(async () => {
    server = await openTestServer(engine);
    await server.core.jobs.stop();
    await server.asOwner('update stock set initial = 2000, quantity = 2000');
    await signIn();
  });
  afterAll(() => server.close());

  it('is what the bank did, by day and way, and what is in the ledger, after any history', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...steps), fc.integer({ min: 1, max: 99_999 })), {
          minLength: 3,
          maxLength: 8,
        }),
        async (history) => {
          for (const [step, centavos] of history) await moves[step](centavos);
          const { days: told, differs } = await list();
          const found = new Map<string, number>();
          for (const { date, rows } of told)
            for (const { way, ...sums } of rows)
              for (const side of ['in', 'out'] as const)
                if (sums[side] > 0) found.set(`${date} ${way} ${side}`, Math.round(sums[side] * 100));
          const expected = [...bank].filter(([, amount]) => amount > 0);
          expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
          const { strays, refunds } = await money();
          const owed = (rows: { amount: number }[]) =>
            rows.reduce((all, { amount }) => all + Math.round(amount * 100), 0);
          const named = (kind: string) => owed(differs.filter((one: { kind: string }) => one.kind === kind));
          expect([named('stray'), named('refund'), named('record')]).toEqual([
            owed(strays),
            owed(refunds),
            0,
          ]);
          // The ledger: what charges hold, and what is at the bank without one.
          const { rows } = await server.core.db.read(
            'client',
            async (tx) =>
              (await tx.execute(sql`select
                (select coalesce(sum(amount), 0) from payment where state in ('confirmed', 'refunded'))
                - (select coalesce(sum(amount), 0) from refund where state = 'settled') as held`)) as unknown as {
                rows: { held: string }[];
              },
          );
          const net = told.reduce(
            (all: number, day: { in: number; out: number }) => all + Math.round((day.in - day.out) * 100),
            0,
          );
          expect(net).toBe(Number(rows[0]?.held) + owed(strays));
        },
      ),
      // What happened stays: a history that fails is not tried shorter. What goes back on another day than it came
      // is always among them.
      {
        numRuns: engine === 'postgres' ? 9 : 5,
        endOnFailure: true,
        examples: [
          [
            [
              ['canceled', 1],
              ['next day', 1],
              ['sent back', 1],
            ],
          ],
        ],
      },
    );
    await server.sweep();
    expect(await broken(server.core)).toEqual([]);
  });

  it('names a charge whose record says another sum than its refunds', async () => {
    const { order, charge } = await ordered();
    await pays(charge.txid, charge.amount);
    await server.asOwner(`update payment set refunded = 7 where id = '${charge.id}'`);
    const { differs } = await list();
    expect(differs.filter(({ kind }: { kind: string }) => kind === 'record')).toMatchObject([
      { amount: 0.07, orderCode: order.code },
    ]);
    await server.asOwner(`update payment set refunded = 0 where id = '${charge.id}'`);
  });

  it('is whole or not told: whoever works at one hub is refused', async () => {
    await moveTo(server, ana, [uuid()]);
    expect((await opsCall(server, ana, 'GET', '/money/days')).json.code).toBe('ROLE');
    await moveTo(server, ana, null);
  });
});
