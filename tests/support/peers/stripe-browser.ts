import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { numbers } from '../orders/cards.ts';

type Fields = Record<string, string>;
interface Thing extends Record<string, unknown> {
  id: string;
  object: string;
}
interface Reply {
  status: number;
  reply: unknown;
}

const file = (name: string) => gzipSync(readFileSync(join(import.meta.dirname, 'stripe-stand-in', name)));
const files: Readonly<Record<string, readonly [type: string, text: Buffer]>> = {
  '/endive/stripe.js': ['text/javascript', file('stripe.js')],
  '/frame.js': ['text/javascript', file('frame.js')],
  '/frame/card': ['text/html', file('frame.html')],
  '/frame/cardCvc': ['text/html', file('frame.html')],
  '/frame/challenge': ['text/html', file('frame.html')],
};

const no = (status: number, error: object): Reply => ({ status, reply: { error } });
const isOpen = ({ status }: Thing) =>
  status === 'requires_payment_method' || status === 'requires_confirmation';

/** A card's number, given to an intent: what its bank does with it. */
function confirmed(thing: Thing, fields: Fields, keep: (thing: Thing) => Thing): Reply {
  if (!isOpen(thing))
    return no(400, { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' });
  const { number, payment_method: method, cvc } = fields;
  if (!cvc || (number === undefined && method !== thing['payment_method']))
    return no(400, { type: 'invalid_request_error', code: 'parameter_missing' });
  if (number === numbers.funds) {
    const fault = { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' };
    const declined = keep({ ...thing, status: 'requires_payment_method', last_payment_error: fault });
    return no(402, { ...fault, payment_intent: declined });
  }
  if (number === numbers.challenge)
    return {
      status: 200,
      reply: keep({ ...thing, status: 'requires_action', next_action: { type: 'use_stripe_sdk' } }),
    };
  const card = { brand: 'visa', last4: number?.slice(-4), exp_month: 12, exp_year: 2030 };
  const kept = { id: `pm_${thing.id}`, object: 'payment_method', card, billing_details: { name: null } };
  return {
    status: 200,
    reply: keep(
      thing.object === 'setup_intent'
        ? { ...thing, status: 'succeeded', payment_method: keep(kept) }
        : { ...thing, status: 'requires_capture' },
    ),
  };
}

/** The bank's question is answered. */
function authenticated(thing: Thing, passed: boolean, keep: (thing: Thing) => Thing): Reply {
  if (thing['status'] !== 'requires_action') return no(400, { type: 'invalid_request_error' });
  if (passed)
    return { status: 200, reply: keep({ ...thing, status: 'requires_capture', next_action: null }) };
  const fault = { type: 'invalid_request_error', code: 'payment_intent_authentication_failure' };
  const failed = {
    ...thing,
    status: 'requires_payment_method',
    last_payment_error: fault,
    next_action: null,
  };
  return no(402, { ...fault, payment_intent: keep(failed) });
}

/**
 * What a buyer's browser asks of Stripe: its script, its frames, and the calls that take the publishable key and an
 * intent's client secret.
 * @returns whether this was one of them
 */
export function answersBrowser(
  response: ServerResponse,
  { method, url, fields }: { method: string; url: URL; fields: Fields },
  { publishableKey, things }: { publishableKey: string; things: Map<string, Thing> },
): boolean {
  const known = files[url.pathname];
  if (known) {
    const headers = { 'content-type': `${known[0]}; charset=utf-8`, 'content-encoding': 'gzip' };
    response.writeHead(200, headers).end(known[1]);
    return true;
  }
  const given = method === 'GET' ? Object.fromEntries(url.searchParams) : fields;
  if (given['key'] === undefined) return false;
  const [, , , id = '', verb] = url.pathname.split('/');
  const thing = things.get(id);
  const keep = (one: Thing) => (things.set(one.id, one), one);
  const isTheirs = given['key'] === publishableKey && thing?.['client_secret'] === given['client_secret'];
  const { status, reply } =
    !thing || !isTheirs
      ? no(401, { type: 'authentication_error' })
      : verb === 'confirm'
        ? confirmed(thing, given, keep)
        : verb === 'authenticate'
          ? authenticated(thing, given['passed'] === '1', keep)
          : { status: 200, reply: thing };
  const body = gzipSync(JSON.stringify(reply));
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      'access-control-allow-origin': '*',
    })
    .end(body);
  return true;
}
