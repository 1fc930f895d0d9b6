import type { AnyMachineSnapshot } from 'xstate';
import type { CheckoutDraft } from '#contract/order.ts';
import type { CheckoutContext, CheckoutInput, Placing } from '#machines/checkout/facts.ts';
import {
  hasInstallments,
  lacksAddress,
  lacksPayment,
  lacksShipping,
  shippingGap,
} from '#machines/checkout/needs.ts';
import { checkoutMachine } from '#machines/checkout/checkout.machine.ts';
import { PLACING_LIVES } from '#machines/checkout/placing-life.ts';
import { ask } from '#machines/navigation/place.ts';
import { expectThat } from '../support/expect-that.ts';
import {
  account,
  address,
  bug,
  cartOf,
  cartUuid,
  fault,
  lock,
  noon,
  order,
  quote,
  refusal,
  uuid,
} from '../support/samples.ts';
import type { Model, Oracle, Trail } from '../support/walk.ts';
import { ageIsHeeded, flat } from './checkout.age.ts';
import { isIn, needsAreMet, settledGoesOn } from './checkout.steps.ts';

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
const key = `${cartUuid}:${uuid(9)}`;
export const placing = {
  version: 1,
  cartUuid,
  key,
  draft: drafts.pix,
  lock,
  at: noon,
  ignoreShippingAddress: false,
} as const;

export const machine = checkoutMachine;
export const model: Model<typeof checkoutMachine> = {
  inputs: [
    ...Object.values(drafts).map((draft) => starting(draft)),
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
    { type: 'installment.chosen', installments: 3 },
    { type: 'installment.chosen', installments: 99 },
    { type: 'relock.asked' },
    { type: 'order.submitted', attempt: uuid(9), at: noon },
    { type: 'order.submitted', attempt: '', at: noon },
    { type: 'order.abandoned' },
    { type: 'refusal.dismissed' },
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
        ok: [
          { type: 'PIX', label: 'Pix' },
          { type: 'CREDIT_CARD', label: 'Cartão', installments: 12 },
        ],
      },
      { ok: [{ type: 'PIX', label: 'Pix' }] },
      { ok: [] },
      fault,
      bug,
    ],
    lock: [
      { ok: { lock, at: noon } },
      fault,
      bug,
      refusal('ORDERED'),
      refusal('LOCK', { detail: 'STOCK', current: cartOf(2, []) }),
      ...['AREA', 'WINDOW_PAST'].map((detail) => refusal('LOCK', { detail })),
      refusal('ADDRESS'),
    ],
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
      refusal('STOCK', { current: cartOf(3, []) }),
      refusal('KEY_REUSED'),
      refusal('UNAUTHENTICATED'),
    ],
    findOrder: [{ ok: order }, { ok: null }, fault, bug],
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
      hasInstallments(context),
      draft.shippingMethod?.type === 'PICKUP',
      shippingGap(context) === null,
    ];
    return [
      needs.map(Number).join(''),
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

const toldCount = ({ told }: Trail, action: string) => told.filter((fact) => fact.action === action).length;

/**
 * Never a charge without an order, nor two for one cart: every order call carries a key, repeats carry the
 * same one, and each end is told.
 */
function moneyIsSafe(snapshot: AnyMachineSnapshot, trail: Trail): void {
  const context = snapshot.context as CheckoutContext;
  const sent = trail.calls.filter(({ port }) => port === 'placeOrder').map(({ input }) => input as Placing);
  for (const { key: named, lock: held } of sent) {
    expectThat(named === key, 'an order call without the key of its press');
    expectThat(held !== null, 'an order call without a lock');
  }
  const presses = trail.steps.filter(
    ({ type, attempt }) => type === 'order.submitted' && attempt !== '',
  ).length;
  expectThat(
    sent.length === 0 || presses > 0 || trail.calls[0]?.port !== 'lock',
    'an order that nobody asked for',
  );
  if (isIn(snapshot, 'placing')) expectThat(context.key !== null, 'placing without a key');
  else if (!isIn(snapshot, 'adopting', 'placed', 'returned'))
    expectThat(context.key === null, 'a key outlives its press');
  if (isIn(snapshot, 'placed'))
    expectThat(context.order !== null && snapshot.output?.outcome === 'placed', 'placed without an order');
  if (isIn(snapshot, 'returned'))
    expectThat(
      snapshot.output?.outcome === 'returned' && snapshot.output.problem !== null,
      'returned without a reason',
    );
  const open = toldCount(trail, 'notifyLocked') - toldCount(trail, 'notifyUnlocked');
  expectThat(
    open === (isIn(snapshot, 'placing', 'adopting') ? 1 : 0),
    'the app knows when it must not leave',
  );
  if (isIn(snapshot, 'confirmation'))
    expectThat(
      !snapshot.matches({ confirmation: 'reviewing' } as never) || context.lock !== null,
      'a review without a lock',
    );
  if (isIn(snapshot, 'shipping', 'method', 'payment', 'installment'))
    expectThat(context.lock === null, 'a lock is kept while things change');
}

/** What each answer of the order call means, by hand from D42, D44 and REL-01 to REL-06. */
const afterPlacing: Record<string, string> = {
  NetworkFault: 'placing.waiting',
  IN_FLIGHT: 'placing.waiting',
  LOCK_LOST: 'confirmation.lockExpired',
  WINDOW: 'shipping.quoting',
  PAYMENT_METHOD: 'payment.loading',
  STOCK: 'returned',
  KEY_REUSED: 'adopting.finding',
  TypeError: 'placing.failed',
  UNAUTHENTICATED: 'placing.failed',
};
const afterLocking: Record<string, string> = {
  NetworkFault: 'confirmation.offline',
  TypeError: 'confirmation.failed',
  ORDERED: 'adopting.finding',
  STOCK: 'returned',
  AREA: 'shipping.quoting',
  WINDOW_PAST: 'shipping.quoting',
  ADDRESS: 'shipping.quoting',
};
function answersAreHeeded(snapshot: AnyMachineSnapshot, { steps: events, before }: Trail): void {
  const event = events.at(-1);
  if (!event || !before) return;
  const now = flat(snapshot.value);
  const error = event['error'] as
    | { name: string; code?: string; problem?: { detail?: string; current?: unknown } }
    | undefined;
  const name = error?.problem?.detail ?? error?.code ?? error?.name ?? '';
  const context = snapshot.context as CheckoutContext;
  if (event.type === 'xstate.error.actor.placeOrder') {
    const isOld = (before.context as CheckoutContext).isStale && afterPlacing[name] === 'placing.waiting';
    const to = isOld
      ? 'adopting.finding'
      : name === 'ORDERED'
        ? error?.problem?.current
          ? 'placed'
          : 'adopting.finding'
        : afterPlacing[name];
    expectThat(now === to, `${name} of the order leads to ${now}, not ${to}`);
  }
  if (
    event.type === 'shipping.submitted' &&
    isIn(before, 'shipping') &&
    before.hasTag('editable') &&
    !before.hasTag('refused')
  )
    settledGoesOn(snapshot, before);
  if (event.type === 'xstate.error.actor.lock')
    expectThat(now === afterLocking[name], `${name} of the lock leads to ${now}, not ${afterLocking[name]}`);
  if (/^xstate\.error\.actor\.(?!findOrder|recallQuote)/.test(event.type) && now !== 'placed')
    expectThat(context.problem !== null, 'a failure is told');
  if (error?.problem?.current && now === 'returned')
    expectThat(context.current !== null, 'the cart of the refusal is handed back');
  if (event.type === 'xstate.done.actor.lock')
    expectThat(now === 'confirmation.reviewing' && context.problem === null, 'a lock is reviewed');
  if (event.type === 'xstate.done.actor.placeOrder') expectThat(now === 'placed', 'an order is placed');
  if (event.type === 'xstate.done.actor.findOrder')
    expectThat(
      now ===
        (event['output']
          ? 'placed'
          : (before.context as CheckoutContext).problem?.code === 'ORDERED'
            ? 'returned'
            : 'confirmation.locking'),
      'the order found counts',
    );
  ageIsHeeded(snapshot, before, event, [flat(before.value), now]);
  if (event.type === 'xstate.done.actor.quote') {
    const hasWay = (event['output'] as typeof quote).options.length > 0;
    expectThat(
      now === (hasWay ? `${flat(before.value).split('.')[0]}.ready` : 'shipping.refused'),
      'a quote without a way is a refusal',
    );
  }
  if (/done\.actor\.(?:quote|paymentMethods)$/.test(event.type))
    expectThat(context.problem?.code !== 'NETWORK', 'what came says nothing of what did not');
  if (event.type === 'xstate.done.actor.paymentMethods')
    expectThat(
      now === ((event['output'] as unknown[]).length > 0 ? 'payment.ready' : 'payment.empty'),
      'ways to pay',
    );
  if (now === 'payment.ready')
    expectThat(
      context.methods.length > 1 || context.draft.paymentMethod?.type === context.methods[0]?.type,
      'the only way to pay is taken',
    );
  const retries =
    ['network.restored', 'load.retried', 'restored'].includes(event.type) ||
    event.type.startsWith('xstate.after.backOff');
  if (retries && before.hasTag('offline'))
    expectThat(snapshot.hasTag('busy') && !snapshot.hasTag('offline'), 'what waited is tried again');
  if (event.type === 'load.retried' && before.hasTag('failed'))
    expectThat(snapshot.hasTag('busy'), 'what failed can be tried again');
  if (event.type === 'restored' && flat(before.value) === 'confirmation.reviewing')
    expectThat(now === 'confirmation.locking', 'a lock is taken again after a restore: its timer is gone');
  if (event.type.startsWith('asked.') && isIn(before, 'placing', 'adopting'))
    expectThat(
      now === flat(before.value) && context.refusal?.reason === 'order.placing',
      'nobody leaves while an order is placed',
    );
  else if (event.type.startsWith('asked.') && !now.startsWith(event.type.slice('asked.checkout.'.length))) {
    const passes = event.type.endsWith('installment') && isIn(snapshot, 'confirmation');
    expectThat(passes || context.refusal !== null, 'a gate says why');
    expectThat(
      passes || context.refusal?.asked?.screen === event.type.slice('asked.'.length),
      'a gate says what was asked',
    );
  }
  if (event.type === 'account.found')
    expectThat(context.account === account, 'who buys is known, and a press is not changed');
  if (event.type === 'refusal.dismissed' && !isIn(before, 'placing'))
    expectThat(context.refusal === null && context.problem === null, 'a refusal can be put away');
}

export const oracle: Oracle = (snapshot, trail) => {
  needsAreMet(snapshot);
  moneyIsSafe(snapshot, trail);
  answersAreHeeded(snapshot, trail);
  const { before } = trail;
  const context = snapshot.context as CheckoutContext;
  if (before && (before.context as CheckoutContext).draft !== context.draft)
    expectThat(
      trail.told.at(-1)?.action === 'notifyDraft' ||
        trail.told.some(({ action, event }) => action === 'notifyDraft' && event === trail.steps.at(-1)),
      'the cart keeps every decision',
    );
  if (before && (before.context as CheckoutContext).lock && !context.lock)
    expectThat(
      trail.told.some(({ action, event }) => action === 'notifyReleased' && event === trail.steps.at(-1)),
      'an unneeded lock goes back',
    );
  if (snapshot.hasTag('busy') && !snapshot.hasTag('offline'))
    expectThat(
      snapshot._nodes.some((node) => node.invoke.length > 0 && node.parent?.parent !== undefined),
      'a spinner that nothing turns',
    );
  const tags = {
    offline: /offline|waiting/,
    failed: /failed/,
    empty: /empty/,
    refused: /refused|lockExpired|empty/,
    editable: /ready|reviewing|^installment|refused/,
    busy: /ing$/,
  };
  for (const [tag, states] of Object.entries(tags)) {
    const value = flat(snapshot.value).replace('reviewing', 'review');
    const holds = tag === 'editable' ? states.test(flat(snapshot.value)) : states.test(value);
    expectThat(snapshot.hasTag(tag) === (holds && snapshot.status === 'active'), `${value}: ${tag}`);
  }
};
