import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stripe } from 'stripe';
import { cents } from '#contract/money.ts';
import { circuitOf } from '#server/platform/circuit.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Acquirer, AcquirerFault, type Charge } from './acquirer.ts';
import { chargeOf } from './stripe-charge.ts';
import { stripeField } from './stripe-field.ts';

export interface StripeSettings {
  publishableKey: string;
  secretKey: string;
  webhookSecret: string;
  /** Another address of its API. */
  api?: string | undefined;
  /** What stands in for its script in the sandbox, and nowhere else. */
  script?: string | undefined;
}

const TIMEOUT = 5_000;
/** A notice may be this old or this far ahead, in seconds. Source: SEC-20. */
const TOLERANCE = 300;

/**
 * Cards and dynamic Pix through Stripe. Card payments are authorised by the buyer's browser with the client
 * secret and captured by us.
 * Parcels are off: Stripe offers none in Brazil. Source: D53, D54; ecosystem 5b; Stripe API, PaymentIntents,
 * SetupIntents, Refunds, Webhooks.
 * @param options.allowsPlain an address on this machine may be plain http
 */
export function stripeAcquirer(
  settings: StripeSettings,
  { clock, tenantId, allowsPlain }: { clock: Pick<Clock, 'now'>; tenantId: string; allowsPlain: boolean },
): Acquirer {
  let connected: Stripe | undefined;
  const within = circuitOf(clock, isNo);
  // Large: loaded when a shop that uses it is first paid.
  const client = () => (connected ??= connect(settings, allowsPlain));
  async function ask<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
    try {
      return await within(async () => {
        const done = await Promise.race([work(client()), late()]);
        // The library takes a body without an error for an answer, whatever the status.
        if (typeof done !== 'object' || done === null || !('object' in done))
          throw new Error('not an answer');
        return done;
      });
    } catch (error) {
      // Its messages may quote what was sent.
      throw new AcquirerFault(
        `Stripe: ${error instanceof Error && 'type' in error ? String(error.type) : 'no answer'}`,
        { cause: error },
      );
    }
  }
  /** Does something that may have been done before, then looks how it stands. */
  async function then(id: string, work: (stripe: Stripe) => Promise<unknown>): Promise<Charge> {
    const fault = await ask(work).then(
      () => null,
      (error: unknown) => error,
    );
    const charge = await status(id);
    if (fault && (charge.state === 'open' || charge.state === 'challenge' || charge.state === 'authorised'))
      throw fault;
    return charge;
  }

  async function status(id: string): Promise<Charge> {
    try {
      return chargeOf(
        await ask((stripe) => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.review'] })),
        tenantId,
      );
    } catch (error) {
      // A code that nobody looked at yet was never made.
      if (
        error instanceof AcquirerFault &&
        error.cause instanceof Error &&
        'code' in error.cause &&
        error.cause.code === 'resource_missing'
      )
        return { state: 'open', amount: cents(0), currency: 'brl', reference: id };
      throw error;
    }
  }

  const metadata = (reference: string) => ({ tenant: tenantId, reference });
  return {
    name: 'stripe',
    publishableKey: settings.publishableKey,
    hasInstallments: false,
    // Whoever can write a shop's settings must not choose a script for the page of its cards.
    fieldAt: () => stripeField(allowsPlain ? settings.script : undefined),
    secretOf: async (id) => secretOf(await ask((stripe) => stripe.paymentIntents.retrieve(id))),
    async open({ reference, amount, saved }) {
      const intent = await ask((stripe) =>
        stripe.paymentIntents.create(
          {
            amount,
            currency: 'brl',
            capture_method: 'manual',
            allowed_payment_method_types: ['card'],
            metadata: metadata(reference),
            ...(saved
              ? {
                  customer: saved.customer,
                  payment_method: saved.token,
                  payment_method_options: { card: { require_cvc_recollection: true } },
                }
              : {}),
          },
          { idempotencyKey: reference },
        ),
      );
      return { id: intent.id, clientSecret: secretOf(intent) };
    },
    async openSetup({ reference, owner, customer }) {
      const keeper =
        customer ??
        (
          await ask((stripe) =>
            stripe.customers.create(
              { metadata: { tenant: tenantId, owner } },
              { idempotencyKey: `customer:${tenantId}:${owner}` },
            ),
          )
        ).id;
      const intent = await ask((stripe) =>
        stripe.setupIntents.create(
          {
            customer: keeper,
            usage: 'on_session',
            allowed_payment_method_types: ['card'],
            metadata: metadata(reference),
          },
          { idempotencyKey: reference },
        ),
      );
      return { id: intent.id, clientSecret: secretOf(intent), customer: keeper };
    },
    async kept(setupId) {
      const { status: state, payment_method: method } = await ask((stripe) =>
        stripe.setupIntents.retrieve(setupId, { expand: ['payment_method'] }),
      );
      if (state !== 'succeeded' || method === null || typeof method === 'string' || !method.card) return null;
      const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card;
      return { token: method.id, brand, last4, holder: method.billing_details.name ?? '', expMonth, expYear };
    },
    forget: async (token) => void (await ask((stripe) => stripe.paymentMethods.detach(token))),
    async openPix({ txid, amount, lives }) {
      const seconds = Math.max(60, Math.floor(lives / 1_000));
      const intent = await ask((stripe) =>
        stripe.paymentIntents.create(
          {
            amount,
            currency: 'brl',
            confirm: true,
            allowed_payment_method_types: ['pix'],
            payment_method_data: { type: 'pix' },
            payment_method_options: { pix: { expires_after_seconds: seconds } },
            metadata: metadata(txid),
          },
          { idempotencyKey: txid },
        ),
      );
      const brCode = intent.next_action?.pix_display_qr_code?.data;
      if (!brCode) throw new AcquirerFault('Stripe: a Pix without a code');
      return { id: intent.id, brCode };
    },
    status,
    // Without a key: neither can happen twice, and the first answer to a key, a fault as well, would be
    // repeated for a day.
    capture: (id) => then(id, (stripe) => stripe.paymentIntents.capture(id)),
    cancel: (id) => then(id, (stripe) => stripe.paymentIntents.cancel(id)),
    async refund({ id, amount, key }) {
      // Keys are forgotten after a day and a refund may take longer: whether it was made is looked up.
      const { data: known } = await ask((stripe) => stripe.refunds.list({ payment_intent: id, limit: 100 }));
      const made = known.find((one) => one.metadata?.['reference'] === key);
      try {
        const { status: state } =
          made ??
          (await ask((stripe) =>
            stripe.refunds.create(
              { payment_intent: id, amount, metadata: metadata(key) },
              { idempotencyKey: `refund:${key}` },
            ),
          ));
        return state === 'succeeded'
          ? 'settled'
          : state === 'failed' || state === 'canceled'
            ? 'failed'
            : 'pending';
      } catch (error) {
        // Given back by hand, or disputed: asking again changes nothing. A merchant's balance fills up again.
        const { cause } = error as AcquirerFault; // all that `ask` throws
        if (
          isNo(cause) &&
          cause.type === 'StripeInvalidRequestError' &&
          cause.code !== 'balance_insufficient'
        )
          return 'failed';
        throw error;
      }
    },
    isSigned(header, raw) {
      const signature = header('Stripe-Signature') ?? '';
      const at = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1] ?? Number.NaN);
      if (!(Math.abs(clock.now() / 1_000 - at) <= TOLERANCE)) return false;
      const { webhooks } = client();
      try {
        webhooks.constructEvent(
          Buffer.from(raw),
          signature,
          settings.webhookSecret,
          TOLERANCE,
          undefined,
          clock.now(),
        );
        return true;
      } catch {
        return false;
      }
    },
  };
}

/** Its own time limit counts silence only: an answer that comes byte by byte would never be given up. */
const late = () =>
  sleep(2 * TIMEOUT + 1_000, undefined, { ref: false }).then(() =>
    Promise.reject(new Error('no end of the answer')),
  );

/** Stripe refused, and will again: neither its own fault nor too many calls. */
const isNo = (error: unknown): error is Error & { type?: string; code?: string } =>
  error instanceof Error &&
  'statusCode' in error &&
  typeof error.statusCode === 'number' &&
  error.statusCode < 500 &&
  error.statusCode !== 429;

/** By `require`: test runners read the package's other build file by file. */
const load = createRequire(import.meta.url);

function connect({ secretKey, api }: StripeSettings, allowsPlain: boolean): Stripe {
  const Client = load('stripe') as new (key: string, config: object) => Stripe; // what the package exports
  const url = api === undefined ? null : new URL(api);
  const isLocal = url !== null && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (url && url.protocol !== 'https:' && !(allowsPlain && isLocal))
    throw new AcquirerFault('the address of Stripe is not https');
  return new Client(secretKey, {
    timeout: TIMEOUT,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(url
      ? {
          host: url.hostname,
          port: url.port || (url.protocol === 'https:' ? 443 : 80),
          protocol: url.protocol === 'http:' ? ('http' as const) : ('https' as const),
        }
      : {}),
  });
}

function secretOf({ client_secret: secret }: { client_secret?: string | null }): string {
  if (!secret) throw new AcquirerFault('Stripe: an intent without a client secret');
  return secret;
}
