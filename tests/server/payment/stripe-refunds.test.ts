import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '#tests/support/store/server.ts';
import { type StripeShop, authorised, openStripeShop } from '#tests/support/peers/stripe-shop.ts';

describe.each(engines)('refunds through Stripe on %s', (engine) => {
  let shop: StripeShop;
  let server: StripeShop['server'];
  let stripe: StripeShop['stripe'];
  let buyer: StripeShop['buyer'];
  beforeAll(async () => {
    shop = await openStripeShop(engine);
    ({ server, stripe, buyer } = shop);
  });
  afterAll(() => shop.close());

  const postedFor = (intent: string | undefined) =>
    stripe.asked.filter(
      ({ method, path, fields }) =>
        method === 'POST' && path === '/v1/refunds' && fields['payment_intent'] === intent,
    );

  it('give money back once, and say so when it is there', async () => {
    const { id, code, secret } = await shop.ordered();
    await shop.tell({ id: stripe.move(secret, authorised) });
    stripe.refunds('pending');
    await server.call('DELETE', `/api/operation/orders/cancel/${id}`, { leadSecret: buyer.leadSecret });
    await server.drain();
    expect([(await shop.read(code)).state, await shop.refundsOf(id)]).toMatchObject([
      'CANCELED',
      [{ state: 'requested', amount: 3_960 }],
    ]);
    const posted = () => postedFor(secret.split('_secret_')[0]);
    expect(new Set(posted().map(({ key }) => key)).size).toBe(1);
    const before = posted().length;
    // It takes days, and keys are forgotten meanwhile.
    stripe.forgetKeys();
    await server.shift(301);
    await server.sweep();
    await server.drain();
    stripe.refunds('succeeded');
    await server.shift(301);
    await server.sweep();
    await server.drain();
    expect([(await shop.read(code)).state, await shop.refundsOf(id)]).toMatchObject([
      'REFUNDED',
      [{ state: 'settled' }],
    ]);
    expect(posted()).toHaveLength(before);
  });

  it('leave a refund that the provider refuses to a person', async () => {
    const { id, code, secret } = await shop.ordered();
    await shop.tell({ id: stripe.move(secret, authorised) });
    stripe.refunds('failed');
    await server.call('DELETE', `/api/operation/orders/cancel/${id}`, { leadSecret: buyer.leadSecret });
    await server.drain();
    expect([(await shop.read(code)).state, await shop.refundsOf(id)]).toMatchObject([
      'CANCELED',
      [{ state: 'failed' }],
    ]);
    stripe.refunds('succeeded');
    // Somebody gave it back by hand over there: asking again would change nothing.
    const other = await shop.ordered();
    await shop.tell({ id: stripe.move(other.secret, authorised) });
    const intent = stripe.move(other.secret, { refunded: true });
    await server.call('DELETE', `/api/operation/orders/cancel/${other.id}`, { leadSecret: buyer.leadSecret });
    await server.drain();
    expect([(await shop.read(other.code)).state, await shop.refundsOf(other.id)]).toMatchObject([
      'CANCELED',
      [{ state: 'failed' }],
    ]);
    const before = postedFor(intent).length;
    await server.shift(301);
    await server.sweep();
    await server.drain();
    expect(postedFor(intent)).toHaveLength(before);
  });
});
