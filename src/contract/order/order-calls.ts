import * as v from 'valibot';
import { ORDERS_PAGE } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { ClientSecret, Parcels } from '../payment/payment.ts';
import { OrderCode, Quantity, QueryList, Text, Uuid, pageOf, pageQuery } from '../scalars.ts';
import { Follow, NewOrder, Order, OrderType, Part, PublicOrder } from './order.ts';

/**
 * Of a return: seven days for no reason, thirty for a fault or for what was not there, ninety for a fault of
 * goods that last.
 */
const ReturnRequest = {
  kind: v.optional(v.picklist(['REGRET', 'DEFECT', 'MISSING']), 'REGRET'),
  /** all that is left when it is left out */ items: v.optional(
    v.pipe(v.array(Part), v.minLength(1), v.maxLength(200)),
  ),
  /** the money, or credit for other goods */ wish: v.optional(v.picklist(['REFUND', 'EXCHANGE']), 'REFUND'),
  /** pictures that were sent before */ photos: v.optional(
    v.pipe(
      v.array(Uuid),
      v.maxLength(5),
      v.check((ids) => new Set(ids).size === ids.length, 'Mande cada foto uma vez.'),
    ),
  ),
  /** what one would like instead, for the shop to read */ wanted: v.optional(
    v.pipe(v.array(v.object({ id: Uuid, quantity: Quantity })), v.maxLength(50)),
  ),
};

const code = v.object({ code: OrderCode });
const id = v.object({ id: Uuid });
const mine = ['MALFORMED', 'NOT_FOUND', 'UNAUTHENTICATED'] as const;

/** Headers: `Idempotency-Key: {cartUuid}:{attempt}` and `Retry-Allowed: true` (definitions, Idempotency). */
export const placeOrder = endpoint({
  name: 'placeOrder',
  method: 'POST',
  path: '/api/operation/orders/v2/{type}',
  audience: 'buyer',
  params: v.object({ type: OrderType }),
  headers: ['Idempotency-Key', 'Retry-Allowed'],
  body: NewOrder,
  response: Order,
  status: 201,
  problems: [
    'MALFORMED',
    'UNAUTHENTICATED',
    'NOT_FOUND',
    'LOCK_LOST',
    'STOCK',
    'PRICE',
    'CAMPAIGN',
    'CAMPAIGN_ENDED',
    'AREA',
    'LIMIT',
    'WINDOW',
    'ORDERED',
    'IN_FLIGHT',
    'KEY_REUSED',
    'ADDRESS',
    'PAYMENT_METHOD',
    'BALANCE',
    'FRESH_PROOF',
    'TOO_MANY_REQUESTS',
  ],
  summary: 'Places the order of a locked cart. Sent again with the same key it answers the same order.',
  source: 'spec §7; D44',
});
export const cancelOrder = endpoint({
  name: 'cancelOrder',
  method: 'DELETE',
  path: '/api/operation/orders/cancel/{id}',
  audience: 'buyer',
  params: id,
  query: v.object({ reason: v.optional(Text(200)) }),
  status: 204,
  problems: [...mine, 'NOT_CANCELABLE'],
  summary: 'Cancels an order, or one part of a paid one, that is not in preparation yet.',
  source: 'spec §4, §7; D51',
});
export const sendOrderEvent = endpoint({
  name: 'sendOrderEvent',
  method: 'POST',
  path: '/api/operation/orders/order/{id}/events',
  audience: 'buyer',
  params: id,
  body: v.object({
    type: v.picklist([
      'payment.requested',
      'cancellation.requested',
      'return.requested',
      'delivery.rescheduled',
    ]),
    reason: v.optional(Text(200)),
    ...ReturnRequest,
    /** of `payment.requested`: how it is paid now, Pix when it is not said */ paymentMethod: v.optional(
      v.object({
        type: v.picklist(['PIX', 'CREDIT_CARD']),
        clientSecret: v.optional(ClientSecret),
        installments: v.optional(Parcels),
      }),
    ),
  }),
  response: Order,
  status: 200,
  problems: [
    ...mine,
    'ILLEGAL_EVENT',
    'STOCK',
    'PIX_LIMIT',
    'RETURN_LATE',
    'PAYMENT_METHOD',
    'WINDOW',
    'RESCHEDULE_LIMIT',
  ],
  summary:
    'What a buyer may ask of an order: another try to pay after a Pix code expired or a card was declined, a cancellation the shop must accept, another delivery after one that failed where there are no windows to choose from, or to give goods back, all or some, for the money or in exchange.',
  source: 'D41, D51, D52, D57',
});
export const getOrder = endpoint({
  name: 'getOrder',
  method: 'GET',
  path: '/api/operation/orders/order/{id}',
  audience: 'buyer',
  params: id,
  response: Order,
  status: 200,
  problems: mine,
  summary: 'One of my orders, or one part of it, by id.',
  source: 'D43',
});
export const listOrders = endpoint({
  name: 'listOrders',
  method: 'GET',
  path: '/api/operation/orders',
  audience: 'buyer',
  response: v.array(Order),
  status: 200,
  problems: ['UNAUTHENTICATED'],
  summary: 'My newest orders.',
  source: 'D43',
});
export const listLeadOrders = endpoint({
  name: 'listLeadOrders',
  method: 'GET',
  path: '/api/operation/orders/lead/{leadId}',
  audience: 'lead',
  params: v.object({ leadId: Uuid }),
  response: v.array(Order),
  status: 200,
  problems: mine,
  summary: 'The newest orders of a visitor, for whoever has the secret of that visitor.',
  source: 'spec §7; D43',
});
export const listOpenOrders = endpoint({
  name: 'listOpenOrders',
  method: 'GET',
  path: '/api/operation/orders/filtered',
  audience: 'buyer',
  response: v.array(Order),
  status: 200,
  problems: ['UNAUTHENTICATED'],
  summary: 'My orders that are not at an end, for the five-minute refresh.',
  source: 'spec §7; D43',
});
/** A day that the calendar has, of this era's computers. */
const isDay = (text: string) => {
  const at = Date.parse(`${text}T00:00:00Z`);
  return at >= 0 && text < '9999' && new Date(at).toISOString().startsWith(text);
};
export const QueryDate = v.pipe(v.string(), v.isoDate(), v.check(isDay, 'Use uma data como 2026-12-25.'));
export const pageOrders = endpoint({
  name: 'pageOrders',
  method: 'GET',
  path: '/api/operation/orders/pageable',
  audience: 'buyer',
  query: v.object({
    ...pageQuery(ORDERS_PAGE, ORDERS_PAGE),
    campaignIds: v.optional(QueryList),
    created_after: v.optional(QueryDate),
    created_before: v.optional(QueryDate),
    status: v.optional(QueryList),
    searchText: v.optional(Text(80)),
    /** `false` lists the parts of orders too, each with its `parentId` */ onlyParent: v.optional(
      v.pipe(
        v.picklist(['true', 'false']),
        v.transform((text) => text === 'true'),
      ),
    ),
  }),
  response: pageOf(Order),
  status: 200,
  problems: ['MALFORMED', 'UNAUTHENTICATED'],
  summary:
    'My orders by page, campaign, day, state and text; with onlyParent=false their parts (one per campaign and hub) are listed too.',
  source: 'spec §7',
});
export const orderByCode = endpoint({
  name: 'orderByCode',
  method: 'GET',
  path: '/api/operation/orders/code/{code}',
  audience: 'buyer',
  params: code,
  response: Order,
  status: 200,
  problems: mine,
  summary: 'One of my orders, or one part of it, by its code.',
  source: 'spec §7',
});
export const publicOrder = endpoint({
  name: 'publicOrder',
  method: 'GET',
  path: '/api/operation/orders/code/{code}/public',
  audience: 'public',
  params: code,
  response: PublicOrder,
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND', 'TOO_MANY_REQUESTS'],
  summary: 'The public view of an order or of one part of it.',
  source: 'spec §7; D48',
});
export const followOrder = endpoint({
  name: 'followOrder',
  method: 'GET',
  path: '/api/operation/orders/follow/{id}',
  audience: 'buyer',
  params: id,
  response: Follow,
  status: 200,
  problems: mine,
  summary: 'Where an order, or one part of it, is: timeline, carrier and what may be done.',
  source: 'spec §7; D47',
});
