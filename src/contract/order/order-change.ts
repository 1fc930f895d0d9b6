import * as v from 'valibot';
import { Recipient, ShippingChoice } from '../cart.ts';
import { endpoint } from '../endpoint.ts';
import { Order, ShippingAddress } from './order.ts';
import { OrderProof } from './order-proof.ts';
import { Bag, CpfDigits, Email, NeededText, OrderCode, Phone, Uuid } from '../scalars.ts';

/**
 * An order without its items, as much of it as may change: who buys and receives, how to find the door, and
 * another window of the same delivery.
 * All else that a client sends along (amounts, state, lines) is dropped. `version` is compared when it is
 * named.
 */
export const OrderChange = v.object({
  version: v.optional(v.number()),
  userName: v.optional(NeededText(80)),
  userPhone: v.optional(Phone),
  email: v.optional(Email),
  properties: v.optional(
    v.object({
      recipient: v.optional(Recipient),
      extra: v.optional(Bag),
      shippingAddress: v.optional(ShippingAddress),
      shippingMethod: v.optional(ShippingChoice),
    }),
  ),
});
export type OrderChange = v.InferOutput<typeof OrderChange>;
export const updateOrder = endpoint({
  name: 'updateOrder',
  method: 'PUT',
  path: '/api/operation/orders/order/{id}',
  audience: 'buyer',
  params: v.object({ id: Uuid }),
  body: OrderChange,
  response: Order,
  status: 200,
  problems: [
    'MALFORMED',
    'NOT_FOUND',
    'UNAUTHENTICATED',
    'VERSION',
    'ILLEGAL_EVENT',
    'ADDRESS',
    'WINDOW',
    'RESCHEDULE_LIMIT',
  ],
  summary:
    'Changes who receives an order, how to find the door, or the window of its delivery (twice at most).',
  source: 'spec §7 Orders and wallets; D41, screen RescheduleOrder',
});

/** The parts of an order, one per campaign and hub; each carries the number of the whole in `parentId`. */
export const listOrderChildren = endpoint({
  name: 'listOrderChildren',
  method: 'GET',
  path: '/api/operation/orders/code/{code}/child',
  audience: 'buyer',
  params: v.object({ code: OrderCode }),
  response: v.array(Order),
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND', 'UNAUTHENTICATED'],
  summary: 'The parts of one of my orders, by campaign and hub.',
  source: 'spec §7 Orders and wallets; D49',
});

/**
 * Without `claim`: the contact of one's own order. With it: a signed-in client takes an order that nobody
 * with an account has, made with a contact that this client has proved, at sign-in or by `proof`, or made by the
 * visitor that they were.
 */
export const setOrderUser = endpoint({
  name: 'setOrderUser',
  method: 'PUT',
  path: '/api/operation/orders/code/{code}/user',
  audience: 'buyer',
  params: v.object({ code: OrderCode }),
  body: v.object({
    name: v.optional(NeededText(80)),
    phone: v.optional(Phone),
    email: v.optional(Email),
    cpf: v.optional(CpfDigits),
    claim: v.optional(v.boolean()),
    /** of `claim` */ proof: v.optional(OrderProof),
  }),
  headers: ['X-Lead-Secret'],
  response: Order,
  status: 201,
  problems: ['MALFORMED', 'NOT_FOUND', 'UNAUTHENTICATED', 'ILLEGAL_EVENT', 'FRESH_PROOF', 'TAKEN'],
  summary: 'Sets the contact of an order, or takes a guest order into the account of its buyer.',
  source: 'spec §7 Orders and wallets; D50; decision 117',
});
