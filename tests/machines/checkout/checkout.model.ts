import type { CheckoutDraft } from '#contract/order/order.ts';
import type { PaymentMethod } from '#contract/payment/payment.ts';
import type { CheckoutContext, CheckoutInput } from '#machines/checkout/facts.ts';
import {
  hasInstallments,
  lacksAddress,
  lacksInstallment,
  lacksPayment,
  lacksShipping,
  shippingGap,
} from '#machines/checkout/needs.ts';
import { checkoutMachine } from '#machines/checkout/checkout.machine.ts';
import { PLACING_LIVES } from '#machines/checkout/placing-life.ts';
import { ask } from '#machines/navigation/place.ts';
import {
  account,
  address,
  bug,
  cardMethod,
  cartOf,
  cartUuid,
  fault,
  lock,
  noon,
  order,
  quote,
  refusal,
  tokens,
  uuid,
} from '#tests/support/samples.ts';
import type { Model } from '#tests/support/walk.ts';

const steps = [
  'checkout.shipping',
  'checkout.payment',
  'checkout.installment',
  'checkout.confirmation',
] as const;
const express = { id: 'express', type: 'EXPRESS' } as const;
export const drafts = {
  empty: {},
  addressed: { location: address },
  pickup: { shippingMethod: { id: 'pickup', type: 'PICKUP' } },
  homeless: { shippingMethod: express, paymentMethod: { type: 'PIX' } },
  cardWithoutDelivery: { location: address, paymentMethod: { type: 'CREDIT_CARD', installments: 2 } },
  delivered: { location: address, shippingMethod: express },
  pix: { location: address, shippingMethod: express, paymentMethod: { type: 'PIX' } },
  card: { location: address, shippingMethod: express, paymentMethod: { type: 'CREDIT_CARD' } },
  savedCard: {
    location: address,
    shippingMethod: express,
    paymentMethod: { type: 'CREDIT_CARD', installments: 2, cardId: uuid(7) },
  },
  goneMethod: { location: address, shippingMethod: express, paymentMethod: { type: 'WALLET' } },
} as const satisfies Record<string, CheckoutDraft>;
export const starting = (
  draft: CheckoutDraft,
  screen: (typeof steps)[number] = 'checkout.confirmation',
  more: Partial<CheckoutInput> = {},
): CheckoutInput => ({
  asked: ask(screen, { cartUuid }),
  cart: { uuid: cartUuid, count: 2, draft },
  account,
  ...more,
});
const clientSecret = 'sbx_1_secret_0123456789';
export const placing = {
  version: 1,
  cartUuid,
  key: `${cartUuid}:${uuid(9)}`,
  draft: drafts.pix,
  lock,
  at: noon,
  ignoreShippingAddress: false,
} as const;

/** Wallets that can pay twelve reais and three, and what is left to pay. */
const walletMethod = (left: number): PaymentMethod => ({
  type: 'WALLET',
  label: 'Saldo da carteira',
  max: 12,
  wallets: [
    { uuid: uuid(7), name: 'Crédito da loja', kind: 'CREDIT', max: 12 },
    { uuid: uuid(8), name: 'Pontos', kind: 'POINTS', max: 3 },
  ],
  left,
});

export const machine = checkoutMachine;
export const model: Model<typeof checkoutMachine> = {
  inputs: [
    // What wallets pay makes no difference to where one may go.
    ...Object.values(drafts)
      .filter((draft) => !('wallets' in draft))
      .map((draft) => starting(draft)),
    ...steps.map((screen) => starting(drafts.pix, screen)),
    { ...starting(drafts.pix), asked: ask('checkout.method', {}) },
    starting(drafts.pix, 'checkout.confirmation', { placing }),
  ],
  events: [
    ...steps.map((screen) => ask(screen, { cartUuid })),
    ask('checkout.method', {}),
    { type: 'address.changed', location: address },
    { type: 'shipping.chosen', choice: express },
    { type: 'shipping.chosen', choice: { id: 'window', type: 'SCHEDULED' } },
    { type: 'shipping.chosen', choice: { id: 'window', type: 'SCHEDULED', windowId: 'morning' } },
    { type: 'shipping.chosen', choice: { id: 'window', type: 'SCHEDULED', windowId: 'gone' } },
    { type: 'recipient.changed', recipient: { self: true, name: 'Maria', phone: '+5511987654321' } },
    { type: 'account.found', account },
    { type: 'mode.chosen', mode: 'pickup' },
    { type: 'shipping.submitted' },
    { type: 'method.submitted' },
    { type: 'payment.submitted' },
    { type: 'installment.submitted' },
    { type: 'payment.chosen', paymentMethod: { type: 'PIX' } },
    { type: 'payment.chosen', paymentMethod: { type: 'CREDIT_CARD' } },
    { type: 'payment.chosen', paymentMethod: { type: 'FREE' } },
    { type: 'wallet.chosen', uuid: uuid(7), amount: null },
    { type: 'wallet.chosen', uuid: uuid(7), amount: 5 },
    { type: 'wallet.chosen', uuid: uuid(7), amount: 12.01 },
    { type: 'wallet.chosen', uuid: uuid(8), amount: 3 },
    { type: 'card.changed', id: uuid(7), change: 'removed' },
    { type: 'installment.chosen', installments: 3 },
    { type: 'installment.chosen', installments: 99 },
    { type: 'relock.asked' },
    { type: 'coupon.decided', code: 'FEIRA10' },
    { type: 'order.submitted', attempt: uuid(9), at: noon },
    { type: 'order.submitted', attempt: '', at: noon },
    { type: 'order.abandoned' },
    { type: 'load.retried' },
    { type: 'network.restored' },
    { type: 'restored' },
    { type: 'restored', now: noon + PLACING_LIVES },
  ],
  outcomes: {
    quote: [{ ok: quote }, { ok: { ...quote, options: [], refusal: 'AREA' } }, fault, bug],
    recallQuote: [{ ok: quote }, bug],
    paymentMethods: [
      {
        ok: [{ type: 'PIX', label: 'Pix' }, cardMethod()],
      },
      { ok: [{ type: 'PIX', label: 'Pix' }, walletMethod(30)] },
      { ok: [walletMethod(0)] },
      // A sum too small to be divided.
      { ok: [{ type: 'PIX', label: 'Pix' }, cardMethod(15, 1)] },
      { ok: [{ type: 'PIX', label: 'Pix' }] },
      { ok: [] },
      fault,
      bug,
    ],
    lock: [
      { ok: { lock, at: noon } },
      { ok: { lock, at: noon, methods: [cardMethod()] } },
      fault,
      bug,
      refusal('ORDERED'),
      refusal('LOCK', { detail: 'STOCK', current: cartOf(2, []) }),
      ...['AREA', 'WINDOW_PAST'].map((detail) => refusal('LOCK', { detail })),
      refusal('ADDRESS'),
    ],
    beginCard: [
      { ok: { clientSecret } },
      fault,
      bug,
      refusal('ORDERED', { current: order }),
      refusal('ORDERED'),
      refusal('LOCK_LOST'),
      refusal('WINDOW'),
      refusal('PAYMENT_METHOD'),
      refusal('STOCK', { current: cartOf(3, []) }),
      refusal('KEY_REUSED'),
      refusal('FRESH_PROOF'),
      refusal('NOT_FOUND'),
      refusal('UNAUTHENTICATED'),
    ],
    changeCard: [{ ok: undefined }, fault],
    proof: [{ ok: { tokens, signupGrant: null } }],
    placeOrder: [
      { ok: order },
      fault,
      bug,
      refusal('IN_FLIGHT', { retryAfter: 2 }),
      refusal('ORDERED', { current: order }),
      refusal('ORDERED'),
      refusal('LOCK_LOST'),
      refusal('WINDOW'),
      refusal('PAYMENT_METHOD'),
      refusal('BALANCE'),
      refusal('STOCK', { current: cartOf(3, []) }),
      refusal('FRESH_PROOF'),
      refusal('KEY_REUSED'),
      refusal('UNAUTHENTICATED'),
    ],
    findOrder: [{ ok: order }, { ok: null }, fault, bug, refusal('UNAUTHENTICATED')],
  },
  // What the gates and the oracle tell apart; the rest of a draft makes no difference to where one may go.
  reduceContext: (given) => {
    const context = given as CheckoutContext;
    const { draft, quote: quoted, methods, lock: held, key: named, order: made, problem, isStale } = context;
    const needs = [
      lacksAddress(context),
      lacksShipping(context),
      lacksPayment(context),
      draft.paymentMethod?.installments !== undefined,
      lacksInstallment(context),
      context.clientSecret !== null,
      draft.paymentMethod !== undefined && 'cardId' in draft.paymentMethod,
      draft.paymentMethod?.type === 'WALLET',
      hasInstallments(context),
      draft.shippingMethod?.type === 'PICKUP',
      shippingGap(context) === null,
    ];
    return [
      needs.map(Number).join(''),
      context.wallet === null,
      // Another wallet beside it is judged on the step that adds it.
      Math.min(1, draft.wallets?.length ?? 0),
      quoted?.options.length,
      methods.length,
      held ? 1 : 0,
      named,
      made ? 1 : 0,
      ['ORDERED', 'NETWORK'].indexOf(problem?.code ?? ''),
      isStale,
    ];
  },
};
export { oracle } from './checkout.oracle.ts';
