import * as v from 'valibot';
import { ADDRESS_LENGTHS } from '../constants.ts';
import type { Draft } from '../cart.ts';
import { Choice, KeptRecipient, Recipient, Selection, ShippingChoice, Totals } from '../cart.ts';
import { IfMissing } from './if-missing.ts';
import { ClientSecret, Parcels, Plan, eachWalletOnce } from '../payment/payment.ts';
import { Reais } from '../reais.ts';
import { RefundLine } from './refund-line.ts';
import {
  Bag,
  CpfDigits,
  Email,
  Instant,
  Latitude,
  Longitude,
  NeededText,
  Phone,
  Quantity,
  Text,
  Uuid,
} from '../scalars.ts';

/** States and events of an order; the chart `order` is the only place that says which leads where. */
export const OrderState = v.picklist([
  'CREATED',
  'PENDING_PAYMENT',
  'PAYMENT_REVIEW',
  'PAYMENT_EXPIRED',
  'PAID',
  'PREPARING',
  'READY_FOR_PICKUP',
  'SHIPPED',
  'OUT_FOR_DELIVERY',
  'DELIVERY_FAILED',
  'COMPLETED',
  'CANCELLATION_REQUESTED',
  'CANCELED',
  'RETURN_REQUESTED',
  'RETURNED',
  'REFUNDED',
]);
export type OrderState = v.InferOutput<typeof OrderState>;
export const OrderEvent = v.picklist([
  'payment.requested',
  'payment.confirmed',
  'payment.reviewed',
  'payment.declined',
  'payment.expired',
  'retry.ended',
  'order.canceled',
  'preparation.started',
  'pickup.readied',
  'order.shipped',
  'cancellation.requested',
  'cancellation.accepted',
  'cancellation.refused',
  'delivery.started',
  'order.delivered',
  'delivery.failed',
  'delivery.rescheduled',
  'return.requested',
  'return.received',
  'return.refused',
  'refund.settled',
]);
export type OrderEvent = v.InferOutput<typeof OrderEvent>;
export const OrderType = v.picklist(['SHIPPING', 'PICKUP', 'INTERNAL']);
export type OrderType = v.InferOutput<typeof OrderType>;

/** The address inside an order as it was kept, in the specification's own field names (§3). */
const KeptAddress = v.object({
  cep: v.string(),
  address: v.string(),
  city: v.string(),
  country: v.string(),
  latitude: v.number(),
  longitude: v.number(),
  neighborhood: v.string(),
  street_number: v.string(),
  reference: v.optional(v.string()),
  complement: v.optional(v.string()),
  addressType: v.optional(v.string()),
  street_address: v.string(),
  administrative_area: v.string(),
  /** what the store asked of the address beside the usual (D17) */ attrs: v.optional(Bag),
});
const {
  address: STREET,
  streetNumber: NUMBER,
  neighborhood: NEIGHBORHOOD,
  reference: REFERENCE,
  complement: COMPLEMENT,
} = ADDRESS_LENGTHS;
/**
 * The same as somebody sends it: no longer than the form allows (§5); `address` is the street with its
 * number.
 */
export const ShippingAddress = v.object({
  ...KeptAddress.entries,
  cep: Text(9),
  latitude: Latitude,
  longitude: Longitude,
  address: Text(STREET + NUMBER + 2),
  city: Text(60),
  country: Text(60),
  neighborhood: Text(NEIGHBORHOOD),
  street_number: Text(NUMBER),
  reference: v.optional(Text(REFERENCE)),
  complement: v.optional(Text(COMPLEMENT)),
  addressType: v.optional(Text(20)),
  street_address: Text(STREET),
  administrative_area: Text(2),
});
export type ShippingAddress = v.InferOutput<typeof ShippingAddress>;

export const OrderItem = v.object({
  item: v.object({ id: Uuid, packageId: v.optional(Text(40)), itemKitSelection: v.optional(Selection) }),
  quantity: Quantity,
  campaignId: Uuid,
});
/**
 * Amounts and the place are optional here and only compared, never trusted: a difference is refused as PRICE
 * or ADDRESS. Whoever buys without an account also names a contact that a code
 * reaches (`userPhone` a mobile, or `email` besides) and the privacy text that was agreed to (D74).
 */
export const NewOrder = v.object({
  items: v.pipe(v.array(OrderItem), v.minLength(1), v.maxLength(200)),
  userName: NeededText(80),
  userPhone: v.optional(Phone),
  email: v.optional(Email),
  /** of the privacy text that a buyer without an account agreed to (D74) */ privacyVersion: v.optional(
    Text(20),
  ),
  paymentMethod: v.object({
    type: v.picklist(['PIX', 'CREDIT_CARD', 'WALLET', 'FREE']),
    clientSecret: v.optional(ClientSecret),
    installments: v.optional(Parcels),
    /** wallets that pay first, `amount` of each */ wallets: v.optional(
      eachWalletOnce(v.object({ uuid: Uuid, amount: Reais })),
    ),
    /** one alone, as pages from before there could be several send it: up to `amount`, or all it can */
    wallet: v.optional(v.object({ uuid: Uuid, amount: v.optional(Reais) })),
  }),
  properties: v.object({
    cartUuid: Uuid,
    campaignId: v.optional(Uuid),
    account: v.optional(v.object({ cpf: v.optional(CpfDigits) })),
    shippingAddress: v.optional(ShippingAddress),
    shippingAddressVerified: v.optional(v.boolean()),
    ignoreShippingAddress: v.optional(v.boolean()),
    extra: v.optional(Bag),
    price: v.optional(Reais),
    subTotal: v.optional(Reais),
    discount: v.optional(Reais),
    shippingTotal: v.optional(Reais),
    shippingMethod: v.optional(ShippingChoice),
    recipient: v.optional(Recipient),
    /** the number of the lock this order is placed under */ fence: v.optional(v.number()),
  }),
});
export type NewOrder = v.InferOutput<typeof NewOrder>;

/** Some of a line. */
export const Part = v.object({
  /** place of a line in the order's items, from 0 */ line: v.pipe(v.number(), v.integer(), v.minValue(0)),
  quantity: Quantity,
});
/** What a buyer asked for when giving goods back. */
export const ReturnAsked = v.object({
  kind: v.picklist(['REGRET', 'DEFECT', 'MISSING']),
  reason: v.optional(v.string()),
  at: Instant,
  items: v.optional(v.array(Part)),
  wish: v.optional(v.picklist(['REFUND', 'EXCHANGE'])),
  wanted: v.optional(v.array(v.object({ id: Uuid, quantity: Quantity }))),
  /** what was paid for the goods */ amount: v.optional(Reais),
  /** names of the pictures that came with it */ photos: v.optional(v.array(Uuid)),
});
export const PlacedItem = v.object({
  item: v.object({
    id: Uuid,
    name: v.string(),
    image: v.optional(v.string()),
    unit: v.optional(v.string()),
    tint: v.optional(v.string()),
    /** ninety days for a fault */ durable: v.optional(v.boolean()),
    packageId: v.optional(v.string()),
    itemKitSelection: v.optional(Selection),
    choices: v.optional(v.array(Choice)),
  }),
  quantity: v.number(),
  campaignId: Uuid,
  unitPrice: Reais,
  /** of one before an offer; not known of orders from before it was kept */ listPrice: v.optional(Reais),
  discount: Reais,
  /** what `discount` is of the line */ percent: v.optional(v.number()),
  total: Reais,
  ifMissing: v.optional(IfMissing),
});
/** What a wallet paid of an order; `name` as it was called then, `points` where it counts in points. */
const PaidPart = v.object({
  uuid: Uuid,
  /** not kept by orders from before there could be several */ name: v.optional(v.string()),
  amount: Reais,
  points: v.optional(v.number()),
});
export type PaidPart = v.InferOutput<typeof PaidPart>;
export const Order = v.object({
  id: Uuid,
  state: OrderState,
  code: v.string(),
  type: OrderType,
  userId: v.optional(Uuid),
  creationDate: Instant,
  timestamp: v.number(),
  version: v.number(),
  parentId: v.optional(Uuid),
  address: v.optional(v.string()),
  latitude: v.optional(v.number()),
  longitude: v.optional(v.number()),
  complement: v.optional(v.string()),
  /** where it goes, in one line */ locationDescription: v.optional(v.string()),
  items: v.array(PlacedItem),
  userName: v.string(),
  userPhone: v.optional(v.string()),
  email: v.optional(v.string()),
  paymentMethod: v.object({
    type: v.string(),
    installments: v.optional(v.number()),
    /** what the card is charged, with the interest */ plan: v.optional(Plan),
    /** why the last card was refused; another way to pay may be chosen */ declined: v.optional(v.string()),
    /** what wallets paid of it */ wallets: v.optional(v.array(PaidPart)),
  }),
  properties: v.object({
    ...NewOrder.entries.properties.entries,
    recipient: v.optional(KeptRecipient),
    account: v.optional(v.object({ cpf: v.optional(v.string()) })),
    shippingAddress: v.optional(KeptAddress),
    totals: Totals,
    shippingName: v.optional(v.string()),
    window: v.optional(v.object({ start: Instant, end: Instant })),
    reason: v.optional(v.string()),
    campaignName: v.optional(v.string()),
    /** the code that was used */ coupon: v.optional(v.string()),
    /** what a guest agreed to */ privacyVersion: v.optional(v.string()),
    reschedules: v.optional(v.number()),
    /** of a part: the hub that serves its campaign */ hubId: v.optional(Uuid),
    /** and what it is called */ hubName: v.optional(v.string()),
    returnRequest: v.optional(ReturnAsked),
    /** returns whose goods came in, the oldest first */ returns: v.optional(v.array(ReturnAsked)),
  }),
  /** what the buyer or the shop may do next, from the order chart */
  allowedEvents: v.array(OrderEvent),
});
export type Order = v.InferOutput<typeof Order>;

/** What anybody with the code may see: state, dates, city, item names and a masked name (D48, SEC-12). */
export const PublicOrder = v.object({
  code: v.string(),
  state: OrderState,
  type: OrderType,
  creationDate: Instant,
  name: v.string(),
  city: v.optional(v.string()),
  items: v.array(v.object({ name: v.string(), quantity: v.number() })),
  events: v.array(v.object({ state: OrderState, at: Instant })),
});
export type PublicOrder = v.InferOutput<typeof PublicOrder>;

export const Follow = v.object({
  orderCode: v.string(),
  state: OrderState,
  eta: v.optional(v.object({ start: Instant, end: Instant })),
  carrier: v.optional(
    v.object({
      /** not known of a way of delivery that names none */ id: v.optional(v.string()),
      name: v.optional(v.string()),
      trackingCode: v.optional(v.string()),
      url: v.optional(v.string()),
    }),
  ),
  events: v.array(
    v.object({
      state: OrderState,
      at: Instant,
      text: v.string(),
      place: v.optional(v.string()),
      /** why, in the shop's words: of what it refused, canceled or could not deliver */
      reason: v.optional(v.string()),
    }),
  ),
  invoiceUrl: v.optional(v.string()),
  /** told with the whole order, not with a part */ refunds: v.optional(v.array(RefundLine)),
  allowedEvents: v.array(OrderEvent),
});
export type Follow = v.InferOutput<typeof Follow>;
export type CheckoutDraft = { [K in keyof typeof Draft]?: v.InferOutput<(typeof Draft)[K]> };
