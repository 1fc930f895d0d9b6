import { createClient } from '#api/client.ts';
import { bearerFor } from '#api/credentials.ts';
import * as campaign from '#contract/campaign.ts';
import * as cart from '#contract/cart.ts';
import * as catalog from '#contract/catalog.ts';
import * as document from '#contract/document.ts';
import * as lock from '#contract/order/lock.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import * as account from '#contract/people/account.ts';
import * as lead from '#contract/people/lead.ts';
import * as session from '#contract/people/session.ts';
import * as order from '#contract/order/order-calls.ts';
import * as payment from '#contract/payment/payment.ts';
import * as place from '#contract/place.ts';
import { NetworkFault } from '#contract/problem.ts';
import { describe, expect, it } from 'vitest';

const id = '0190a000-0000-7000-8000-000000000001';
const answering = (status: number, body: unknown = null) =>
  createClient({
    base: 'http://shop.test',
    app: 'client',
    fetch: () => Promise.resolve(new Response(status === 204 ? null : JSON.stringify(body), { status })),
  });
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'audience' in value;
const endpoints = [
  session,
  account,
  lead,
  campaign,
  catalog,
  place,
  cart,
  lock,
  order,
  payment,
  document,
].flatMap((contract) => Object.values(contract as Record<string, unknown>).filter(isEndpoint));

describe('a success', () => {
  it('is a cancellation with 204 only', async () => {
    await expect(
      answering(204).call(order.cancelOrder, { params: { id }, query: {} }),
    ).resolves.toBeUndefined();
    for (const status of [200, 201, 202])
      await expect(
        answering(status, {}).call(order.cancelOrder, { params: { id }, query: {} }),
      ).rejects.toBeInstanceOf(NetworkFault);
  });
  it('is a code on its way with 201 only', async () => {
    const sent = { resendAfter: 60, expiresIn: 300 };
    await expect(
      answering(201, sent).call(session.sendEmailCode, { body: { email: 'a@b.com' } }),
    ).resolves.toEqual(sent);
    for (const status of [200, 202, 204])
      await expect(
        answering(status, sent).call(session.sendSmsCode, { body: { phone: '+5511987654321' } }),
      ).rejects.toBeInstanceOf(NetworkFault);
  });
  it('may be empty where the contract says so', async () => {
    await expect(answering(204).call(cart.newestCart)).resolves.toBeUndefined();
    await expect(answering(204).call(account.currentUser)).rejects.toBeInstanceOf(NetworkFault);
  });
});

/** Specification §6: login, user creation, sms and e-mail authentication, any public path and leads paths. */
const isExempt = ({ method, path }: Endpoint): boolean =>
  path === '/auth/login' ||
  path.startsWith('/api/users/authenticate/') ||
  path.startsWith('/api/users/leads') ||
  path.includes('/lead/') ||
  /\/public(\/|$)/.test(path) ||
  (method === 'POST' && path.startsWith('/api/accounts/client/user/'));

describe('the bearer', () => {
  const credentials = {
    bearer: () => 'token',
    renew: () => Promise.resolve(null),
    leadSecret: () => null,
    signupGrant: () => null,
  };
  it('goes with no exempt call of the contract', () => {
    const exempt = endpoints.filter(isExempt);
    expect(exempt.length).toBeGreaterThan(12);
    expect(
      exempt.filter((endpoint) => bearerFor(endpoint, credentials) !== null).map(({ name }) => name),
    ).toEqual([]);
  });
  it('goes with everything about an account, its orders and its cart', () => {
    const own = endpoints.filter(
      (endpoint) =>
        !isExempt(endpoint) && /^\/api\/(accounts\/client|operation\/(orders|carts))/.test(endpoint.path),
    );
    expect(own.length).toBeGreaterThan(15);
    expect(
      own.filter((endpoint) => bearerFor(endpoint, credentials) !== 'token').map(({ name }) => name),
    ).toEqual([]);
  });
});
