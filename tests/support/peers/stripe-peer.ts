import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answersBrowser } from './stripe-browser.ts';

type Fields = Record<string, string>;
interface Thing extends Record<string, unknown> {
  id: string;
  object: string;
}

const bodyOf = async (request: IncomingMessage): Promise<Fields> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer); // a stream of bytes
  return Object.fromEntries(new URLSearchParams(Buffer.concat(parts).toString('utf8')));
};
const json = (response: ServerResponse, status: number, body: unknown) =>
  void response
    .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test' })
    .end(JSON.stringify(body));
const idOf = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;
const metadataOf = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) =>
      key.startsWith('metadata[') ? [[key.slice(9, -1), value]] : [],
    ),
  );

/**
 * Stripe's HTTP API as far as a card shop needs it, on a real socket: keys, form bodies, idempotency keys
 * with their parameters, intents that move
 * as the API's documents say, refunds, signed notices. API version 2026-10-28: `payment_method_types` is
 * refused. A buyer's browser finds a stand-in for its script there (`stripe-browser.ts`).
 */
export async function openStripePeer() {
  const secretKey = `sk_test_${randomBytes(8).toString('hex')}`;
  const publishableKey = `pk_test_${randomBytes(8).toString('hex')}`;
  const webhookSecret = `whsec_${randomBytes(16).toString('hex')}`;
  const things = new Map<string, Thing>();
  const replies = new Map<string, { body: string; status: number; reply: unknown }>();
  const asked: { method: string; path: string; key: string | undefined; fields: Fields }[] = [];
  let refundState = 'succeeded';
  let failures = 0;
  const fault = (status: number, code: string, type = 'invalid_request_error') => ({
    status,
    reply: { error: { type, code, message: code } },
  });
  const done = (reply: unknown) => ({ status: 200, reply });
  const keep = (thing: Thing) => (things.set(thing.id, thing), done(thing));

  function newIntent(fields: Fields) {
    if (Object.keys(fields).some((key) => key.startsWith('payment_method_types')))
      return fault(400, 'payment_method_types_no_longer_supported');
    const id = idOf('pi');
    const isPix = fields['allowed_payment_method_types[0]'] === 'pix';
    return keep({
      id,
      object: 'payment_intent',
      amount: Number(fields['amount']),
      currency: fields['currency'],
      capture_method: fields['capture_method'] ?? 'automatic',
      client_secret: `${id}_secret_${randomBytes(8).toString('hex')}`,
      metadata: metadataOf(fields),
      customer: fields['customer'] ?? null,
      payment_method: fields['payment_method'] ?? null,
      last_payment_error: null,
      latest_charge: null,
      status: isPix
        ? 'requires_action'
        : fields['payment_method']
          ? 'requires_confirmation'
          : 'requires_payment_method',
      next_action: isPix
        ? { type: 'pix_display_qr_code', pix_display_qr_code: { data: `00020101021226${id}`, expires_at: 0 } }
        : null,
    });
  }
  function act(path: string, fields: Fields): { status: number; reply: unknown } {
    const [, , kind, id = '', verb] = path.split('/');
    if (kind === 'customers')
      return keep({ id: idOf('cus'), object: 'customer', metadata: metadataOf(fields) });
    if (kind === 'setup_intents') {
      const made = idOf('seti');
      return keep({
        id: made,
        object: 'setup_intent',
        client_secret: `${made}_secret_x`,
        status: 'requires_payment_method',
        payment_method: null,
        customer: fields['customer'],
        metadata: metadataOf(fields),
      });
    }
    if (kind === 'refunds') {
      const intent = things.get(fields['payment_intent'] ?? '');
      if (intent?.['status'] !== 'succeeded') return fault(400, 'charge_not_refundable');
      if (intent['refunded'] === true) return fault(400, 'charge_already_refunded');
      Object.assign(intent, { refunded: true });
      return keep({
        id: idOf('re'),
        object: 'refund',
        status: refundState,
        amount: Number(fields['amount']),
        payment_intent: intent.id,
        metadata: metadataOf(fields),
      });
    }
    if (kind === 'payment_intents' && id === '') return newIntent(fields);
    const thing = things.get(id);
    if (!thing) return fault(404, 'resource_missing');
    if (verb === 'detach') return things.delete(id), done(thing);
    if (verb === 'capture')
      return thing['status'] === 'requires_capture'
        ? keep({ ...thing, status: 'succeeded' })
        : fault(400, 'payment_intent_unexpected_state');
    if (verb === 'cancel')
      return ['succeeded', 'canceled'].includes(String(thing['status']))
        ? fault(400, 'payment_intent_unexpected_state')
        : keep({ ...thing, status: 'canceled' });
    return fault(404, 'resource_missing');
  }
  const server = createServer((request, response) => {
    void (async () => {
      const path = new URL(request.url ?? '/', 'http://x').pathname;
      const fields = await bodyOf(request);
      const key = request.headers['idempotency-key'];
      const isPost = request.method === 'POST';
      const asking = { method: request.method ?? '', url: new URL(request.url ?? '/', 'http://x'), fields };
      if (answersBrowser(response, asking, { publishableKey, things })) return;
      asked.push({
        method: request.method ?? '',
        path,
        key: typeof key === 'string' ? key : undefined,
        fields,
      });
      if (request.headers.authorization !== `Bearer ${secretKey}`)
        return json(response, 401, fault(401, 'api_key_invalid').reply);
      if (failures > 0) return failures--, json(response, 500, fault(500, 'api_error', 'api_error').reply);
      if (!isPost && path === '/v1/refunds') {
        const of = new URL(request.url ?? '/', 'http://x').searchParams.get('payment_intent');
        return json(response, 200, {
          object: 'list',
          has_more: false,
          data: [...things.values()].filter(
            (thing) => thing.object === 'refund' && thing['payment_intent'] === of,
          ),
        });
      }
      if (!isPost) {
        const found = things.get(path.split('/')[3] ?? '');
        return found ? json(response, 200, found) : json(response, 404, fault(404, 'resource_missing').reply);
      }
      if (typeof key !== 'string' && !path.endsWith('/detach'))
        return json(response, 400, fault(400, 'idempotency_key_missing').reply);
      const body = JSON.stringify([path, fields]);
      const known = typeof key === 'string' ? replies.get(key) : undefined;
      if (known && known.body !== body)
        return json(response, 400, fault(400, 'idempotency_error', 'idempotency_error').reply);
      const answer = known ?? { body, ...act(path, fields) };
      if (typeof key === 'string') replies.set(key, answer);
      return json(response, answer.status, answer.reply);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    api,
    script: `${api}/endive/stripe.js`,
    publishableKey,
    secretKey,
    webhookSecret,
    asked,
    /** What the buyer's browser and the bank do with an intent. @param secret or id of it */
    move(secret: string, to: object): string {
      const id = secret.split('_secret_')[0] ?? '';
      const thing = things.get(id);
      if (!thing) throw new Error(`there is no ${id}`);
      things.set(id, { ...thing, ...to });
      return id;
    },
    stateOf: (secret: string) => things.get(secret.split('_secret_')[0] ?? '')?.['status'],
    /** Refunds from now on; those that are open become so too. */
    refunds(state: string): void {
      refundState = state;
      for (const thing of things.values()) if (thing.object === 'refund') thing['status'] = state;
    },
    /** As after a day. */
    forgetKeys: () => replies.clear(),
    /** The next answers are faults. */
    fail: (count: number) => void (failures = count),
    /** A notice as Stripe signs it. @param at epoch s */
    notice(
      object: object,
      at: number,
      { key = webhookSecret, id = idOf('evt'), type = 'payment_intent.succeeded' } = {},
    ): { body: string; signature: string } {
      const body = JSON.stringify(
        { id, object: 'event', type, api_version: '2026-10-28.endive', data: { object } },
        null,
        2,
      );
      return {
        body,
        signature: `t=${at},v1=${createHmac('sha256', key).update(`${at}.${body}`).digest('hex')},v0=${'0'.repeat(64)}`,
      };
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}
