import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Order, OrderState } from '#contract/order/order.ts';
import { familyState, isDivided, isPartEvent, movesAsOne } from '#domain/order/order-family.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import { allowedOrderEvents, nextOrderState } from '#machines/orders/order.machine.ts';
import { RUNS } from '../arbitraries.ts';

const isFinal = (state: OrderState) => hasOrderTag(state, 'final');
const anyState = fc.constantFrom(...OrderState.options);
const anyFamily = fc
  .tuple(anyState, fc.array(anyState, { maxLength: 5 }))
  .map(([first, others]): [OrderState, ...OrderState[]] => [first, ...others]);

describe('the state of an order with parts', () => {
  it('is that of one of its parts, whatever their order, and theirs when they agree', () => {
    fc.assert(
      fc.property(anyFamily, ([first, ...others]) => {
        const state = familyState([first, ...others]);
        expect([first, ...others]).toContain(state);
        const [last, ...before] = [first, ...others].toReversed();
        expect(familyState([last ?? first, ...before])).toBe(state);
        expect(familyState([first, ...others.map(() => first)])).toBe(first);
        expect(familyState([first, ...others, state])).toBe(state);
      }),
      RUNS,
    );
  });

  it('is at an end when all parts are, completed when one of these was, and canceled when all were', () => {
    fc.assert(
      fc.property(anyFamily, (family) => {
        const state = familyState(family);
        expect(isFinal(state)).toBe(family.every(isFinal));
        if (isFinal(state)) expect(state === 'COMPLETED').toBe(family.includes('COMPLETED'));
        if (family.every((each) => each === 'CANCELED')) expect(state).toBe('CANCELED');
        if (state === 'CANCELED')
          expect(family.every((each) => each === 'CANCELED' || each === 'REFUNDED')).toBe(true);
      }),
      RUNS,
    );
  });

  it('is divided where it is of two campaigns and paid', () => {
    const items = (...campaigns: number[]) =>
      campaigns.map((n) => ({ campaignId: String(n) })) as unknown as Order['items']; // all that is looked at
    expect(isDivided({ state: 'PAID', items: items(1, 2) })).toBe(true);
    expect(isDivided({ state: 'PAID', items: items(1, 1) })).toBe(false);
    expect(isDivided({ state: 'PENDING_PAYMENT', items: items(1, 2) })).toBe(false);
  });
  it('never runs ahead of a part, and goes on only as they do', () => {
    const way = ['PAID', 'PREPARING', 'SHIPPED', 'OUT_FOR_DELIVERY', 'COMPLETED'] as const;
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...way), { minLength: 1, maxLength: 5 }),
        fc.nat(),
        (family, at) => {
          const [first = 'PAID', ...others] = family;
          const before = familyState([first, ...others]);
          expect(way.indexOf(before as (typeof way)[number])).toBe(
            Math.min(...family.map((each) => way.indexOf(each))),
          );
          const moved = family.map((each, index) =>
            index === at % family.length
              ? (way[Math.min(way.indexOf(each) + 1, way.length - 1)] ?? each)
              : each,
          );
          const [next = 'PAID', ...rest] = moved;
          expect(way.indexOf(familyState([next, ...rest]) as (typeof way)[number])).toBeGreaterThanOrEqual(
            way.indexOf(before as (typeof way)[number]),
          );
        },
      ),
      RUNS,
    );
  });

  it('is one for all until the money is there, and every event of a part is one that the chart knows then', () => {
    expect(OrderState.options.filter(movesAsOne)).toEqual([
      'CREATED',
      'PENDING_PAYMENT',
      'PAYMENT_REVIEW',
      'PAYMENT_EXPIRED',
    ]);
    const later = OrderState.options
      .filter((state) => !movesAsOne(state))
      .flatMap((state) =>
        allowedOrderEvents(state)
          .filter(isPartEvent)
          .map((event) => nextOrderState(state, event)),
      );
    expect(later.filter((state) => state === null || movesAsOne(state))).toEqual([]);
  });
});
