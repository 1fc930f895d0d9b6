import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Role } from './ops/role.ts';
import { StaffTokens } from './ops/session.ts';
import { DeliveryUpdate } from './order/delivery-update.ts';
import { OrderEvent, OrderState } from './order/order.ts';
import { Instant, OrderCode, Text } from './scalars.ts';

/** What a tester may do; none of it exists outside the sandbox. */
export const Message = v.object({
  id: v.string(),
  at: Instant,
  channel: v.picklist(['sms', 'email']),
  to: v.string(),
  text: v.string(),
  code: v.optional(v.string()),
});
export type Message = v.InferOutput<typeof Message>;
export const listMessages = endpoint({
  name: 'listMessages',
  method: 'GET',
  path: '/sandbox/messages',
  audience: 'internal',
  query: v.object({ to: v.optional(Text(254)) }),
  response: v.array(Message),
  status: 200,
  problems: ['MALFORMED'],
  summary: 'Messages that would have been sent, newest first.',
  source: 'definitions, Sandbox',
});
const byCode = v.object({ orderCode: OrderCode });
export const payPix = endpoint({
  name: 'payPix',
  method: 'POST',
  path: '/sandbox/pix/{orderCode}/pay',
  audience: 'internal',
  params: byCode,
  query: v.object({
    /** `withheld`: the bank's notice is lost on the way */ notice: v.optional(
      v.picklist(['sent', 'withheld']),
      'sent',
    ),
  }),
  response: v.object({ accepted: v.literal(true) }),
  status: 202,
  problems: ['MALFORMED', 'NOT_FOUND', 'ILLEGAL_EVENT'],
  summary: "Pays the order's newest Pix code through the same signed webhook as a real acquirer.",
  source: 'definitions, Sandbox',
});
export const advanceOrder = endpoint({
  name: 'advanceOrder',
  method: 'POST',
  path: '/sandbox/orders/{orderCode}/events',
  audience: 'internal',
  params: byCode,
  body: v.object({ type: OrderEvent, ...DeliveryUpdate.entries }),
  response: v.object({ code: v.string(), state: OrderState, allowedEvents: v.array(OrderEvent) }),
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND', 'ILLEGAL_EVENT'],
  summary:
    'Sends an event to an order, or to one of its parts by the code of the part: what the shop says, as its desk does.',
  source: 'definitions, Sandbox',
});
/** A moment at which time alone changes something in this shop: a campaign opens or ends. */
export const ClockMoment = v.object({
  campaign: v.string(),
  kind: v.picklist(['opens', 'ends']),
  at: Instant,
});
export const readShopClock = endpoint({
  name: 'readShopClock',
  method: 'GET',
  path: '/sandbox/clock',
  audience: 'internal',
  response: v.object({ now: Instant, offsetSeconds: v.number(), moments: v.array(ClockMoment) }),
  status: 200,
  problems: [],
  summary: "The shop's time, how far it is from real time, and the moments at which campaigns open and end.",
  source: 'definitions, Sandbox',
});
export const setClock = endpoint({
  name: 'setClock',
  method: 'POST',
  path: '/sandbox/clock',
  audience: 'internal',
  body: v.object({
    offsetSeconds: v.pipe(v.number(), v.integer(), v.minValue(-31_536_000), v.maxValue(31_536_000)),
  }),
  response: v.object({ now: Instant }),
  status: 200,
  problems: ['MALFORMED'],
  summary: 'Moves the clock, counted from real time; 0 brings it back.',
  source: 'definitions, Sandbox',
});
export const resetSandbox = endpoint({
  name: 'resetSandbox',
  method: 'POST',
  path: '/sandbox/reset',
  audience: 'internal',
  status: 204,
  problems: [],
  summary: 'Brings the demo data back and ends all sign-ins.',
  source: 'definitions, Sandbox',
});
/** A ready-made person to be: signs this browser in (or out) as asked. */
export const Persona = v.picklist(['visitor', 'client', 'clientWithoutAddress', 'expiredToken']);
export const becomePersona = endpoint({
  name: 'becomePersona',
  method: 'POST',
  path: '/sandbox/personas/{persona}',
  audience: 'internal',
  params: v.object({ persona: Persona }),
  response: v.object({
    persona: Persona,
    /** whose shop: storage keys carry it */ client: v.string(),
    phone: v.optional(v.string()),
  }),
  status: 200,
  problems: ['MALFORMED'],
  summary: 'Becomes a demo person in this browser.',
  source: 'definitions, Sandbox',
});
/** What a company or a friend would hand out. */
export const makeKey = endpoint({
  name: 'makeKey',
  method: 'POST',
  path: '/sandbox/keys',
  audience: 'internal',
  response: v.object({ key: v.string(), campaigns: v.array(v.string()) }),
  status: 201,
  problems: ['NOT_FOUND'],
  summary: 'Makes an access key to every campaign that a key or invitations open.',
  source: 'definitions, Sandbox; D24',
});
export const becomeStaff = endpoint({
  name: 'becomeStaff',
  method: 'POST',
  path: '/sandbox/staff/{role}',
  audience: 'internal',
  params: v.object({ role: Role }),
  response: StaffTokens,
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND'],
  summary: "Signs a demo person of the staff in, in this browser, on the operator's side.",
  source: 'definitions, Sandbox',
});
export const readStaffCode = endpoint({
  name: 'readStaffCode',
  method: 'GET',
  path: '/sandbox/staff/{role}/code',
  audience: 'internal',
  params: v.object({ role: Role }),
  response: v.object({ code: v.string() }),
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND'],
  summary: "The six digits that this demo person's app shows now.",
  source: 'definitions, Sandbox',
});
export const fillBoard = endpoint({
  name: 'fillBoard',
  method: 'POST',
  path: '/sandbox/demo-orders',
  audience: 'internal',
  response: v.object({ accepted: v.literal(true) }),
  status: 202,
  problems: [],
  summary:
    'Begins to make forty orders in every state, over the week before, by the calls of buyers and staff.',
  source: 'definitions, Sandbox',
});
