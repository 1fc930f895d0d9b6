import fc from 'fast-check';
import { campaignId, itemId, methodId, type orderBody, pickup, uuid } from '../buyers.ts';
import { goodsId } from '../tenants/kit-tenants.ts';
import type { Call } from '../store/server.ts';

/** Orders that are not what was held: their bodies, whoever sends them and the way of receiving. */

export type Json = Record<string, unknown>;
/** A held cart, and the body of its order. */
export interface Held {
  cartUuid: string;
  body: ReturnType<typeof orderBody>;
}
/** What a body is bent with. */
export interface Means {
  /** Who held the carts, and everybody else. */
  owner: Call;
  faces: readonly Call[];
  payments: readonly Json[];
  codes: readonly string[];
  /** Every cart that was held so far. */
  held: readonly Held[];
}
/** What is changed: twice as often where somebody would look for money. */
const kinds = [
  'money',
  'money',
  'quantity',
  'quantity',
  'package',
  'item',
  'campaign',
  'selection',
  'lines',
  'coupon',
  'pay',
  'way',
  'cart',
  'fence',
  'extra',
  'extra',
  'type',
  'face',
] as const;
/** One change of a body, of who sends it or of the way of receiving that is asked for. */
export interface Mutation {
  kind: (typeof kinds)[number];
  field: number;
  at: number;
  value: number;
}
const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom(...kinds),
  field: fc.nat(100),
  at: fc.nat(100),
  value: fc.nat(100),
});
export const mutants = fc.record({
  shape: fc.nat(100),
  named: fc.boolean(),
  changes: fc.array(mutation, { minLength: 1, maxLength: 3 }),
});

// The lists here are never empty
export const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T;

/** What is sent: the body of a held cart with its changes. */
export function bend(
  { owner, faces, payments, codes, held }: Means,
  start: Held,
  changes: readonly Mutation[],
  /** Whether the body names what it costs. */
  isNamed: boolean,
  way: string,
): { body: Json; call: Call; type: string } {
  const body = structuredClone(start.body) as unknown as Json & {
    items: (Json & { item: Json })[];
    properties: Json;
  };
  const { properties } = body;
  if (!isNamed)
    for (const field of ['price', 'subTotal', 'discount', 'shippingTotal', 'fence']) delete properties[field];
  let call = owner;
  let type = way;
  const told = start.body.properties as Json;
  for (const { kind, field, at, value } of changes) {
    const one = body.items.length ? pick(body.items, at) : null;
    const real = (name: string) => Number(told[name]);
    if (kind === 'money') {
      const name = pick(['price', 'subTotal', 'discount', 'shippingTotal'], field);
      properties[name] = pick(
        [
          0,
          0.01,
          -0.01,
          -1,
          real(name) / 2,
          real(name) - 0.01,
          real(name) + 0.01,
          -real(name),
          1e9,
          1.005,
          '0',
          null,
          [],
          { $gt: 0 },
          true,
          `${real(name)}`,
        ],
        value,
      );
    } else if (kind === 'quantity' && one)
      one['quantity'] = pick([0, 1, -1, 2, 3, 0.5, 1e-9, 998, 999, 1_000, '1', null, [1], true, -999], value);
    else if (kind === 'package' && one)
      one.item['packageId'] = pick(['caixa', 'x', '', null, undefined, 0], value);
    else if (kind === 'item' && one)
      one.item['id'] = pick(
        [
          itemId('banana'),
          itemId('tomate'),
          itemId('banana', 'depois'),
          itemId('banana', 'passou'),
          itemId('banana', 'semana', 'clube'),
          goodsId('soma'),
          uuid(),
          'x',
          null,
        ],
        value,
      );
    else if (kind === 'campaign') {
      const id = pick(
        [
          campaignId('depois'),
          campaignId(),
          campaignId('passou'),
          campaignId('semana', 'clube'),
          uuid(),
          null,
          'x',
        ],
        value,
      );
      if (field % 2 && one) one['campaignId'] = id;
      else properties['campaignId'] = id;
    } else if (kind === 'selection' && one)
      one.item['itemKitSelection'] = pick(
        [
          undefined,
          [],
          [{ item: { id: goodsId('banana') }, quantity: 2 }],
          [
            { item: { id: goodsId('tomate') }, quantity: 1 },
            { item: { id: goodsId('banana') }, quantity: 1 },
          ],
          [{ item: { id: goodsId('manga') }, quantity: -1 }],
          null,
        ],
        value,
      );
    else if (kind === 'lines')
      body.items =
        ([
          () => body.items.slice(1),
          () => [...body.items, ...body.items],
          () => body.items.toReversed(),
          () => [],
          () =>
            body.items.flatMap((line) => [
              { ...line, quantity: 1 },
              { ...line, quantity: Number(line['quantity']) - 1 },
            ]),
        ][value % 5]?.() as typeof body.items) ?? [];
    else if (kind === 'coupon') {
      const target = field % 2 ? body : properties;
      Object.assign(target, {
        coupon: pick(codes, value),
        promotionId: uuid(),
        totals: { total: 0, coupon: 1e6 },
      });
    } else if (kind === 'pay') body['paymentMethod'] = pick(payments, value);
    else if (kind === 'way')
      properties['shippingMethod'] = pick(
        [
          pickup(),
          { id: methodId('entrega'), type: 'SCHEDULED' },
          { ...pickup(), price: 0 },
          { id: methodId('entrega', 'clube'), type: 'DELIVERY' },
          null,
        ],
        value,
      );
    else if (kind === 'cart')
      properties['cartUuid'] = value % 3 ? pick(held, value * 101 + at).cartUuid : uuid();
    else if (kind === 'fence') properties['fence'] = pick([0, 1, 2, -1, 1.5, '1', null], value);
    else if (kind === 'extra')
      Object.assign(
        pick([body, properties, ...(one ? [one, one.item] : [])], field),
        pick<Json>(
          [
            { state: 'PAID', paid: true },
            { total: 0, price: 0, unitPrice: 0 },
            { totals: { total: 0 } },
            { discount: 100 },
            { listPrice: 0.01, units: 0 },
            { tenantId: 'clube', userId: uuid(), accountId: uuid() },
            { subTotal: 0, shippingTotal: 0 },
            { ignoreShippingAddress: true, shippingAddressVerified: true },
            { installments: 0, amount: 0 },
          ],
          value,
        ),
      );
    else if (kind === 'type') type = pick(['PICKUP', 'SHIPPING', 'INTERNAL', 'GIFT'], value);
    else call = pick(faces, value);
  }
  return { body, call, type };
}
