import type { Cart } from '#contract/cart.ts';
import type { Account } from '#contract/people/account.ts';
import type { CheckoutDraft, Order } from '#contract/order/order.ts';
import type { AppContext } from './context.ts';
import { fromEvent, fromOutput } from '#machines/port.ts';
import type { CheckoutOutput } from '#machines/checkout/facts.ts';
import type { FlowId } from '#machines/navigation/flows.ts';
import { ask, param, placeIn, screenAsked } from '#machines/navigation/place.ts';
import type { ReasonCode } from '#machines/navigation/refusal.ts';
import { type NavigationRequest, type Place, type ScreenOf, chartOf } from '#machines/navigation/screens.ts';
import type { SignupDraft, SignupOutput } from '#machines/signup/setup.ts';

/** Actions of the app chart with what they take from the event, named once. */

/** Requests campaigns again when somebody else is here; it follows everything that can change that. */
export const followWho = ['notifyWho', 'noteWho'] as const;

/** Somebody whom a session names is who they are. */
export const adopted = [
  { type: 'notifyHome', params: fromEvent },
  { type: 'adoptSession', params: fromEvent },
  { type: 'notifyBuyer', params: fromEvent },
] as const;
/** The same for somebody who was not here before: the others are told. */
export const cameIn = [...adopted, 'notifyOpened', ...followWho] as const;

/** Copies where the living flow is. */
export const follow = {
  type: 'follow',
  params: ({ event }: { event: { snapshot: Parameters<typeof placeIn>[0] } }): { step: Place | null } => ({
    step: placeIn(event.snapshot),
  }),
} as const;

type Finished<O> = { event: { output: O } };
export const land = (place: NavigationRequest) => ({ type: 'land', params: { land: place } }) as const;
/** Whoever came in beside the sign-in: with an account they have elsewhere, or in another tab. */
export const signedInBeside = [
  {
    guard: { type: 'isNewBeside', params: fromEvent },
    target: '#app.signup',
    actions: [...cameIn, land(ask('signup.account', {}))],
  },
  {
    guard: { type: 'isElsewhere', params: fromEvent },
    target: '#app.returning',
    actions: [...cameIn, 'requestReturn'],
  },
] as const;
export const landOnOrder = (screen: 'app.orderPendingPayment' | 'app.orderSuccess') =>
  ({
    type: 'land',
    params: ({ event }: Finished<CheckoutOutput>): { land: NavigationRequest } => ({
      land: ask(screen, { orderCode: orderIn(event.output).code }),
    }),
  }) as const;
export const placed = {
  type: 'notifyPlaced',
  params: ({
    context,
    event,
  }: { context: AppContext } & Finished<CheckoutOutput>): { order: Order; cartUuid: string } => ({
    order: orderIn(event.output),
    cartUuid: context.cart.uuid ?? '',
  }),
} as const;
export const corrected = {
  type: 'notifyCorrected',
  params: ({ event }: Finished<CheckoutOutput>): { current: Cart | null } => ({
    current: event.output.outcome === 'returned' ? event.output.current : null,
  }),
} as const;

/** Back in the cart, and why. */
export const returnedToCart = {
  type: 'refuse',
  params: ({ event }: Finished<CheckoutOutput>): { reason: ReasonCode; land: NavigationRequest } => ({
    reason: event.output.outcome === 'returned' ? event.output.reason : 'cart.changed',
    land: ask('app.cart', {}),
  }),
} as const;

function orderIn(done: CheckoutOutput): Order {
  if (done.outcome !== 'placed') throw new Error('no order');
  return done.order;
}

/** The account that a finished sign-up hands out. */
export function made({ event }: Finished<SignupOutput>): { account: Account } {
  if (event.output.outcome !== 'created') throw new Error('no account');
  return { account: event.output.account };
}
const accountMade = [
  { type: 'adoptAccount', params: made },
  { type: 'notifyHome', params: made },
  'notifyAccountMade',
] as const;
/** Whoever has an account now goes on where they were; who asked for nothing is asked about their taste (D11). */
export const signedUp = [
  {
    guard: { type: 'isToBeAsked', params: fromOutput },
    target: '#app.likings',
    actions: [...accountMade, 'leaveErrand', 'clearRefusal', land(ask('app.likings', {}))],
  },
  {
    guard: { type: 'isCreated', params: fromOutput },
    target: '#app.returning',
    actions: [...accountMade, 'requestReturn'],
  },
] as const;
/** The answers of this very person, or those given before it was said who is here. */
export const signupDraftFor = ({ drafts: { signup }, user }: AppContext): SignupDraft | null =>
  signup && ['', user?.id ?? ''].includes(signup.userId) ? signup : null;

/**
 * The navigation request as a flow takes it: for a screen of its own, with the cart where its address leaves
 * it out.
 */
export function requestForFlow<C extends FlowId>({
  asked,
  cart,
}: AppContext): NavigationRequest<ScreenOf<C>> {
  const params =
    chartOf(screenAsked(asked)) === 'checkout'
      ? { cartUuid: param(asked, 'cartUuid') ?? cart.uuid ?? '', ...asked.params }
      : asked.params;
  // Every edge into a flow's state carries or lands on a request for that flow
  return { ...asked, params } as NavigationRequest<ScreenOf<C>>;
}

/** What has been decided about the cart at hand; the place is the person's own until the cart has one. */
export const draftAt = ({ cart: { draft }, location }: AppContext): CheckoutDraft =>
  location && !draft.location ? { ...draft, location } : draft;
