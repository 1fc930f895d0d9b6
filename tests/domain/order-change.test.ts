import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OrderState, type ShippingAddress } from '#contract/order.ts';
import { allowedOrderEvents } from '#machines/order.machine.ts';
import { type Cents, cents } from '#contract/money.ts';
import { isEditable, isReschedulable, returnAmount, returnDeadline, sameDoor } from '#domain/order-change.ts';
import { RUNS } from './arbitraries.ts';

const word = fc.option(fc.constantFrom('', 'Apto 3', 'Portão azul'), { nil: undefined });
const anyAddress: fc.Arbitrary<ShippingAddress> = fc.record({
  cep: fc.constantFrom('05435-000', '05435000', '01310-100'), address: fc.constantFrom('Rua A', 'Rua B'), city: fc.constant('São Paulo'), country: fc.constant('BR'), latitude: fc.constantFrom(-23.5, -23.6), longitude: fc.constant(-46.6), neighborhood: fc.constant('Centro'),
  street_number: fc.constantFrom('12', ' 12', '12a', '12A'), street_address: fc.constant('Rua A, 12'), administrative_area: fc.constant('SP'), complement: word, reference: word,
});

describe('changes of an order', () => {
  it('keep the place of a delivery and take the hints for its door', () => {
    fc.assert(
      fc.property(anyAddress, anyAddress, (stored, sent) => {
        const isSame = stored.cep.replace('-', '') === sent.cep.replace('-', '') && stored.latitude === sent.latitude && stored.street_number.trim().toLowerCase() === sent.street_number.trim().toLowerCase();
        const changed = sameDoor(stored, sent);
        expect(changed !== null).toBe(isSame);
        if (!changed) return;
        expect({ ...changed, complement: undefined, reference: undefined }).toEqual({ ...stored, complement: undefined, reference: undefined });
        expect([changed.complement, changed.reference]).toEqual([sent.complement || undefined, sent.reference || undefined]);
        expect(sameDoor(changed, changed)).toEqual(changed);
      }),
      RUNS,
    );
  });

  it('end where the order does, and windows move in fewer states than names', () => {
    for (const state of OrderState.options) {
      if (isReschedulable(state)) expect(isEditable(state)).toBe(true);
      if (isEditable(state)) expect(allowedOrderEvents(state).length).toBeGreaterThan(0);
    }
    expect(OrderState.options.filter(isReschedulable)).toEqual(['CREATED', 'PENDING_PAYMENT', 'PAYMENT_REVIEW', 'PAID', 'PREPARING', 'DELIVERY_FAILED']);
  });

  it('leave seven days for regret and thirty for a fault', () => {
    expect([returnDeadline(0, 'REGRET'), returnDeadline(0, 'DEFECT')]).toEqual([7 * 86_400_000, 30 * 86_400_000]);
  });

  it('leave ninety days for a fault of goods that last, and no more for anything else', () => {
    expect((['REGRET', 'DEFECT', 'MISSING'] as const).map((kind) => returnDeadline(0, kind, true) / 86_400_000)).toEqual([7, 90, 30]);
  });
});

describe('goods that are given back', () => {
  const lines = fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 9 }), total: fc.integer({ min: 0, max: 100_000 }).map(cents) }), { minLength: 1, maxLength: 6 });
  const orders = lines.chain((all) => {
    const sum = all.reduce((before, { total }) => before + total, 0);
    return fc.record({ lines: fc.constant(all), goods: fc.integer({ min: 0, max: sum }), shipping: fc.integer({ min: 0, max: 5_000 }), taken: fc.tuple(...all.map(({ quantity }) => fc.integer({ min: 0, max: quantity }))) });
  });
  const worth = ({ lines: all, goods, shipping }: { lines: { quantity: number; total: Cents }[]; goods: number; shipping: number }, taken: readonly number[]) =>
    returnAmount({ total: cents(goods + shipping), shippingTotal: cents(shipping), lines: all }, taken.flatMap((quantity, line) => (quantity > 0 ? [{ line, quantity }] : [])));

  it('are worth everything that was paid when all come back, and never more than was paid for goods otherwise', () => {
    fc.assert(
      fc.property(orders, (bought) => {
        expect(worth(bought, bought.lines.map(({ quantity }) => quantity))).toBe(bought.goods + bought.shipping);
        const isWhole = bought.taken.every((quantity, line) => quantity === bought.lines[line]?.quantity);
        const amount = worth(bought, bought.taken);
        expect(Number.isInteger(amount) && amount >= 0 && (isWhole || amount <= bought.goods)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are worth their share to the centavo, however they are split', () => {
    fc.assert(
      fc.property(orders, (bought) => {
        const rest = bought.lines.map(({ quantity }, line) => quantity - (bought.taken[line] ?? 0));
        if (rest.every((left) => left === 0) || bought.taken.every((left) => left === 0)) return;
        const hasWorth = bought.lines.some(({ total }) => total > 0);
        expect(Math.abs(worth(bought, bought.taken) + worth(bought, rest) - (hasWorth ? bought.goods : 0))).toBeLessThanOrEqual(1);
      }),
      { numRuns: 2_000 },
    );
    expect(returnAmount({ total: cents(10_900), shippingTotal: cents(900), lines: [{ quantity: 3, total: cents(10_000) }] }, [{ line: 0, quantity: 1 }])).toBe(3_333);
  });
});
