import * as v from 'valibot';
import { endpoint } from '#contract/endpoint.ts';
import { QueryDate } from '#contract/order/order-calls.ts';
import { DeliveryUpdate } from '#contract/order/delivery-update.ts';
import { IfMissing } from '#contract/order/if-missing.ts';
import { OrderState, OrderType } from '#contract/order/order.ts';
import { Problem } from '#contract/problem-list.ts';
import { Reais } from '#contract/reais.ts';
import { OpsCharge, OpsRefund } from './charge.ts';
import { OpsDispute } from './dispute.ts';
import { PersonField } from './person.ts';
import { OpsReturn } from './return.ts';
import { Instant, NeededText, QueryList, Text, Uuid, pageOf, pageQuery } from '#contract/scalars.ts';
import { OpsDay } from './day.ts';

/** Columns of the board, in the order in which they stand. */
export const BoardColumn = v.picklist(['new', 'preparing', 'ready', 'onTheWay', 'attention']);
export type BoardColumn = v.InferOutput<typeof BoardColumn>;
const Window = v.object({ start: Instant, end: Instant });

/** What an operator may send to an order; what else happens to it comes from money and time. */
export const OpsEvent = v.picklist([
  'preparation.started',
  'pickup.readied',
  'order.shipped',
  'delivery.started',
  'order.delivered',
  'delivery.failed',
  'delivery.rescheduled',
  'cancellation.requested',
  'cancellation.accepted',
  'cancellation.refused',
  'order.canceled',
  'return.received',
  'return.refused',
]);
export type OpsEvent = v.InferOutput<typeof OpsEvent>;

/** A part of an order: what one hub prepares for one campaign. The board and the table list these. */
export const OpsCard = v.object({
  orderId: Uuid,
  childId: Uuid,
  /** of the part */ code: v.string(),
  orderCode: v.string(),
  /** parts that the order has */ parts: v.number(),
  state: OrderState,
  /** of the order: goes with every event */ version: v.number(),
  type: OrderType,
  /** masked: `Marina P.` */ name: v.string(),
  hub: v.optional(v.object({ id: Uuid, name: v.string() })),
  campaign: v.object({ id: Uuid, name: v.string() }),
  window: v.optional(Window),
  /** neighbourhood and city, or the way of receiving */ place: v.optional(v.string()),
  createdAt: Instant,
  /** in this state since */ since: Instant,
  /** the hour by which it should have moved has passed */ isOverdue: v.boolean(),
  lines: v.array(v.object({ name: v.string(), quantity: v.number() })),
  total: Reais,
  /** what this person may send for this part now */ allowedEvents: v.array(OpsEvent),
});
export type OpsCard = v.InferOutput<typeof OpsCard>;

export const readBoard = endpoint({
  name: 'readBoard',
  method: 'GET',
  path: '/api/ops/board',
  audience: 'staff',
  action: 'orders.read',
  query: v.object({ hubId: v.optional(Uuid), campaignId: v.optional(Uuid) }),
  response: v.object({
    now: Instant,
    columns: v.array(
      v.object({
        id: BoardColumn,
        /** of which `cards` are the oldest 50 */ total: v.number(),
        cards: v.array(OpsCard),
      }),
    ),
    /** what the filters can be set to: hubs of this person, campaigns of the shop */
    hubs: v.array(v.object({ id: Uuid, name: v.string() })),
    campaigns: v.array(v.object({ id: Uuid, name: v.string() })),
    day: OpsDay,
  }),
  status: 200,
  problems: ['MALFORMED'],
  summary: 'The parts that are under way, in columns, the oldest first.',
  source: 'operator study, §1, §2',
});

export const listOpsOrders = endpoint({
  name: 'listOpsOrders',
  method: 'GET',
  path: '/api/ops/orders',
  audience: 'staff',
  action: 'orders.read',
  query: v.object({
    ...pageQuery(50, 100),
    column: v.optional(BoardColumn),
    state: v.optional(QueryList),
    hubId: v.optional(Uuid),
    campaignId: v.optional(Uuid),
    type: v.optional(OrderType),
    /** first day of their making, in São Paulo */ from: v.optional(QueryDate),
    /** last day, included */ to: v.optional(QueryDate),
    /** part of a code, or of the buyer's name */ text: v.optional(Text(80)),
  }),
  response: v.object({ ...pageOf(OpsCard).entries, /** parts that the filters hide */ hidden: v.number() }),
  status: 200,
  problems: ['MALFORMED'],
  summary: 'Parts of orders by page, the newest first, with filters.',
  source: 'operator study, §1',
});

const OpsPart = v.object({
  childId: Uuid,
  code: v.string(),
  state: OrderState,
  hub: v.optional(v.object({ id: Uuid, name: v.string() })),
  campaign: v.object({ id: Uuid, name: v.string() }),
  lines: v.array(
    v.object({
      itemId: Uuid,
      name: v.string(),
      quantity: v.number(),
      total: Reais,
      /** what was chosen of it */ choices: v.array(v.string()),
      ifMissing: v.optional(IfMissing),
      image: v.optional(v.string()),
    }),
  ),
  total: Reais,
  allowedEvents: v.array(OpsEvent),
});
/** An order with all that is done for it; of other hubs nothing is told. */
export const OpsOrder = v.object({
  id: Uuid,
  code: v.string(),
  state: OrderState,
  version: v.number(),
  type: OrderType,
  createdAt: Instant,
  /** name and address are masked for whoever may not see people's data; contacts and CPF for everybody */ buyer:
    v.object({
      name: v.string(),
      phone: v.optional(v.string()),
      email: v.optional(v.string()),
      cpf: v.optional(v.string()),
    }),
  isMasked: v.boolean(),
  /** what of it can be revealed */ revealable: v.array(PersonField),
  recipient: v.optional(v.object({ name: v.string(), phone: v.optional(v.string()) })),
  address: v.optional(
    v.object({
      line: v.string(),
      complement: v.optional(v.string()),
      reference: v.optional(v.string()),
      cep: v.optional(v.string()),
    }),
  ),
  shippingName: v.optional(v.string()),
  window: v.optional(Window),
  /** why it was canceled, or what a return is about */ reason: v.optional(v.string()),
  parts: v.array(OpsPart),
  totals: v.object({ subTotal: Reais, discount: Reais, shipping: Reais, total: Reais }),
  /** of the whole order */ allowedEvents: v.array(OpsEvent),
  charges: v.array(OpsCharge),
  refunds: v.array(OpsRefund),
  /** Pix of it that a payer's bank contested, the oldest first */ disputes: v.array(OpsDispute),
  /** what the buyer asked for last when giving goods back */ returnRequest: v.optional(OpsReturn),
  history: v.array(
    v.object({
      sequence: v.number(),
      type: v.string(),
      from: v.optional(v.string()),
      to: v.string(),
      at: Instant,
      /** who: `client`, `lead`, `system`, `provider`, `sandbox` or the name of a member of staff */
      actor: v.string(),
      /** the parts that it was about, where it was not the whole */ childIds: v.optional(v.array(Uuid)),
      reason: v.optional(v.string()),
      ...DeliveryUpdate.entries,
    }),
  ),
});
export type OpsOrder = v.InferOutput<typeof OpsOrder>;
export const readOpsOrder = endpoint({
  name: 'readOpsOrder',
  method: 'GET',
  path: '/api/ops/orders/{id}',
  audience: 'staff',
  action: 'orders.read',
  params: v.object({ id: Uuid }),
  response: OpsOrder,
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND'],
  summary: 'One order with its parts, money and history.',
  source: 'operator study, §2',
});

/** What comes with an event. `version` is the one that was seen. */
const Told = {
  type: OpsEvent,
  reason: v.optional(NeededText(200)),
  /** proof that the right person has the goods: what `handover` takes */ handover: v.optional(Text(300)),
  ...DeliveryUpdate.entries,
};
const Version = v.pipe(v.number(), v.integer(), v.minValue(1));
/** Headers: `Idempotency-Key`, of the sender's own making. */
export const sendOpsEvent = endpoint({
  name: 'sendOpsEvent',
  method: 'POST',
  path: '/api/ops/orders/{id}/events',
  audience: 'staff',
  action: 'orders.ask',
  params: v.object({ id: Uuid }),
  headers: ['Idempotency-Key'],
  body: v.object({ ...Told, childId: v.optional(Uuid), version: Version }),
  response: OpsOrder,
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND', 'ROLE', 'VERSION', 'ILLEGAL_EVENT', 'HANDOVER_CODE', 'KEY_REUSED'],
  summary:
    'Moves an order, or one part of it, along its chart. Goods that wait to be collected are delivered with the code of the handover, or for a reason. A cancellation during the preparation asks and accepts in one go.',
  source: 'operator study, §0, §4',
});
export const OpsResult = v.object({
  id: Uuid,
  childId: v.optional(Uuid),
  /** where it stands now; not of one that was refused */ state: v.optional(OrderState),
  version: v.optional(v.number()),
  problem: v.optional(v.pick(Problem, ['code', 'title', 'allowedEvents'])),
});
export const sendOpsEvents = endpoint({
  name: 'sendOpsEvents',
  method: 'POST',
  path: '/api/ops/orders/events',
  audience: 'staff',
  action: 'orders.ask',
  headers: ['Idempotency-Key'],
  body: v.object({
    ...Told,
    orders: v.pipe(
      v.array(v.object({ id: Uuid, childId: v.optional(Uuid), version: Version })),
      v.minLength(1),
      v.maxLength(200, 'Até 200 pedidos de cada vez.'),
    ),
  }),
  response: v.object({ results: v.array(OpsResult) }),
  status: 200,
  problems: ['MALFORMED', 'ROLE', 'KEY_REUSED'],
  summary: 'The same event for several orders, each in a transaction of its own, with a result for each.',
  source: 'operator study, §1, §4',
});

export const findHandover = endpoint({
  name: 'findHandover',
  method: 'POST',
  path: '/api/ops/handover',
  audience: 'staff',
  action: 'handover',
  /** the last six characters of the order's code or of a part's, the whole code, or an address that has it */
  body: v.object({ code: v.pipe(Text(300), v.minLength(6, 'O código tem 6 letras e números.')) }),
  response: v.object({
    order: OpsOrder,
    /** parts that can be handed over now */ childIds: v.array(Uuid),
    /** pieces to hand over */ parcels: v.number(),
  }),
  status: 200,
  problems: ['MALFORMED', 'HANDOVER_CODE', 'TOO_MANY_REQUESTS'],
  summary: 'The order that waits for whoever shows this code. Moves nothing.',
  source: 'operator study, §1, §4',
});
