import type { CheckoutDraft, Order } from '#contract/order/order.ts';
import { cents } from '#contract/money.ts';
import type { PaymentMethod } from '#contract/payment/payment.ts';
import type { CheckoutContext, CheckoutInput } from '#machines/checkout/facts.ts';
import type { checkoutMachine } from '#machines/checkout/checkout.machine.ts';
import { lacksAddress, lacksInstallment, lacksPayment, lacksShipping } from '#machines/checkout/needs.ts';
import { ask } from '#machines/navigation/place.ts';
import {
  account,
  bug,
  cardMethod,
  cartUuid,
  fault,
  lock,
  noon,
  order,
  quote,
  refusal,
  uuid,
} from '#tests/support/samples.ts';
import type { Model } from '#tests/support/walk.ts';
import { questions } from './checkout.asking.ts';
import { drafts } from './checkout.model.ts';

/** The purchase by somebody who has ordered here before, on one page. */

export const about = ask('checkout.review', {}, { cart: cartUuid });
const beginning = (draft: CheckoutDraft, more: Partial<CheckoutInput> = {}): CheckoutInput => ({
  asked: { ...about, params: { cartUuid } } as CheckoutInput['asked'],
  cart: { uuid: cartUuid, count: 2, draft },
  account,
  ...more,
});

/** An order that went to the address of the samples, as it is kept. */
const kept = {
  cep: '01310-100',
  address: 'Avenida Paulista, 1000',
  street_address: 'Avenida Paulista',
  street_number: '1000',
  neighborhood: 'Bela Vista',
  city: 'São Paulo',
  administrative_area: 'SP',
  country: 'BR',
  latitude: -23.56,
  longitude: -46.65,
};
export const ordered = (
  properties: Partial<Order['properties']>,
  paymentMethod: Order['paymentMethod'] = { type: 'PIX' },
): Order => ({
  ...order,
  paymentMethod,
  properties: { ...order.properties, shippingAddress: kept, ...properties },
});
const express = { id: 'express', type: 'EXPRESS' } as const;
const free = { id: 'window', type: 'SCHEDULED', windowId: 'morning' } as const;
const scheduled = { id: 'window', type: 'SCHEDULED', windowId: 'over' } as const;
/** From 9 to 12 and from 15 to 18 in São Paulo. */
const [morning, evening] = [
  { start: '2026-11-15T12:00:00.000Z', end: '2026-11-15T15:00:00.000Z' },
  { start: '2026-11-15T18:00:00.000Z', end: '2026-11-15T21:00:00.000Z' },
];
export const lastOrders = {
  express: ordered({ shippingMethod: express, extra: { preparo: 'coador', velha: 'x' } }),
  morning: ordered({ shippingMethod: scheduled, window: morning }),
  evening: ordered({ shippingMethod: scheduled, window: evening }),
  pickup: ordered({ shippingMethod: { id: 'pickup', type: 'PICKUP', hubId: uuid(5) } }),
  gone: ordered({ shippingMethod: { id: 'drone', type: 'DELIVERY' } }),
  card: ordered({ shippingMethod: express }, { type: 'CREDIT_CARD', installments: 2 }),
  wallet: ordered({ shippingMethod: express }, { type: 'WALLET' }),
  nowhere: {
    ...ordered({
      shippingMethod: express,
      recipient: { self: false, name: 'Rui', phone: '+5511987650001' },
    }),
    properties: { ...order.properties, shippingMethod: express },
  },
} satisfies Record<string, Order>;

const saved = { id: uuid(7), brand: 'visa', last4: '4242', holder: 'M', expMonth: 1, expYear: 2030 };
export const methods: Record<string, PaymentMethod[]> = {
  both: [
    { type: 'PIX', label: 'Pix' },
    { ...cardMethod(), cards: [{ ...saved, default: true }] },
  ],
  card: [cardMethod()],
  whole: [{ type: 'PIX', label: 'Pix' }, cardMethod(15, 1)],
};
/** What the lock of the samples costs, centavos. */
export const TOTAL = 4990;
const press = { type: 'order.submitted', attempt: uuid(9), at: noon } as const;

const retries = [{ type: 'load.retried' }, { type: 'network.restored' }, { type: 'restored' }] as const;
const reduceContext = (given: unknown) => {
  const context = given as CheckoutContext;
  const { draft, quote: quoted, methods: offered, lock: held, last, pressed } = context;
  const { location, shippingMethod: way, paymentMethod: pay } = draft;
  return [
    [lacksAddress(context), lacksShipping(context), lacksPayment(context), lacksInstallment(context)],
    [location !== undefined, way?.id, way?.windowId, draft.recipient?.name, draft.extra],
    [pay?.type, pay?.installments !== undefined, pay?.cardId !== undefined, context.account?.phone],
    last && [last.draft.paymentMethod === pay, last.draft.paymentMethod?.type, last.window?.start],
    [last === undefined, context.viaReview, held !== null, pressed?.seen, context.key],
    quoted && [quoted.options.length, quoted.questions?.length],
    offered.map(({ plans = [] }) => plans.length),
  ];
};

/** What is taken over of each last order, by what the server offers now. */
export const recallModel: Model<typeof checkoutMachine> = {
  inputs: [
    beginning(drafts.empty),
    beginning(drafts.pix),
    beginning({ ...drafts.delivered, shippingMethod: scheduled }),
    beginning(drafts.empty, { account: null }),
    beginning(drafts.empty, { account: { ...account, phone: undefined } }),
  ],
  events: [{ type: 'shipping.chosen', choice: free }, ...retries],
  outcomes: {
    lastOrder: [...Object.values(lastOrders).map((ok) => ({ ok })), { ok: null }, fault, bug],
    quote: [
      { ok: quote },
      { ok: { ...quote, questions } },
      { ok: { ...quote, options: quote.options.filter(({ type }) => type === 'PICKUP') } },
      { ok: { ...quote, options: [] } },
      fault,
      bug,
    ],
    paymentMethods: [...Object.values(methods).map((ok) => ({ ok })), { ok: [] }, fault, bug],
  },
  reduceContext,
};

/** What is changed from the review, and what is pressed there. */
export const reviewModel: Model<typeof checkoutMachine> = {
  inputs: [beginning(drafts.empty)],
  events: [
    about,
    ask('checkout.shipping', { cartUuid }),
    ask('checkout.payment', { cartUuid }),
    ask('checkout.method', {}),
    { type: 'shipping.chosen', choice: free },
    { type: 'shipping.submitted' },
    { type: 'method.submitted' },
    { type: 'answers.changed', answers: { preparo: 'coador' } },
    { type: 'extra.submitted' },
    { type: 'payment.chosen', paymentMethod: { type: 'PIX' } },
    { type: 'payment.chosen', paymentMethod: { type: 'CREDIT_CARD' } },
    { type: 'payment.submitted' },
    { type: 'installment.chosen', installments: 3 },
    { type: 'installment.submitted' },
    { ...press, seen: cents(TOTAL) },
    { ...press, seen: cents(TOTAL + 1) },
    { ...press, attempt: '' },
  ],
  outcomes: {
    lastOrder: [{ ok: lastOrders.express }, { ok: lastOrders.card }, { ok: null }],
    quote: [{ ok: { ...quote, questions } }],
    paymentMethods: [{ ok: methods['both'] }, { ok: methods['whole'] }],
    lock: [
      { ok: { lock, at: noon } },
      { ok: { lock, at: noon, methods: methods['card'] } },
      {
        ok: {
          lock: { ...lock, wallet: { uuid: uuid(7), name: 'Crédito', asked: 12, amount: 4 } },
          at: noon,
        },
      },
      refusal('LOCK', { detail: 'WINDOW' }),
    ],
    beginCard: [{ ok: { clientSecret: 'sbx_1_secret_0123456789' } }, refusal('FRESH_PROOF')],
    placeOrder: [{ ok: order }, refusal('LOCK_LOST')],
  },
  reduceContext,
};
