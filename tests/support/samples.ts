import type { Cart, PricedLine, Quote } from '#contract/cart.ts';
import type { Lock } from '#contract/order/lock.ts';
import type { Account, User } from '#contract/people/account.ts';
import type { Order } from '#contract/order/order.ts';
import type { PaymentMethod } from '#contract/payment/payment.ts';
import type { Address } from '#contract/place.ts';
import { ApiProblem, NetworkFault } from '#contract/problem.ts';
import type { SessionTokens } from '#machines/session/token.machine.ts';

/** Things of the shop as a test needs them, small and whole. Times around 2026-11-21 12:00 UTC. */

export const noon = Date.parse('2026-11-21T12:00:00.000Z');
export const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const cartUuid = uuid(1);
export const campaignId = uuid(2);

export const address: Address = {
  postalCode: '01310-100',
  address: 'Avenida Paulista',
  streetNumber: '1000',
  hasNumber: true,
  neighborhood: 'Bela Vista',
  city: 'São Paulo',
  administrativeArea: 'SP',
  latitude: -23.56,
  longitude: -46.65,
};
export const tokens: SessionTokens = {
  accessToken: 'access',
  refreshToken: null,
  expiresIn: noon + 600_000,
  timestamp: noon,
};
export const user: User = {
  id: uuid(3),
  activated: true,
  phone: '+5511987654321',
  signedUp: true,
  roles: ['CLIENT'],
};
export const account: Account = {
  id: uuid(4),
  name: 'Maria Silva',
  phone: '+5511987654321',
  identification: '52998224725',
  addresses: [address],
  properties: {},
  version: 1,
};

const money = { subTotal: 39.9, discount: 0, coupon: 0, paymentDiscount: 0, shipping: 10, total: 49.9 };
export const pricedLine = (n: number, quantity: number): PricedLine => ({
  id: uuid(100 + n),
  quantity,
  campaignId,
  name: `Item ${n}`,
  campaignName: 'Feira',
  unitPrice: 10,
  discount: 0,
  total: 10 * quantity,
  available: 99,
});
export const cartOf = (version: number, products: PricedLine[], more: Partial<Cart> = {}): Cart => ({
  uuid: cartUuid,
  version,
  products,
  discountRules: [],
  totals: money,
  changes: [],
  ...more,
});
export const quote: Quote = {
  validUntil: '2026-11-21T12:15:00.000Z',
  options: [
    { id: 'express', name: 'Hoje', type: 'EXPRESS', price: 10, days: { min: 0, max: 0 } },
    {
      id: 'window',
      name: 'Agendada',
      type: 'SCHEDULED',
      price: 8,
      days: { min: 1, max: 1 },
      windows: [
        { id: 'morning', start: '2026-11-22T12:00:00.000Z', end: '2026-11-22T15:00:00.000Z', left: 3 },
      ],
    },
    { id: 'pickup', name: 'Retirar', type: 'PICKUP', price: 0, days: { min: 0, max: 1 }, hubId: uuid(5) },
  ],
};
export const lock: Lock = {
  lockedUntil: '2026-11-21T12:15:00.000Z',
  fence: 1,
  totals: money,
  lines: [pricedLine(1, 2)],
};
export const order: Order = {
  id: uuid(6),
  state: 'PENDING_PAYMENT',
  code: '0123456789ABCDEF',
  type: 'SHIPPING',
  creationDate: '2026-11-21T12:00:00.000Z',
  timestamp: noon,
  version: 1,
  items: [],
  userName: 'Maria Silva',
  paymentMethod: { type: 'PIX' },
  properties: { cartUuid, totals: money },
  allowedEvents: [],
};

/** A card's parcels of a sum, as the server offers them. */
export const cardMethod = (total = 30, most = 3): PaymentMethod => ({
  type: 'CREDIT_CARD',
  label: 'Cartão',
  installments: most,
  plans: Array.from({ length: most }, (_, index) => {
    const n = index + 1;
    return { n, first: total / n, value: total / n, total, rate: 0 };
  }),
});

export const fault = { error: new NetworkFault('offline') };
export const bug = { error: new TypeError('bug') };
export const refusal = (...given: ConstructorParameters<typeof ApiProblem>) => ({
  error: new ApiProblem(...given),
});
