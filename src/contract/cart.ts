import * as v from 'valibot';
import { DiscountRule } from './campaign.ts';
import { endpoint } from './endpoint.ts';
import { IfMissing } from './order/if-missing.ts';
import { Parcels, eachWalletOnce } from './payment/payment.ts';
import { Reais } from './reais.ts';
import { Address, Form, point } from './place.ts';
import {
  Bag,
  CampaignRef,
  CpfDigits,
  Instant,
  NeededText,
  Pause,
  Phone,
  Quantity,
  Text,
  Uuid,
} from './scalars.ts';

/** What a chosen flavour or kit option is: item and how many. */
export const Selection = v.pipe(
  v.array(v.object({ item: v.object({ id: Uuid }), quantity: Quantity })),
  v.maxLength(40),
);

/** A line as the browser knows it. Its identity is campaign + item + package + canonical selection. */
export const CartLine = v.object({
  id: Uuid,
  quantity: Quantity,
  campaignId: Uuid,
  packageId: v.optional(Text(40)),
  selection: v.optional(Selection),
  ifMissing: v.optional(IfMissing),
});
export type CartLine = v.InferOutput<typeof CartLine>;

/** A choice inside a line as people read it. */
export const Choice = v.object({ id: Uuid, name: v.string(), quantity: v.number() });
/**
 * A line with what only the server may say. Money in reais; `discount` is for the whole line; `unitPrice`
 * includes what was chosen for a kit or flavour.
 */
export const PricedLine = v.object({
  ...CartLine.entries,
  name: v.string(),
  image: v.optional(v.string()),
  unit: v.optional(v.string()),
  tint: v.optional(v.string()),
  durable: v.optional(v.boolean()),
  campaignName: v.string(),
  unitPrice: Reais,
  listPrice: v.optional(Reais),
  discount: Reais,
  /** what `discount` is of the line, in percent; missing where nothing is off */ percent: v.optional(
    v.number(),
  ),
  total: Reais,
  /** units of this line that can be sold now */ available: v.number(),
  /** the most of them beside the other lines, where these take of the same stock */ room: v.optional(
    v.number(),
  ),
  max: v.optional(v.number()),
  choices: v.optional(v.array(Choice)),
  /** why none of it is available, where the shop paused it or what is inside */ paused: v.optional(Pause),
});
export type PricedLine = v.InferOutput<typeof PricedLine>;

/**
 * What the server changed in a cart, so that a person can be told. SELECTION: what is inside of a kit, or its
 * flavours, is missing or cannot be had.
 */
export const CartChange = v.object({
  id: Uuid,
  campaignId: Uuid,
  kind: v.picklist(['PRICE', 'DISCOUNT', 'QUANTITY', 'REMOVED']),
  reason: v.picklist(['STOCK', 'LIMIT', 'PRICE', 'CAMPAIGN', 'GONE', 'SELECTION']),
  before: v.optional(v.number()),
  after: v.optional(v.number()),
  name: v.optional(v.string()),
  /** of a line that left for its choices, what they were: it is chosen anew from what of them still holds */
  selection: v.optional(Selection),
});
export type CartChange = v.InferOutput<typeof CartChange>;

/** Why a coupon gives nothing. */
export const CouponRefusalCode = v.picklist([
  'UNKNOWN',
  'NOT_STARTED',
  'ENDED',
  'USED_UP',
  'PER_BUYER',
  'CAMPAIGN',
  'MIN_TOTAL',
]);

/**
 * What a code promises, to whoever holds it and has the goods or can have them. `value` in percent or reais,
 * 0 for free delivery; `campaignIds` that it counts on, left out where it counts on all; `minTotal` that
 * these must cost, in reais.
 */
export const CouponTerms = v.object({
  type: v.picklist(['PERCENT', 'FIXED', 'FREE_SHIPPING']),
  value: v.number(),
  campaignIds: v.optional(v.array(Uuid)),
  minTotal: v.optional(Reais),
});
export type CouponTerms = v.InferOutput<typeof CouponTerms>;

export const Totals = v.object({
  subTotal: Reais,
  discount: Reais,
  coupon: Reais,
  paymentDiscount: Reais,
  shipping: Reais,
  total: Reais,
});
export type Totals = v.InferOutput<typeof Totals>;

export const Recipient = v.object({
  self: v.boolean(),
  name: NeededText(80, 'Diga quem recebe.'),
  phone: Phone,
  cpf: v.optional(CpfDigits),
});
export type Recipient = v.InferOutput<typeof Recipient>;
/** As it was kept: a rule that became stricter since makes no cart or order unreadable. */
export const KeptRecipient = v.object({
  self: v.boolean(),
  name: v.string(),
  phone: v.string(),
  cpf: v.optional(v.string()),
});
/** The chosen way of receiving: an option of the quote, with its window or pickup point. */
export const ShippingChoice = v.object({
  id: Text(60),
  type: v.picklist(['DELIVERY', 'EXPRESS', 'SCHEDULED', 'PICKUP']),
  windowId: v.optional(Text(80)),
  hubId: v.optional(Uuid),
});
export type ShippingChoice = v.InferOutput<typeof ShippingChoice>;

/** What a buyer has decided so far; it lives with the cart, so a detour never loses it. */
export const Draft = {
  location: v.optional(Address),
  shippingMethod: v.optional(ShippingChoice),
  recipient: v.optional(Recipient),
  extra: v.optional(Bag),
  paymentMethod: v.optional(
    v.object({
      type: v.picklist(['PIX', 'CREDIT_CARD', 'WALLET', 'FREE']),
      installments: v.optional(Parcels),
      /** a saved card */ cardId: v.optional(Uuid),
    }),
  ),
  coupon: v.optional(Text(40)),
  /** the wallets that pay first, and what of each at most; the server says what comes of it (D81) */
  wallets: v.optional(eachWalletOnce(v.object({ uuid: Uuid, amount: Reais }))),
  /** what was added last, as whoever added it says (§3) */ lastProductId: v.optional(Uuid),
};
export const CartBody = v.object({
  version: v.pipe(v.number(), v.integer(), v.minValue(0)),
  products: v.pipe(v.array(CartLine), v.maxLength(200, 'O carrinho leva até 200 itens diferentes.')),
  ...Draft,
});
export type CartBody = v.InferOutput<typeof CartBody>;
export const Cart = v.object({
  uuid: Uuid,
  version: v.number(),
  products: v.array(PricedLine),
  ...Draft,
  recipient: v.optional(KeptRecipient),
  discountRules: v.array(DiscountRule),
  totals: Totals,
  changes: v.array(CartChange),
  /** why the coupon of the cart gives nothing now; a hold is refused while it says so */ couponRefusal:
    v.optional(CouponRefusalCode),
  /** of a coupon that counts, or would with other goods */ couponTerms: v.optional(CouponTerms),
  lockedUntil: v.optional(Instant),
  /** the live order of this cart, when it has become one */ orderCode: v.optional(v.string()),
});
export type Cart = v.InferOutput<typeof Cart>;

const cart = v.object({ uuid: Uuid });
export const getCart = endpoint({
  name: 'getCart',
  method: 'GET',
  path: '/api/operation/carts/{uuid}',
  audience: 'buyer',
  params: cart,
  headers: ['X-Lead-Secret'],
  response: Cart,
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND', 'UNAUTHENTICATED'],
  summary:
    "A cart with today's prices; a visitor's is also read by the client that this visitor has become, with the lead's secret.",
  source: 'D39',
});
/** The cart that a client left open elsewhere, to merge with at sign-in. */
export const newestCart = endpoint({
  name: 'newestCart',
  method: 'GET',
  path: '/api/operation/carts',
  audience: 'bearer',
  response: Cart,
  status: 200,
  also: [204],
  problems: ['UNAUTHENTICATED'],
  summary: 'The newest open cart of this client; 204 when there is none.',
  source: 'D13, D39',
});
/**
 * Version 0 creates. A stale version answers 409 VERSION with the cart as it is in `current`; a client may
 * take a lead's cart by naming the lead's secret (merge, D13).
 */
export const putCart = endpoint({
  name: 'putCart',
  method: 'PUT',
  path: '/api/operation/carts/{uuid}',
  audience: 'buyer',
  params: cart,
  headers: ['X-Lead-Secret'],
  body: CartBody,
  response: Cart,
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND', 'UNAUTHENTICATED', 'VERSION', 'ORDERED', 'TOO_MANY_REQUESTS'],
  summary: 'Writes the whole cart; the answer has prices and what had to change.',
  source: 'D39',
});

export const Window = v.object({
  id: v.string(),
  start: Instant,
  end: Instant,
  left: v.number(),
  price: v.optional(Reais),
});
export const QuoteOption = v.object({
  id: v.string(),
  name: v.string(),
  type: v.picklist(['DELIVERY', 'EXPRESS', 'SCHEDULED', 'PICKUP']),
  price: Reais,
  days: v.object({ min: v.number(), max: v.number() }),
  windows: v.optional(v.array(Window)),
  companyId: v.optional(v.string()),
  hubId: v.optional(Uuid),
  address: v.optional(v.string()),
  instructions: v.optional(v.string()),
  hours: v.optional(v.string()),
  /** when a pickup would be ready */ readyAt: v.optional(Instant),
  /** until when an order still finds the first free one of the windows */ orderBy: v.optional(Instant),
  /** goods of this sum are brought for nothing */ freeAbove: v.optional(Reais),
  distance: v.optional(v.number()),
});
export type QuoteOption = v.InferOutput<typeof QuoteOption>;
export const Quote = v.object({
  validUntil: Instant,
  address: v.optional(Address),
  options: v.array(QuoteOption),
  /** of a hub that would have options, or more of them: until when it holds they are not there */ paused:
    v.optional(Pause),
  /** why there is no delivery here; FORM: by the form of addresses */
  refusal: v.optional(v.picklist(['AREA', 'ADDRESS', 'FORM'])),
  /** the campaign asks for no address: the goods are fetched (D28, D29) */ ignoreShippingAddress: v.optional(
    v.boolean(),
  ),
  /** what the campaigns of the cart ask of whoever orders there (D17, D68) */ questions: v.optional(
    v.array(v.object({ campaignId: Uuid, campaignName: v.string(), form: Form })),
  ),
});
export type Quote = v.InferOutput<typeof Quote>;
export const getQuote = endpoint({
  name: 'getQuote',
  method: 'GET',
  path: '/api/operation/orders/quote/{id}',
  audience: 'optional',
  params: v.object({ id: Uuid }),
  query: v.partial(v.object({ /** the item's */ campaign: CampaignRef, ...point })),
  response: Quote,
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND', 'UNAUTHENTICATED'],
  summary:
    'Ways to receive a cart (or an order that is rescheduled), with prices and windows; with a campaign, one of its items or, by its own id, the campaign itself, for anybody. A point stands for the address.',
  source: 'spec §7; D41',
});
