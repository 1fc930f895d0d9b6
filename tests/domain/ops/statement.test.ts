import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PricedLine as FixedLine } from '#contract/cart.ts';
import { cents, reaisOf } from '#contract/money.ts';
import {
  type CartTotals,
  type PricedLine,
  cartTotals,
  goodsTotals,
  withShipping,
} from '#domain/money/cart-totals.ts';
import { addLine, lineKey } from '#domain/cart-line.ts';
import { goodsPaid } from '#domain/money/coupon.ts';
import { percentOff } from '#domain/money/discount.ts';
import { totalOnceAdded } from '#domain/money/line-total.ts';
import { sum } from '#domain/money/money.ts';
import {
  type KnownLine,
  fixedStatement,
  goodsIn,
  goodsNet,
  knownLines,
  lineSums,
  partSums,
  statementOf,
  totalsOf,
  totalsOnWire,
} from '#domain/money/statement.ts';
import { anyCents, anyLine, anyLines, anyPercent, anyRules, RUNS } from '../arbitraries.ts';

const named = <L extends PricedLine>(line: L) => ({ ...line, name: line.id });
/** Lines of one cart: each once, some below a list price. */
const anyCart = fc
  .array(fc.tuple(anyLine, fc.option(fc.integer({ min: 0, max: 150_000 }).map(cents), { nil: undefined })), {
    maxLength: 8,
  })
  .map((pairs) =>
    pairs
      .map(([line, listPrice]) => named({ ...line, listPrice }))
      .reduce<ReturnType<typeof named>[]>(addLine, []),
  );

/** The lines of a cart as the server sends and keeps them. */
const fixedOf = (
  lines: readonly (PricedLine & { name: string })[],
  { lines: sums }: CartTotals,
): FixedLine[] =>
  lines.map((line) => {
    const own = sums.find(({ key }) => key === lineKey(line));
    return {
      ...line,
      campaignName: line.campaignId,
      unitPrice: reaisOf(line.price),
      listPrice: line.listPrice === undefined ? undefined : reaisOf(line.listPrice),
      discount: reaisOf(own?.discount ?? cents(0)),
      percent: own?.percent,
      total: reaisOf(own?.net ?? cents(0)),
      available: 99,
    };
  });

describe('one line', () => {
  it('costs its price times its quantity less its discount, and is struck through at its list price', () => {
    expect(
      lineSums({ quantity: 3, price: cents(1_000), listPrice: cents(1_250), discount: cents(300) }),
    ).toEqual({
      full: 3_750,
      gross: 3_000,
      discount: 300,
      net: 2_700,
      saved: 1_050,
    });
  });
  it('has no list price below its price', () => {
    expect(
      lineSums({ quantity: 2, price: cents(1_000), listPrice: cents(900), discount: cents(0) }),
    ).toMatchObject({
      full: 2_000,
      saved: 0,
    });
  });
  it('is said to be off by whole percent, never by more than it is', () => {
    expect(percentOff(cents(4_875), cents(4_290))).toBe(12);
    expect(percentOff(cents(1_000), cents(871))).toBe(12);
  });
  it('costs on the product page what it costs in the cart once it is there', () => {
    fc.assert(
      fc.property(anyCart, anyLine, anyRules, (lines, line, rules) => {
        const cart = addLine(lines, named(line));
        const there = goodsTotals(cart, rules).lines.find(({ key }) => key === lineKey(line));
        expect(totalOnceAdded(lines, line, rules)).toBe(there?.net);
      }),
      RUNS,
    );
  });
});

describe('a statement', () => {
  const lines: KnownLine[] = [
    { line: 1, name: 'Tomate', quantity: 2, price: cents(645), discount: cents(0) },
    {
      line: 2,
      name: 'Canastra',
      quantity: 1,
      price: cents(4_290),
      listPrice: cents(4_875),
      discount: cents(0),
    },
    { line: 3, name: 'Ovos', quantity: 3, price: cents(1_000), discount: cents(300), percent: 10 },
    { line: 4, name: 'Leite', quantity: 1, price: cents(500), discount: cents(50), percent: 10 },
  ];
  it('says what each reduction takes off, and of what', () => {
    expect(statementOf(lines, { shipping: cents(790), couponDiscount: cents(100) })).toMatchObject({
      units: 7,
      full: 9_665,
      offers: [{ names: ['Canastra'], percent: 12, amount: 585 }],
      offered: 585,
      discounts: [{ names: ['Ovos', 'Leite'], percent: 10, amount: 350 }],
      discounted: 350,
      saved: 1_035,
      total: 9_420,
    });
  });
  it('names the total that is fixed already', () => {
    expect(statementOf(lines, { shipping: null, total: cents(1) }).total).toBe(1);
  });

  it('REL-11 adds up for any cart: its lines are the cart, what is saved and what is paid are the full price', () => {
    fc.assert(
      fc.property(anyCart, anyRules, anyCents, (cart, rules, shipping) => {
        const totals = goodsTotals(cart, rules, null, shipping);
        const said = statementOf(knownLines(cart, totals), { shipping });
        const nets = sum(said.lines.map(({ sums }) => sums.net));
        expect(nets).toBe(totals.total - totals.shipping);
        expect(said.lines.map(({ sums }) => sums.net)).toEqual(totals.lines.map(({ net }) => net));
        expect(said.full - said.saved).toBe(nets);
        expect(said.total).toBe(totals.total);
        const reductions = [...said.offers, ...said.discounts].map(({ amount }) => amount);
        expect(sum(reductions)).toBe(said.saved);
        expect(sum(said.lines.map(({ sums }) => sums.saved))).toBe(said.saved);
      }),
      RUNS,
    );
  });

  it('REL-11 says of what the server fixed what the browser says of the same cart', () => {
    fc.assert(
      fc.property(anyCart, anyRules, anyCents, fc.boolean(), (cart, rules, shippingFull, isFree) => {
        const server = withShipping(cartTotals({ lines: cart, rules }), shippingFull, isFree);
        const fixed = fixedStatement(fixedOf(cart, server), totalsOnWire(server));
        const totals = goodsTotals(cart, rules);
        const browser = statementOf(knownLines(cart, totals), { shipping: server.shipping });
        const { lines: fixedLines, ...sums } = fixed;
        const { lines: browserLines, ...own } = browser;
        expect(sums).toEqual(own);
        expect(fixedLines.map((line) => line.sums)).toEqual(browserLines.map((line) => line.sums));
      }),
      RUNS,
    );
  });

  it('REL-11 of an order comes to the total that it was fixed at, whatever was taken off', () => {
    fc.assert(
      fc.property(
        anyCart,
        anyRules,
        anyPercent,
        anyPercent,
        anyCents,
        (cart, rules, value, percent, shipping) => {
          const totals = cartTotals({
            lines: cart,
            rules,
            coupon: { type: 'PERCENT', value },
            paymentDiscountPercent: percent,
            shipping,
          });
          const { couponDiscount, paymentDiscount, saved, full, total } = fixedStatement(
            fixedOf(cart, totals),
            totalsOnWire(totals),
          );
          const { lines } = statementOf(knownLines(cart, totals), { shipping });
          expect(
            statementOf(knownLines(cart, totals), { shipping, couponDiscount, paymentDiscount }).total,
          ).toBe(total);
          expect(full - saved + shipping).toBe(total);
          expect(lines).toHaveLength(cart.length);
        },
      ),
      RUNS,
    );
  });
});

describe('what is fixed', () => {
  it('reads the same after it was sent', () => {
    fc.assert(
      fc.property(
        anyLines,
        anyRules,
        anyPercent,
        anyCents,
        (lines, rules, paymentDiscountPercent, shipping) => {
          const {
            lines: _,
            couponGap: __,
            shippingFull: ___,
            ...totals
          } = cartTotals({
            lines,
            rules,
            paymentDiscountPercent,
            shipping,
          });
          expect(totalsOf(totalsOnWire(totals))).toEqual(totals);
        },
      ),
      RUNS,
    );
  });

  it('is divided among the campaigns without a centavo lost, delivery on the first', () => {
    fc.assert(
      fc.property(
        anyCart,
        anyRules,
        anyPercent,
        anyCents,
        (cart, rules, paymentDiscountPercent, shipping) => {
          const totals = cartTotals({ lines: cart, rules, paymentDiscountPercent, shipping });
          const goods = goodsIn(fixedOf(cart, totals));
          expect(sum(goods.map(({ gross }) => gross))).toBe(totals.subTotal);
          const paid = goodsPaid(goods, {
            coupon: totals.couponDiscount,
            paymentDiscount: totals.paymentDiscount,
          });
          const parts = paid.map(({ net }, index) => {
            const of = {
              subTotal: goods[index]?.gross ?? cents(0),
              shippingTotal: index === 0 ? shipping : cents(0),
            };
            return { ...of, ...partSums(of, net), net };
          });
          if (cart.length > 0) expect(sum(parts.map(({ total }) => total))).toBe(totals.total);
          expect(sum(parts.map(({ discount }) => discount))).toBe(totals.discount);
          for (const part of parts) expect(goodsNet(part)).toBe(part.net);
        },
      ),
      RUNS,
    );
  });
});
