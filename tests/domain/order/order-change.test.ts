import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OrderState, type ShippingAddress } from '#contract/order/order.ts';
import { allowedOrderEvents } from '#machines/orders/order.machine.ts';
import { cents } from '#contract/money.ts';
import { refundOf } from '#domain/money/refund.ts';
import { goodsOf, goodsPaid } from '#domain/money/coupon.ts';
import { percentOf, sum } from '#domain/money/money.ts';
import {
  changesLeft,
  isMovable,
  paidPerLine,
  partsLeft,
  returnAmount,
  returnDeadline,
  sameDoor,
} from '#domain/order/order-change.ts';
import { hasOrderTag, statesTagged } from '#domain/order/order-states.ts';
import { order } from '#tests/machines/samples.ts';
import { RUNS } from '../arbitraries.ts';

const word = fc.option(fc.constantFrom('', 'Apto 3', 'Portão azul'), { nil: undefined });
const anyAddress: fc.Arbitrary<ShippingAddress> = fc.record({
  cep: fc.constantFrom('05435-000', '05435000', '01310-100'),
  address: fc.constantFrom('Rua A', 'Rua B'),
  city: fc.constant('São Paulo'),
  country: fc.constant('BR'),
  latitude: fc.constantFrom(-23.5, -23.6),
  longitude: fc.constant(-46.6),
  neighborhood: fc.constant('Centro'),
  street_number: fc.constantFrom('12', ' 12', '12a', '12A'),
  street_address: fc.constant('Rua A, 12'),
  administrative_area: fc.constant('SP'),
  complement: word,
  reference: word,
});

describe('changes of an order', () => {
  it('keep the place of a delivery and take the hints for its door', () => {
    fc.assert(
      fc.property(anyAddress, anyAddress, (stored, sent) => {
        const isSame =
          stored.cep.replace('-', '') === sent.cep.replace('-', '') &&
          stored.latitude === sent.latitude &&
          stored.street_number.trim().toLowerCase() === sent.street_number.trim().toLowerCase();
        const changed = sameDoor(stored, sent);
        expect(changed !== null).toBe(isSame);
        if (!changed) return;
        expect({ ...changed, complement: undefined, reference: undefined }).toEqual({
          ...stored,
          complement: undefined,
          reference: undefined,
        });
        expect([changed.complement, changed.reference]).toEqual([
          sent.complement || undefined,
          sent.reference || undefined,
        ]);
        expect(sameDoor(changed, changed)).toEqual(changed);
      }),
      RUNS,
    );
  });

  it('end where the order does, and windows move in fewer states than names', () => {
    for (const state of OrderState.options) {
      if (hasOrderTag(state, 'reschedulable')) expect(hasOrderTag(state, 'editable')).toBe(true);
      if (hasOrderTag(state, 'editable')) expect(allowedOrderEvents(state).length).toBeGreaterThan(0);
    }
    expect(statesTagged('reschedulable')).toEqual([
      'CREATED',
      'PENDING_PAYMENT',
      'PAYMENT_REVIEW',
      'PAID',
      'PREPARING',
      'DELIVERY_FAILED',
    ]);
  });

  it('move the window of what has one twice, and send out what failed, before it has left', () => {
    const properties = { ...order(1).properties, window: { start: '', end: '' } };
    const left = [undefined, 1, 2, 3].map((reschedules) =>
      changesLeft({ properties: { ...properties, ...(reschedules === undefined ? {} : { reschedules }) } }),
    );
    expect(left).toEqual([2, 1, 0, 0]);
    const movable = (more: object) => isMovable({ ...order(1), properties, ...more });
    expect(movable({})).toBe(true);
    expect(movable({ properties: { ...properties, reschedules: 2 } })).toBe(false);
    expect(movable({ state: 'SHIPPED' })).toBe(false);
    const { window: _window, ...bare } = properties;
    expect(movable({ properties: bare })).toBe(false);
    expect(
      movable({ state: 'DELIVERY_FAILED', allowedEvents: ['delivery.rescheduled'], properties: bare }),
    ).toBe(true);
  });
  it('leave seven days for regret and thirty for a fault', () => {
    expect([returnDeadline(0, 'REGRET'), returnDeadline(0, 'DEFECT')]).toEqual([
      7 * 86_400_000,
      30 * 86_400_000,
    ]);
  });

  it('leave ninety days for a fault of goods that last, and no more for anything else', () => {
    expect(
      (['REGRET', 'DEFECT', 'MISSING'] as const).map((kind) => returnDeadline(0, kind, true) / 86_400_000),
    ).toEqual([7, 90, 30]);
  });
});

describe('goods that are given back', () => {
  const [x, y] = ['feira', 'natal'];
  const lines = fc.array(
    fc.record({
      campaignId: fc.constantFrom(x, y),
      quantity: fc.integer({ min: 1, max: 9 }),
      total: fc.integer({ min: 0, max: 100_000 }).map(cents),
    }),
    { minLength: 1, maxLength: 6 },
  );
  /**
   * Orders with a code on one campaign or all, taken back in up to four parts; what each part takes is cut to
   * what is left.
   */
  const orders = lines.chain((all) => {
    const goods = goodsOf(all.map(({ campaignId, total }) => ({ campaignId, net: total })));
    return fc
      .record({
        campaignIds: fc.constantFrom<string[]>([], [x], [y]),
        cut: fc.integer({ min: 0, max: 100 }),
        discount: fc.integer({ min: 0, max: 100 }),
        shipping: fc.integer({ min: 0, max: 5_000 }).map(cents),
        asked: fc.array(fc.tuple(...all.map(({ quantity }) => fc.integer({ min: 0, max: quantity }))), {
          maxLength: 3,
        }),
      })
      .map(({ campaignIds, cut, discount, shipping, asked }) => {
        const covered = sum(
          goods
            .filter(({ campaignId }) => campaignIds.length === 0 || campaignIds.includes(campaignId))
            .map(({ net }) => net),
        );
        const coupon = percentOf(covered, cut);
        const paid = goodsPaid(
          goods,
          { coupon, paymentDiscount: percentOf(cents(sum(goods.map(({ net }) => net)) - coupon), discount) },
          campaignIds,
        );
        const bought = paidPerLine(all, paid).map((each, index) => ({
          quantity: all[index]?.quantity ?? 0,
          paid: each,
        }));
        return { lines: bought, goods: sum(paid.map(({ net }) => net)), shippingTotal: shipping, asked };
      });
  });

  it('are worth everything that was paid when all come at once, delivery included', () => {
    fc.assert(
      fc.property(orders, ({ lines: bought, goods, shippingTotal }) => {
        expect(sum(bought.map(({ paid }) => paid))).toBe(goods);
        expect(returnAmount({ lines: bought, shippingTotal }, partsLeft(bought, []))).toBe(
          goods + shippingTotal,
        );
      }),
      RUNS,
    );
  });

  it('are never worth more than was paid for goods in parts, and exactly that together', () => {
    fc.assert(
      fc.property(orders, ({ lines: bought, goods, shippingTotal, asked }) => {
        let before: { line: number; quantity: number }[] = [];
        let back = 0;
        const give = (chosen: readonly { line: number; quantity: number }[]) => {
          const amount = returnAmount({ lines: bought, shippingTotal }, chosen, before);
          expect(Number.isInteger(amount) && amount >= 0).toBe(true);
          back += amount;
          before = [...before, ...chosen];
        };
        for (const taken of asked) {
          const left = partsLeft(bought, before);
          const chosen = left
            .map(({ line, quantity }) => ({ line, quantity: Math.min(quantity, taken[line] ?? 0) }))
            .filter(({ quantity }) => quantity > 0);
          if (
            chosen.length === 0 ||
            (before.length === 0 &&
              chosen.every(({ quantity }, at) => quantity === left[at]?.quantity) &&
              chosen.length === left.length)
          )
            continue;
          give(chosen);
          expect(back).toBeLessThanOrEqual(goods);
        }
        if (before.length === 0) return;
        if (partsLeft(bought, before).length) give(partsLeft(bought, before));
        expect([back, partsLeft(bought, before)]).toEqual([goods, []]);
      }),
      RUNS,
    );
  });

  it('carry the code of their own campaign and no other', () => {
    const all = [
      { campaignId: x, total: cents(10_000) },
      { campaignId: y, total: cents(10_000) },
    ];
    const paid = goodsPaid(
      [
        { campaignId: x, net: cents(10_000) },
        { campaignId: y, net: cents(10_000) },
      ],
      { coupon: cents(5_000), paymentDiscount: cents(0) },
      [x],
    );
    const bought = paidPerLine(all, paid).map((each) => ({ quantity: 1, paid: each }));
    expect(
      [0, 1].map((line) =>
        returnAmount({ lines: bought, shippingTotal: cents(900) }, [{ line, quantity: 1 }]),
      ),
    ).toEqual([5_000, 10_000]);
    expect(
      returnAmount({ lines: [{ quantity: 3, paid: cents(10_000) }], shippingTotal: cents(900) }, [
        { line: 0, quantity: 1 },
      ]),
    ).toBe(3_333);
  });

  it('bring the interest of a card back in proportion, and to the centavo in the end', () => {
    const shares = fc.tuple(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: 0, max: 400_000 }),
      fc.array(fc.integer({ min: 1, max: 300_000 }), { maxLength: 5 }),
    );
    fc.assert(
      fc.property(shares, ([covers, interest, parts]) => {
        const charge = { charged: cents(covers + interest), covers: cents(covers) };
        let [before, back] = [0, 0];
        for (const share of [...parts, covers]) {
          const now = Math.min(share, covers - before);
          back += refundOf(charge, cents(before), cents(now));
          before += now;
          expect(back).toBeLessThanOrEqual((charge.charged * before) / covers);
        }
        expect(back).toBe(charge.charged);
      }),
      RUNS,
    );
    expect(refundOf({ charged: cents(11_000), covers: cents(10_000) }, cents(0), cents(5_000))).toBe(5_500);
  });
});
