import { expect } from 'vitest';
import { newLead, see, setStock } from '../buyers.ts';
import { begin, placeByCard } from '../orders/cards.ts';
import { chargesOf, refundsOf } from '../orders/charges.ts';
import { settlePayment } from '../tenants/payment-settings.ts';
import { openTestServer } from '../store/server.ts';
import { openStripePeer } from './stripe-peer.ts';

export const authorised = { status: 'requires_capture' };

/** A store that takes cards through a server that behaves like Stripe's, and somebody who buys there. */
export async function openStripeShop(engine: Parameters<typeof openTestServer>[0]) {
  const [server, stripe] = [await openTestServer(engine), await openStripePeer()];
  const buyer = await newLead(server);
  await setStock(server, 'tomate', 10_000);

  /** Settings as an import leaves them; keys are sealed. */
  const settle = async (more: object = {}, form: 'static' | 'acquirer' = 'static') => {
    const { secrets, tenants } = server.core;
    const card = {
      provider: 'stripe',
      publishableKey: 'pk_test_1',
      secretKey: secrets.seal(stripe.secretKey),
      webhookSecret: secrets.seal(stripe.webhookSecret),
      api: stripe.api,
      ...more,
    };
    await settlePayment(server, { card, pix: { ...tenants.byId('client')?.settings.payment.pix, form } });
  };
  await settle();

  const now = () => Math.floor(server.core.clock.now() / 1_000);
  const read = async (code: string) => (await see(server, buyer, `/api/operation/orders/code/${code}`)).json;
  const post = ({ body, signature }: { body: string; signature: string }, host = 'feira.localhost') =>
    server.call('POST', '/api/webhooks/card', {
      body,
      host,
      headers: { 'content-type': 'application/json', 'Stripe-Signature': signature },
    });
  /** A signed notice of Stripe's about something of theirs. */
  const tell = (object: object, more?: object) => post(stripe.notice(object, now(), more));
  const ordered = async () => {
    const begun = await begin(server, buyer);
    const { json } = await placeByCard(server, buyer, begun, { clientSecret: begun.intent.clientSecret });
    expect(json.state).toBe('PENDING_PAYMENT');
    return { id: json.id as string, code: json.code as string, secret: begun.intent.clientSecret as string };
  };
  const close = async () => {
    await server.close();
    await stripe.close();
  };
  return {
    server,
    stripe,
    buyer,
    settle,
    now,
    read,
    chargesOf: (id: string) => chargesOf(server, id),
    refundsOf: (id: string) => refundsOf(server, id),
    post,
    tell,
    ordered,
    close,
  };
}
export type StripeShop = Awaited<ReturnType<typeof openStripeShop>>;
