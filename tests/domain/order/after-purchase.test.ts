import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Returnable } from '#contract/order/after-purchase.ts';
import { formatPickupCode, pickupCodeFrom, pickupCodeIn, pickupPayload } from '#domain/order/pickup-code.ts';
import {
  kindOf,
  linesLeft,
  needsPhoto,
  openReasons,
  tradeAmount,
  tradeDeadline,
} from '#domain/order/trade.ts';
import type { Order } from '#contract/order/order.ts';

const DAY = 86_400_000;
const AT = Date.parse('2026-11-21T12:00:00.000Z');
const line = (durable = false): Order['items'][number] => ({
  item: { id: '00000000-0000-4000-8000-000000000001', name: 'Item', ...(durable ? { durable } : {}) },
  quantity: 2,
  campaignId: '00000000-0000-4000-8000-000000000002',
  unitPrice: 10,
  discount: 0,
  total: 20,
});
const order = { items: [line(), line(true)] };
const facts = (...left: number[]): Returnable => ({
  deliveredAt: new Date(AT).toISOString(),
  lines: left.map((each) => ({ quantity: 2, left: each, paid: 20 })),
  shipping: 5,
});

describe('a pickup code', () => {
  it('is six characters that nobody mistakes for others, the same for the same bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 4, maxLength: 32 }), (bytes) => {
        const code = pickupCodeFrom(bytes);
        expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{6}$/);
        expect(pickupCodeFrom(bytes)).toBe(code);
      }),
      { numRuns: 2_000 },
    );
    expect(pickupCodeFrom(new Uint8Array([0, 0, 0, 0]))).toBe('000000');
    expect(pickupCodeFrom(new Uint8Array([255, 255, 255, 255]))).toBe('ZZZZZZ');
    expect(pickupCodeFrom(new Uint8Array([8, 66, 16, 132]))).toBe('111111');
    expect(() => pickupCodeFrom(new Uint8Array(3))).toThrow(RangeError);
  });
  it('is read out in two halves, and scanned with the order that it is for', () => {
    expect(formatPickupCode('K7M2QX')).toBe('K7M 2QX');
    expect(pickupPayload('0123456789ABCDEF', 'K7M2QX')).toBe('VTR1:P:0123456789ABCDEF:K7M2QX');
  });
  it('is read in any spelling and from its picture, and from nothing else', () => {
    expect(pickupCodeIn(' k7m-2ol ')).toEqual({ code: 'K7M201' });
    expect(pickupCodeIn(pickupPayload('0123456789ABCDEF', 'K7M2QX'))).toEqual({
      code: 'K7M2QX',
      orderCode: '0123456789ABCDEF',
    });
    for (const other of [
      '',
      'K7M2Q',
      'K7M2QXX',
      '0123456789ABCDEF',
      'VTR1:P:x:K7M2QX',
      '/order/0123456789ABCDEF/details',
    ])
      expect(pickupCodeIn(other)).toBeNull();
  });
});

describe('the reasons of a trade', () => {
  it('are of the kinds that days are counted by, and what is at fault has to be seen', () => {
    expect(
      (['REGRET', 'DEFECT', 'WRONG', 'MISSING'] as const).map((one) => [kindOf(one), needsPhoto(one)]),
    ).toEqual([
      ['REGRET', false],
      ['DEFECT', true],
      ['DEFECT', true],
      ['MISSING', false],
    ]);
  });
  it('have seven, thirty or ninety days, ninety for a fault of goods that last alone', () => {
    const days = (...of: Parameters<typeof tradeDeadline>) => (tradeDeadline(...of) - AT) / DAY;
    expect(days(order, facts(2, 2), 'REGRET')).toBe(7);
    expect(days(order, facts(2, 2), 'MISSING')).toBe(30);
    expect(days(order, facts(2, 2), 'DEFECT', [0])).toBe(30);
    expect(days(order, facts(2, 2), 'WRONG', [1])).toBe(90);
    expect(days(order, facts(2, 2), 'DEFECT', [0, 1])).toBe(30);
    // Of nothing chosen yet the latest that is left.
    expect([days(order, facts(2, 2), 'DEFECT'), days(order, facts(2, 0), 'DEFECT')]).toEqual([90, 30]);
  });
  it('are open until their last instant', () => {
    const known = facts(2, 0);
    expect(openReasons(order, known, AT + 7 * DAY - 1)).toEqual(['DEFECT', 'WRONG', 'MISSING', 'REGRET']);
    expect(openReasons(order, known, AT + 7 * DAY)).toEqual(['DEFECT', 'WRONG', 'MISSING']);
    expect(openReasons(order, known, AT + 30 * DAY)).toEqual([]);
    expect(openReasons(order, { ...known, deliveredAt: undefined }, AT)).toEqual([]);
  });
  it('give back what was paid, and the delivery when all comes back at once', () => {
    expect(linesLeft(facts(2, 0))).toEqual([0]);
    expect(tradeAmount(facts(2, 2), [{ line: 0, quantity: 1 }])).toBe(1_000);
    expect(
      tradeAmount(facts(2, 2), [
        { line: 0, quantity: 2 },
        { line: 1, quantity: 2 },
      ]),
    ).toBe(4_500);
    expect(tradeAmount(facts(1, 0), [{ line: 0, quantity: 1 }])).toBe(1_000);
  });
});
