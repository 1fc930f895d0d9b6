import type { AnyMachineSnapshot } from 'xstate';
import type { PaymentMethod } from '#contract/payment/payment.ts';
import type { CheckoutContext, Placing } from '#machines/checkout/facts.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { account, cartUuid, type quote, uuid } from '#tests/support/samples.ts';
import type { Oracle, Trail } from '#tests/support/walk.ts';
import { ageIsHeeded, flat } from './checkout.age.ts';
import { isIn, needsAreMet, settledGoesOn, walletIsHeeded } from './checkout.steps.ts';

/** The key of the one press that the model makes. */
const key = `${cartUuid}:${uuid(9)}`;

const toldCount = ({ told }: Trail, action: string) => told.filter((fact) => fact.action === action).length;

/**
 * Never a charge without an order, nor two for one cart: every order call carries a key, repeats carry the
 * same one, and each end is told.
 */
export function moneyIsSafe(snapshot: AnyMachineSnapshot, trail: Trail): void {
  const context = snapshot.context as CheckoutContext;
  const sent = trail.calls.filter(({ port }) => port === 'placeOrder').map(({ input }) => input as Placing);
  for (const { key: named, lock: held, clientSecret, draft } of sent) {
    expectThat(named === key, 'an order call without the key of its press');
    expectThat(held !== null, 'an order call without a lock');
    expectThat(
      (clientSecret !== null) === (draft.paymentMethod?.type === 'CREDIT_CARD'),
      'an order by card without its payment, or another with one',
    );
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
  BALANCE: 'payment.loading',
  STOCK: 'returned',
  FRESH_PROOF: 'confirmation.proving',
  NOT_FOUND: 'returned',
  KEY_REUSED: 'adopting.finding',
  TypeError: 'placing.failed',
  UNAUTHENTICATED: 'confirmation.locking',
  MALFORMED: 'placing.failed',
};
const afterLocking: Record<string, string> = {
  NetworkFault: 'confirmation.offline',
  TypeError: 'confirmation.failed',
  ORDERED: 'adopting.finding',
  STOCK: 'returned',
  AREA: 'shipping.quoting',
  WINDOW_PAST: 'shipping.quoting',
  ADDRESS: 'shipping.quoting',
  MALFORMED: 'confirmation.failed',
};
function answersAreHeeded(snapshot: AnyMachineSnapshot, { steps: events, before, told }: Trail): void {
  const event = events.at(-1);
  if (!event || !before) return;
  const now = flat(snapshot.value);
  const error = event['error'] as
    | { name: string; code?: string; problem?: { detail?: string; current?: unknown } }
    | undefined;
  const name = error?.problem?.detail ?? error?.code ?? error?.name ?? '';
  const context = snapshot.context as CheckoutContext;
  if (/^xstate\.error\.actor\.(?:placeOrder|beginCard)$/.test(event.type)) {
    const isOld = (before.context as CheckoutContext).isStale && afterPlacing[name] === 'placing.waiting';
    const hasCard = (before.context as CheckoutContext).draft.paymentMethod?.cardId !== undefined;
    const wasQueued = (before.context as CheckoutContext).failures > 0;
    const to = isOld
      ? 'adopting.finding'
      : name === 'LOCK_LOST' && wasQueued
        ? 'confirmation.locking'
        : name === 'NOT_FOUND' && hasCard
          ? 'payment.loading'
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
  if (/^xstate\.error\.actor\.(?!findOrder|recallQuote|changeCard)/.test(event.type) && now !== 'placed')
    expectThat(context.problem !== null, 'a failure is told');
  if (error?.problem?.current && now === 'returned')
    expectThat(context.current !== null, 'the cart of the refusal is handed back');
  if (event.type === 'xstate.done.actor.lock') lockIsReviewed(event, context, now);
  if (event.type === 'xstate.done.actor.placeOrder') expectThat(now === 'placed', 'an order is placed');
  if (event.type === 'xstate.error.actor.findOrder' && name === 'UNAUTHENTICATED')
    expectThat(now === 'confirmation.locking' && context.key === null, 'who is signed out is let go');
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
  if (/done\.actor\.(?:quote|paymentMethods|updateMethods)$/.test(event.type))
    expectThat(context.problem?.code !== 'NETWORK', 'what came says nothing of what did not');
  walletIsHeeded(snapshot, before, event);
  if (event.type === 'xstate.done.actor.beginCard')
    expectThat(
      now === ((before.context as CheckoutContext).isStale ? 'adopting.finding' : 'placing.posting'),
      'a card that is begun is sent with its order',
    );
  if (event.type === 'xstate.done.actor.proof')
    expectThat(
      now === 'confirmation.locking' && told.at(-1)?.action === 'notifyProved',
      'who has proved who they are goes on, and the session hears of it',
    );
  if (event.type.endsWith('actor.changeCard'))
    expectThat(now === 'payment.loading', 'what is left of the cards is asked');
  if (event.type === 'xstate.done.actor.plans') {
    const offered = (event['output'] as PaymentMethod[]).find(({ type }) => type === 'CREDIT_CARD');
    const count = offered?.plans?.length ?? 0;
    expectThat(
      now === (count > 1 ? 'installment.ready' : count === 1 ? 'confirmation.locking' : 'payment.loading'),
      `${count} parcels to choose from`,
    );
  }
  if (/done\.actor\.(?:paymentMethods|updateMethods)$/.test(event.type))
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
  if (event.type === 'coupon.decided')
    expectThat(
      isIn(before, 'confirmation')
        ? now === 'confirmation.locking' && context.lock === null
        : now === flat(before.value),
      'what was held for another total is held anew',
    );
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
}

/** What the sum that is held can be paid with decides whether it is reviewed. */
function lockIsReviewed(event: Trail['steps'][number], context: CheckoutContext, now: string): void {
  const { methods } = event['output'] as { methods?: PaymentMethod[] };
  const { type, installments } = context.draft.paymentMethod ?? {};
  // No wallet pays anything of what the model holds.
  const isShort = type === 'WALLET';
  const offered = methods?.find((one) => one.type === type);
  const to =
    isShort || (methods && !offered)
      ? 'payment.loading'
      : methods && !offered?.plans?.some(({ n }) => n === installments)
        ? 'installment.ready'
        : 'confirmation.reviewing';
  expectThat(now === to && context.problem === null, `a lock leads to ${now}, not ${to}`);
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
    editable: /ready|reviewing|proving|refused/,
    busy: /ing$/,
  };
  for (const [tag, states] of Object.entries(tags)) {
    const value = flat(snapshot.value).replace(/(?<=reviewing|proving)$/, '.');
    const holds = tag === 'editable' ? states.test(flat(snapshot.value)) : states.test(value);
    expectThat(snapshot.hasTag(tag) === (holds && snapshot.status === 'active'), `${value}: ${tag}`);
  }
};
