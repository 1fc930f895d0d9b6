import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Instant } from './scalars.ts';

/** As many steps as a page keeps and a ticket has, the last ones. */
export const MOST_TICKET_STEPS = 200;
/** Charts that run at once, and states in which one of them is: more than there are. */
const MOST_RUNNING = 120;
const MOST_STATES = 16;
/** No step is older, ms. */
export const OLDEST_STEP = 86_400_000;

/**
 * How charts, states and events are named: letters in parts. No digit, no sign of an address: a phone, a CPF or an
 * e-mail is no such name.
 */
export const TICKET_NAME = /^(?=.{1,120}$)[A-Za-z][A-Za-z_]{0,39}(?:\.[A-Za-z][A-Za-z_]{0,39}){0,9}$/;
const Name = v.pipe(v.string(), v.regex(TICKET_NAME));
const Names = v.pipe(v.array(Name), v.maxLength(MOST_STATES));
/** Tells the charts of a page apart, of which one may run several times. */
const Actor = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9_999));
const Ago = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(OLDEST_STEP));

/** One step of one chart: names alone. Whatever else is sent is dropped. */
export const TicketStep = v.object({
  /** ms before the ticket was sent */ ago: Ago,
  actor: Actor,
  chart: Name,
  event: Name,
  from: Names,
  to: Names,
});
export type TicketStep = v.InferOutput<typeof TicketStep>;
/** A chart that ran when the ticket was sent. */
export const TicketChart = v.object({ actor: Actor, chart: Name, active: Names });
export type TicketChart = v.InferOutput<typeof TicketChart>;
const entries = {
  /** the code of the last problem (D89) */ trace: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/))),
  /** the oldest first */ steps: v.pipe(v.array(TicketStep), v.maxLength(MOST_TICKET_STEPS)),
  running: v.pipe(v.array(TicketChart), v.minLength(1), v.maxLength(MOST_RUNNING)),
};
export const TicketLog = v.object(entries);
export type TicketLog = v.InferOutput<typeof TicketLog>;

/** Ten letters and digits, 50 random bits, in whatever spelling: dashes, small letters, O for 0, I and L for 1. */
export const TicketCode = v.pipe(
  v.string(),
  v.maxLength(40),
  v.transform((text) => text.replace(/[\s-]/g, '').toUpperCase().replace(/[IL]/g, '1').replaceAll('O', '0')),
  v.regex(/^[0-9A-HJKMNP-TV-Z]{10}$/, 'O código do chamado tem 10 letras e números.'),
);
/** As it is read out: `XXXXX-XXXXX`. */
export const formatTicketCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

export const Ticket = v.object({ code: v.string(), at: Instant, until: Instant, ...entries });
export type Ticket = v.InferOutput<typeof Ticket>;

export const openTicket = endpoint({
  name: 'openTicket',
  method: 'POST',
  path: '/api/tickets',
  audience: 'public',
  body: TicketLog,
  bodyBytes: 128 * 1_024,
  response: v.object({ code: v.string(), until: Instant }),
  status: 201,
  problems: ['MALFORMED', 'TOO_LARGE', 'TOO_MANY_REQUESTS'],
  summary: 'Keeps the last steps of a page’s charts, names alone, under a code that its person hands on.',
  source: 'D89; decision 158',
});
const byCode = v.object({ code: TicketCode });
export const readTicket = endpoint({
  name: 'readTicket',
  method: 'GET',
  path: '/api/ops/tickets/{code}',
  audience: 'staff',
  action: 'tickets',
  params: byCode,
  response: Ticket,
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND'],
  summary: 'The steps that somebody handed on under a code.',
  source: 'D89; decision 158',
});
/** A list, so that no ticket is told from no sandbox. */
export const findTickets = endpoint({
  name: 'findTickets',
  method: 'GET',
  path: '/sandbox/tickets',
  audience: 'internal',
  query: byCode,
  response: v.array(Ticket),
  status: 200,
  problems: ['MALFORMED'],
  summary: 'The ticket of a code, for whoever tests; none where there is none of this store.',
  source: 'definitions, Sandbox; decision 158',
});
