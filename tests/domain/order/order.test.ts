import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { cents } from '#contract/money.ts';
import { NewOrder, OrderState } from '#contract/order/order.ts';
import { cartTotals } from '#domain/money/cart-totals.ts';
import { buildOrder, orderTypeOf, shippingAddressOf, type OrderDraft } from '#domain/order/order.ts';
import { isFetched, progressLabels, progressStep, stepsToCome } from '#domain/order/order-states.ts';
import { formatOrderCode, normaliseOrderCode, orderCodeFrom } from '#domain/order/order-code.ts';
import { standingOf } from '#domain/order/order-standing.ts';
import { RUNS } from '../arbitraries.ts';

const uuid = '3f2b8a52-0b1c-4a55-9e0e-1a2b3c4d5e6f';
const location = {
  postalCode: '05435-000',
  address: 'Rua Harmonia',
  streetNumber: '482',
  neighborhood: 'Vila Madalena',
  city: 'São Paulo',
  administrativeArea: 'SP',
  latitude: -23.55,
  longitude: -46.69,
  complement: 'apto 31',
};
const lines = [
  {
    id: uuid,
    campaignId: uuid,
    quantity: 2,
    price: cents(3_990),
    selection: [{ item: { id: uuid }, quantity: 1 }],
  },
];
const cart = {
  uuid,
  campaignId: uuid,
  lines,
  totals: cartTotals({ lines, rules: [], shipping: cents(990) }),
};
const draft: OrderDraft = {
  userName: ' Marina ',
  userPhone: '+5511987654321',
  cpf: '52998224725',
  location,
  paymentMethod: { type: 'PIX' },
  shippingMethod: { id: 'moto', type: 'DELIVERY' },
};

describe('an order', () => {
  it('is paid in every state that is reached only with the money', () => {
    const others = OrderState.options
      .filter((state) => standingOf(state) !== 'paid')
      .map((state) => `${state} ${standingOf(state)}`);
    expect(others).toEqual([
      'CREATED reviewed',
      'PENDING_PAYMENT unpaid',
      'PAYMENT_REVIEW reviewed',
      'PAYMENT_EXPIRED unpaid',
      'CANCELED over',
      'RETURNED over',
      'REFUNDED over',
    ]);
  });
  it('is fetched unless it is sent', () => {
    expect((['SHIPPING', 'PICKUP', 'INTERNAL'] as const).map((type) => isFetched({ type }))).toEqual([
      false,
      true,
      true,
    ]);
  });
  it('is built in the shape of the contract', () => {
    const order = buildOrder(cart, draft);
    expect(order).toEqual({
      items: [
        {
          item: { id: uuid, itemKitSelection: [{ item: { id: uuid }, quantity: 1 }] },
          quantity: 2,
          campaignId: uuid,
        },
      ],
      userName: 'Marina',
      userPhone: '+5511987654321',
      paymentMethod: { type: 'PIX' },
      properties: {
        cartUuid: uuid,
        campaignId: uuid,
        account: { cpf: '52998224725' },
        shippingMethod: { id: 'moto', type: 'DELIVERY' },
        price: 89.7,
        subTotal: 79.8,
        discount: 0,
        shippingTotal: 9.9,
        shippingAddress: {
          cep: '05435-000',
          address: 'Rua Harmonia, 482',
          city: 'São Paulo',
          country: 'BR',
          latitude: -23.55,
          longitude: -46.69,
          neighborhood: 'Vila Madalena',
          street_number: '482',
          complement: 'apto 31',
          street_address: 'Rua Harmonia',
          administrative_area: 'SP',
        },
      },
    });
    expect(v.safeParse(NewOrder, JSON.parse(JSON.stringify(order))).success).toBe(true);
  });

  it('leaves the address out when the campaign ignores it', () => {
    const order = buildOrder(cart, { ...draft, ignoreShippingAddress: true });
    expect(order?.properties).toMatchObject({ ignoreShippingAddress: true });
    expect(order?.properties).not.toHaveProperty('shippingAddress');
    expect(buildOrder(cart, { ...draft, location: null, ignoreShippingAddress: true })).not.toBeNull();
  });

  it('needs no address for a pickup', () => {
    const pickup = { ...draft, location: null, shippingMethod: { id: 'loja', type: 'PICKUP' as const } };
    expect(buildOrder(cart, pickup)?.properties).not.toHaveProperty('shippingAddress');
    expect([
      orderTypeOf(pickup),
      orderTypeOf(draft),
      orderTypeOf({ ...pickup, ignoreShippingAddress: true }),
    ]).toEqual(['PICKUP', 'SHIPPING', 'INTERNAL']);
    expect(shippingAddressOf({ ...location, streetNumber: '' })).toBeNull();
  });

  it('is null when it cannot be built, and fits the contract whenever it is not', () => {
    const anyDraft = fc.record({
      userName: fc.constantFrom(undefined, '', '  ', 'Ana'),
      email: fc.constantFrom(undefined, '', 'a@b.com'),
      cpf: fc.constantFrom(undefined, '52998224725'),
      location: fc.constantFrom(
        null,
        undefined,
        location,
        { ...location, streetNumber: '' },
        { ...location, latitude: undefined },
        { ...location, hasNumber: false, streetNumber: undefined },
      ),
      shippingMethod: fc.constantFrom(
        undefined,
        { id: 'moto', type: 'DELIVERY' as const },
        { id: 'loja', type: 'PICKUP' as const },
      ),
      extra: fc.constantFrom(undefined, {}, { turma: '3B' }),
      paymentMethod: fc.constantFrom(
        undefined,
        { type: 'PIX' as const },
        { type: 'CREDIT_CARD' as const, installments: 3 },
      ),
      ignoreShippingAddress: fc.constantFrom(undefined, true, false),
    });
    const anyQuantities = fc.array(fc.constantFrom(1, 1, 2, 3, 0, 1.5, Number.NaN), { maxLength: 3 });
    let built = 0;
    fc.assert(
      fc.property(anyDraft, anyQuantities, (any, quantities) => {
        const order = buildOrder(
          { ...cart, lines: quantities.map((quantity) => ({ id: uuid, campaignId: uuid, quantity })) },
          any,
        );
        const isPlaced =
          any.ignoreShippingAddress === true ||
          any.shippingMethod?.type === 'PICKUP' ||
          shippingAddressOf(any.location) !== null;
        const can =
          (any.userName ?? '').trim() !== '' &&
          any.paymentMethod !== undefined &&
          quantities.length > 0 &&
          quantities.every((q) => Number.isInteger(q) && q > 0) &&
          isPlaced;
        expect(order !== null).toBe(can);
        if (!order) return;
        built += 1;
        expect(v.safeParse(NewOrder, order).success).toBe(true);
        if (any.ignoreShippingAddress) expect(order.properties.shippingAddress).toBeUndefined();
      }),
      { numRuns: 4_000 },
    );
    expect(built).toBeGreaterThan(50);
  });
});

describe('an order code', () => {
  it('is taken in any spelling and shown in fours', () => {
    expect(normaliseOrderCode(' abcd-efgh jkmn-pqrs ')).toBe('ABCDEFGHJKMNPQRS');
    expect(normaliseOrderCode('ilo0-1111-2222-3333')).toBe('1100111122223333');
    for (const text of ['', 'ABCD', 'UBCDEFGHJKMNPQRS', 'ABCDEFGHJKMNPQRST'])
      expect(normaliseOrderCode(text)).toBeNull();
    expect(formatOrderCode('ABCDEFGHJKMNPQRS')).toBe('ABCD-EFGH-JKMN-PQRS');
    expect(formatOrderCode('abcde')).toBe('ABCD-E');
  });

  it('carries all of its 80 bits', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 10, maxLength: 10 }), (bytes) => {
        const code = orderCodeFrom(bytes);
        expect(normaliseOrderCode(formatOrderCode(code))).toBe(code);
        const bits = [...code].reduce(
          (all, letter) => (all << 5n) | BigInt('0123456789ABCDEFGHJKMNPQRSTVWXYZ'.indexOf(letter)),
          0n,
        );
        expect(bits).toBe(bytes.reduce((all, byte) => (all << 8n) | BigInt(byte), 0n));
      }),
      RUNS,
    );
    expect(() => orderCodeFrom(new Uint8Array(9))).toThrow(RangeError);
  });
});

describe('order progress', () => {
  it('moves through four parts and stops outside of them', () => {
    expect(
      (
        [
          'PENDING_PAYMENT',
          'PAID',
          'PREPARING',
          'OUT_FOR_DELIVERY',
          'READY_FOR_PICKUP',
          'COMPLETED',
          'CANCELED',
        ] as const
      ).map(progressStep),
    ).toEqual([0, 1, 1, 2, 2, 3, null]);
    expect([progressLabels('SHIPPING')[3], progressLabels('PICKUP')[3]]).toEqual(['Entregue', 'Retirado']);
  });

  it('names what is still to come as something to come', () => {
    expect(stepsToCome('SHIPPING').slice(1)).toEqual(['Separação', 'Saída para entrega', 'Entrega']);
    expect(stepsToCome('PICKUP').slice(1)).toEqual(['Separação', 'Pronto para retirar', 'Retirada']);
  });
});
