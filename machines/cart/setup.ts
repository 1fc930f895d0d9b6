import { assign, emit, setup } from 'xstate';
import type { Campaign } from '#contract/campaign.ts';
import type { Cart } from '#contract/cart.ts';
import type { IfMissing } from '#contract/order/if-missing.ts';
import type { CheckoutDraft } from '#contract/order/order.ts';
import { mergeCarts } from '#domain/cart-limits.ts';
import { lineKey } from '#domain/cart-line.ts';
import { couponInForce } from '#domain/money/coupon.ts';
import type { HeldLine } from './held-line.ts';
import type { CartContext, CartEvent, CartInput, CartRead, CartWord, CartWrite } from './facts.ts';
import { mergedLines, unsaidOf } from './merged.ts';
import { checkoutBlocker } from './checkout-blocker.ts';
import { emptyBase } from './empty-base.ts';
import { nothing } from './nothing.ts';
import { canReview, isRepeatAnswered, repeatBeside } from './repeat.ts';
import { repriced } from './prices.ts';
import { type Edit, absolute, additions, baseOf, heldLine, limitsOf, rebased } from './lines.ts';
import { currentOf, isPassing, problemOf } from '#machines/flow-problem.ts';
import {
  type Failure,
  backOffAfter,
  failure,
  isRefusedAs,
  isSignedOut,
  port,
  retryOnReturn,
} from '#machines/port.ts';

/** Taps within this time are one write, ms. */
const SETTLE = 400;
const LONGEST_BACK_OFF = 30_000;
const CONFLICTS_IN_A_ROW = 3;

/** The cart that a refused write shows: checked by the port, which leaves out what does not fit the contract. */
const cartIn = (error: unknown): Cart | null => (currentOf(error) as Cart | undefined) ?? null;
/**
 * A cart with no number yet, holding the same lines: for a cart that turned out to be ordered, somebody
 * else's or given up.
 */
const asEdits = ({ lines, draft }: CartContext): Edit[] => [
  ...lines.map((line): Edit => ({ kind: 'added', line })),
  ...(Object.keys(draft).length > 0 ? [{ kind: 'drafted', patch: draft } as const] : []),
];
export function adopted(context: CartContext, cart: Cart, edits: Edit[]): Partial<CartContext> {
  const now = rebased(baseOf(cart), edits);
  return {
    uuid: cart.uuid,
    ...now,
    sent: 0,
    priced: cart,
    coupon: couponInForce(now.draft.coupon, cart),
    // Of prices the browser knows better what was seen: it is what stood on its screen.
    changes: [
      ...repriced(context.changes, context.lines, cart),
      ...cart.changes.filter(({ kind }) => kind !== 'PRICE'),
    ],
    heard: cart.version,
    failures: 0,
    problem: null,
  };
}
const afresh = (edits: Edit[]): Partial<CartContext> => ({ ...nothing, ...rebased(emptyBase, edits) });

/** The cart with one more edit. */
const edited = ({ base, edits }: CartContext, edit: Edit): Partial<CartContext> => ({
  ...rebased(base, [...edits, edit]),
  problem: null,
});
/** A line with another quantity; none of it takes it out. A line that is not there stays so. */
function withQuantity(
  context: CartContext,
  key: string,
  quantity: number,
  ifMissing?: IfMissing,
): Partial<CartContext> {
  const line = context.lines.find((present) => lineKey(present) === key);
  return line
    ? edited(
        context,
        quantity > 0
          ? { kind: 'set', line: { ...line, quantity, ...(ifMissing ? { ifMissing } : {}) } }
          : { kind: 'removed', key },
      )
    : { problem: null };
}
type Elsewhere = Extract<CartEvent, { type: 'cart.changed.elsewhere' }>;

/** Whether a request to go on to the checkout has what it waits for. */
const isAnswered = ({ requestedAt, uuid, priced, problem }: CartContext): boolean =>
  requestedAt !== null && uuid !== null && (priced !== null || problem !== null);

/** An answer that is a cart. */
export type Answered = { cart: Cart };

/** The words of the cart chart: its calls, guards, delays and actions. */
export const cartSetup = setup({
  types: {
    input: {} as CartInput,
    context: {} as CartContext,
    events: {} as CartEvent,
    emitted: {} as CartWord,
    tags: {} as 'busy' | 'settled' | 'offline' | 'failed',
  },
  actors: {
    drawCart: port<{ uuid: string }>('drawCart'),
    ensureLead: port<{ id: string }, { leadId: string | null }>('ensureLead'),
    putCart: port<Cart, CartWrite>('putCart'),
    loadCart: port<Cart, CartRead>('loadCart'),
    loadSavedCart: port<Cart | null, { uuid: string | null }>('loadSavedCart'),
  },
  guards: {
    hasUuid: ({ context }) => context.uuid !== null,
    lacksUuid: ({ context }) => context.uuid === null,
    isThisCart: ({ context }, { uuid }: { uuid: string | null }) => uuid !== null && context.uuid === uuid,
    // A number that nothing was written under yet is nothing to look up.
    isWritten: ({ context }) => context.uuid !== null && context.base.version > 0,
    hasEdits: ({ context }) => context.edits.length > 0,
    // Nobody has tried to write it, and there is nothing to write.
    isNothing: ({ context: { uuid, heard, failures, lines } }) =>
      lines.length === 0 && (uuid === null || heard + failures === 0),
    isBehind: ({ context }) => context.uuid !== null && context.heard > context.base.version,
    needsNoLead: ({ context }) => context.isClient || context.leadId !== null,
    isUnblocked: ({ context }, { now }: { now: number }) => checkoutBlocker(context, now) === null,
    // No answer is no reason to be kept here: the checkout says itself what it waits for, and who must sign
    // in.
    isAnswered: ({ context }) => isAnswered(context),
    isGranted: ({ context }) =>
      isAnswered(context) && checkoutBlocker(context, context.requestedAt ?? 0) === null,
    isEmpty: ({ context }) => context.lines.length === 0,
    isRepeatAnswered: ({ context }) => isRepeatAnswered(context),
    isRepeating: ({ context }) => context.repeatedAt !== null,
    hasSaved: ({ context }) => context.saved !== null,
    isOfCart: ({ context: { uuid } }, { cartUuid }: { cartUuid: string }) => [null, cartUuid].includes(uuid),
    isNewer: ({ context: { uuid, base } }, { cart }: Answered) =>
      cart.uuid === uuid && cart.version >= base.version,
    isOrderedElsewhere: ({ context: { uuid } }, { ordered }: Elsewhere) => ordered === uuid,
    // Two tabs drew a number each before they heard of one another: both take the smaller.
    isOtherCart: ({ context: { uuid } }, other: Elsewhere) =>
      other.uuid !== null && (uuid === null || other.uuid < uuid),
    isEnded: (_, { by }: { by?: string }) => by !== 'restore',
    wereManyConflicts: ({ context }) => context.failures >= CONFLICTS_IN_A_ROW,
    isPassing: (_, { error }: Failure) => isPassing(error),
    isConflict: (_, { error }: Failure) => isRefusedAs('VERSION')(null, { error }) && cartIn(error) !== null,
    isOrdered: isRefusedAs('ORDERED'),
    isForeign: isRefusedAs('NOT_FOUND'),
    isOwnerAway: ({ context }, failure: Failure) => context.isClient && isSignedOut(null, failure),
    isBuying: (_, { inCheckout }: { inCheckout?: boolean }) => inCheckout === true,
    wasClient: ({ context }) => context.isClient,
    isSavedCart: (_, { saved }: { saved: Cart | null }) => saved !== null && saved.products.length > 0,
    isFirstCart: ({ context }, { saved }: { saved: Cart | null }) =>
      saved !== null && saved.products.length > 0 && context.uuid === null && context.lines.length === 0,
  },
  delays: { settle: SETTLE, backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    addLine: assign(({ context }, { line }: { line: HeldLine }) =>
      line.quantity > 0 ? edited(context, { kind: 'added', line }) : withQuantity(context, lineKey(line), 0),
    ),
    addLines: assign(({ context: { base, edits } }, { lines }: { lines: HeldLine[] }) => ({
      ...rebased(base, [...edits, ...lines.map((line): Edit => ({ kind: 'added', line }))]),
      problem: null,
    })),
    setLine: assign(
      (
        { context },
        { key, quantity = 0, ifMissing }: { key: string; quantity?: number; ifMissing?: IfMissing },
      ) => withQuantity(context, key, quantity, ifMissing),
    ),
    decide: assign(({ context }, { patch }: { patch: CheckoutDraft }) =>
      edited(context, { kind: 'drafted', patch }),
    ),
    // The server has said nothing of it yet, or it is the one that it spoke of last.
    decideCoupon: assign(({ context }, { code: coupon }: { code: string }) => ({
      ...edited(context, { kind: 'drafted', patch: { coupon } }),
      coupon: couponInForce(coupon, context.priced),
    })),
    settleHere: assign(({ context }) => ({
      base: { ...context.base, lines: context.lines, draft: context.draft },
      edits: [],
    })),
    keepUuid: assign((_, { uuid }: { uuid: string }) => ({ uuid })),
    keepLead: assign((_, { id }: { id: string }) => ({ leadId: id })),
    dropLead: assign({ leadId: null }),
    countSent: assign(({ context }) => ({ sent: context.edits.length })),
    // Without an answer the write may have been taken; done again, its edits must not count twice.
    makeRepeatable: assign(({ context: { base, edits, sent } }) => ({
      edits: [...absolute(base, edits.slice(0, sent)), ...edits.slice(sent)],
      sent: 0,
    })),
    makeShared: assign(({ context: { base, edits } }, { edits: read }: { edits: number }) => ({
      edits: [...absolute(base, edits.slice(0, read)), ...edits.slice(read)],
    })),
    forgetSent: assign({ sent: 0 }),
    adoptAnswer: assign(({ context }, { cart }: Answered) =>
      adopted(context, cart, context.edits.slice(context.sent)),
    ),
    adopt: assign(({ context }, { cart }: Answered) => adopted(context, cart, context.edits)),
    // Lines put in and taken out again before the sign-in say nothing about the account's cart.
    // Nor has anybody seen here what its lines cost before: the server alone knows.
    adoptFirst: assign(({ context }, { saved }: { saved: Cart | null }) =>
      saved
        ? {
            ...adopted(
              context,
              saved,
              context.edits.filter(({ kind }) => kind === 'drafted'),
            ),
            changes: [...context.changes, ...saved.changes],
          }
        : {},
    ),
    rebase: assign(({ context }, { error }: Failure) => {
      const cart = cartIn(error);
      return cart ? { ...adopted(context, cart, context.edits), failures: context.failures + 1 } : {};
    }),
    // What was ordered is gone from the cart; what was added after it is not.
    startAnew: assign(({ context }) => ({
      ...afresh(additions(context.base, context.lines)),
      ordered: context.uuid,
    })),
    disown: assign(({ context }) => afresh(asEdits(context))),
    // What is stored stands under one number only, so that nothing here is in the other cart already.
    joinOther: assign(({ context }, { uuid, version: heard }: Elsewhere) => ({
      ...afresh(asEdits(context)),
      uuid,
      heard,
    })),
    hear: assign(({ context: { heard } }, { version }: Elsewhere) => ({ heard: Math.max(heard, version) })),
    becomeClient: assign({ isClient: true }),
    merge: assign(({ context }, { saved }: { saved: Cart | null }) => {
      const others = saved?.products.map(heldLine) ?? [];
      const { lines, changes } = mergeCarts(context.lines, others, limitsOf);
      const changed = new Set(changes.map(({ key }) => key));
      const kept = new Set(lines.map(lineKey));
      const sets = lines
        .filter((line) => changed.has(lineKey(line)))
        .map((line): Edit => ({ kind: 'set', line }));
      const cuts = context.lines
        .map(lineKey)
        .filter((key) => !kept.has(key))
        .map((key): Edit => ({ kind: 'removed', key }));
      return {
        ...rebased(context.base, [...context.edits, ...sets, ...cuts]),
        merged: mergedLines(changes, [...others, ...context.lines], saved?.changes ?? []),
        changes: [...context.changes, ...unsaidOf(saved?.changes ?? [], context.lines)],
      };
    }),
    setAside: assign((_, { saved }: { saved: Cart | null }) => ({
      saved: saved?.products.map(heldLine) ?? null,
    })),
    restoreSaved: assign(({ context }) => ({
      ...rebased(context.base, [
        ...context.edits,
        ...(context.saved ?? []).map((line): Edit => ({ kind: 'added', line })),
      ]),
      saved: null,
    })),
    dropSaved: assign({ saved: null }),
    acknowledge: assign({ changes: [], merged: [] }),
    keepCampaigns: assign((_, { campaigns }: { campaigns: readonly Campaign[] }) => ({ campaigns })),
    requestCheckout: assign((_, { now: requestedAt }: { now: number }) => ({ requestedAt })),
    withdrawCheckout: assign({ requestedAt: null }),
    grantCheckout: emit(({ context }) => ({
      type: 'checkout.granted' as const,
      cartUuid: context.uuid ?? '',
    })),
    awaitRepeat: assign((_, { now: repeatedAt }: { now: number }) => ({ repeatedAt })),
    withdrawRepeat: assign({ repeatedAt: null }),
    notifyRepeated: emit(({ context }) => ({
      type: 'repeat.answered' as const,
      cartUuid: canReview(context) ? context.uuid : null,
      changes: context.changes,
    })),
    reset: assign({
      ...nothing,
      saved: null,
      leadId: null,
      isClient: false,
      requestedAt: null,
      repeatedAt: null,
    }),
    noteProblem: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
  },
});

/** A failed call, in the words of an edge. */
export const note = { type: 'noteProblem', params: failure } as const;
export const ifPassing = { type: 'isPassing', params: failure } as const;
/** Without a number, and without an answer that gives it one, there is no checkout to go to. */
export const withoutNumber = { 'checkout.requested': { guard: 'lacksUuid' } } as const;
export const retrying = <T extends string>(target: T) => {
  const { after, on } = retryOnReturn(target);
  return {
    tags: 'offline',
    after,
    on: { ...on, ...withoutNumber, 'order.repeated': { actions: repeatBeside } },
  } as const;
};
