import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import type { CartLine } from '#contract/cart.ts';
import { sandboxCharge } from '#server/db/schema/card.ts';
import { type Who, credentials, line, lockCart, newCart, orderBody, place } from '../buyers.ts';
import type { Answer, TestServer } from '../store/server.ts';

/** Numbers of docs/how-to.md, by what they do. */
export const numbers = {
  good: '4242424242424242',
  elo: '6362970000457013',
  stingy: '4000000000005126',
  challenge: '4000002760003184',
  review: '4000000000009235',
  declined: '4000000000000002',
  funds: '4000000000009995',
} as const;

export const tokenOf = async (server: TestServer, number: string): Promise<string> =>
  (
    await server.call('POST', '/sandbox/acquirer/tokens', {
      body: { number, holder: 'MARINA PRADO', expMonth: 12, expYear: 2030, cvv: '123' },
    })
  ).json.token;
export const intend = (server: TestServer, who: Who, body: object) =>
  server.call('POST', '/api/payments/intents', { ...credentials(who), body });
export const confirm = (
  server: TestServer,
  clientSecret: string,
  token: string | undefined,
  more: object = {},
) =>
  server.call('POST', '/sandbox/acquirer/confirm', {
    body: { clientSecret, ...(token === undefined ? {} : { token }), cvv: '123', ...more },
  });
/** Confirms with the number of a test card, by what it does. */
export const confirmBy = async (server: TestServer, clientSecret: string, card: keyof typeof numbers) =>
  confirm(server, clientSecret, await tokenOf(server, numbers[card]));
export const answer = (server: TestServer, clientSecret: string, passed: boolean, more: object = {}) =>
  server.call('POST', '/sandbox/acquirer/challenge', { body: { clientSecret, passed, ...more } });
export const judge = (server: TestServer, code: string, approved: boolean, more: object = {}) =>
  server.call('POST', `/sandbox/acquirer/reviews/${code}`, { body: { approved, ...more } });

export interface Begun {
  cartUuid: string;
  fence: number;
  lines: CartLine[];
  total: number;
  intent: Answer['json'];
}
/** A held cart with a card payment begun for it. */
export async function begin(
  server: TestServer,
  who: Who,
  {
    lines = [line('tomate', 4)],
    ...wish
  }: { lines?: CartLine[]; installments?: number; walletAmount?: number; cardId?: string } = {},
): Promise<Begun> {
  const { uuid: cartUuid } = await newCart(server, who, lines);
  const { json: lock } = await lockCart(server, who, cartUuid);
  const { json: intent } = await intend(server, who, { cartUuid, ...wish });
  return { cartUuid, fence: lock.fence, lines, total: lock.totals.total, intent };
}
/** The order of a begun card payment. */
export const placeByCard = (
  server: TestServer,
  who: Who,
  { cartUuid, fence, lines }: Begun,
  paymentMethod: object,
) =>
  place(
    server,
    who,
    orderBody(cartUuid, lines, { fence }, { paymentMethod: { type: 'CREDIT_CARD', ...paymentMethod } }),
  );
/** An order that waits for its card payment to be confirmed. */
export async function orderByCard(server: TestServer, who: Who, installments = 1) {
  const begun = await begin(server, who, { installments });
  const secret: string = begun.intent.clientSecret;
  const { status, json } = await placeByCard(server, who, begun, { clientSecret: secret, installments });
  expect([status, json.state]).toEqual([201, 'PENDING_PAYMENT']);
  return { id: json.id as string, code: json.code as string, secret, order: json };
}
/** Chooses how to pay an order that is not paid. */
export const payAgain = (server: TestServer, who: Who, id: string, paymentMethod: object) =>
  server.call('POST', `/api/operation/orders/order/${id}/events`, {
    ...credentials(who),
    body: { type: 'payment.requested', paymentMethod },
  });

/** A charge as the sandbox's acquirer has it. */
export const atBank = async (server: TestServer, id: string) =>
  (
    await server.core.db.read('client', (tx) =>
      tx
        .select()
        .from(sandboxCharge)
        .where(and(eq(sandboxCharge.tenantId, 'client'), eq(sandboxCharge.id, id))),
    )
  )[0];
/** A card that a client keeps. */
export async function newCard(server: TestServer, bearer: string): Promise<Answer['json']> {
  const { json } = await server.call('POST', '/api/payments/cards/intents', { bearer });
  await confirm(server, json.clientSecret, await tokenOf(server, numbers.good));
  return (
    await server.call('POST', '/api/payments/cards', { bearer, body: { clientSecret: json.clientSecret } })
  ).json;
}
