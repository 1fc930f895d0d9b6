import type { Client } from '#api/client.ts';
import { CouponRefusalCode, CouponTerms } from '#contract/cart.ts';
import { applyCoupon } from '#contract/coupon.ts';
import { type Refused, isProblem } from '#contract/fault.ts';
import { countUnits } from '#domain/cart-line.ts';
import * as v from 'valibot';
import {
  type ActorRefFrom,
  type ActorSystem,
  type ActorSystemInfo,
  type EventObject,
  type NonReducibleUnknown,
  type SnapshotFrom,
  fromCallback,
  fromPromise,
} from 'xstate';
import type { CouponAnswer, CouponCart, CouponEvent, CouponTrouble } from '#machines/cart/coupon-facts.ts';
import type { cartMachine } from '#machines/cart/cart.machine.ts';
import { settledCart } from './settled-cart.ts';

type System = Pick<ActorSystem<ActorSystemInfo>, 'get'>;
// Systems have no list of their members
const cartIn = (system: System) => system.get('cart') as ActorRefFrom<typeof cartMachine> | undefined;

/** What the server refused with: the reason in `detail`, and of a known code its terms. */
function troubleIn({ code, problem: { detail, current, retryAfter } }: Refused): CouponTrouble {
  if (code === 'TOO_MANY_REQUESTS') return { reason: 'TOO_MANY', retryAfter };
  const reason = v.safeParse(CouponRefusalCode, detail);
  const terms = v.safeParse(CouponTerms, current);
  return {
    reason: reason.success ? reason.output : 'UNKNOWN',
    ...(terms.success ? { terms: terms.output } : {}),
  };
}

function cartSeen(snapshot: SnapshotFrom<typeof cartMachine>): CouponCart {
  const { draft, lines, base, priced } = snapshot.context;
  return {
    code: draft.coupon ?? '',
    count: countUnits(lines),
    version: base.version,
    isSettled: snapshot.hasTag('settled'),
    isUnknown: priced?.couponRefusal === 'UNKNOWN' && !priced.coupon,
  };
}

/** Tells what the cart says of itself, at once and whenever that changes. */
export const watchCart = fromCallback<EventObject, NonReducibleUnknown, CouponEvent>(
  ({ system, sendBack }) => {
    const cart = cartIn(system);
    if (!cart) return undefined;
    let last = '';
    const tell = (snapshot: SnapshotFrom<typeof cartMachine>) => {
      const seen = cartSeen(snapshot);
      const text = JSON.stringify(seen);
      if (text === last) return;
      last = text;
      sendBack({ type: 'cart.told', cart: seen });
    };
    tell(cart.getSnapshot());
    return cart.subscribe(tell).unsubscribe;
  },
);

/** Ports of the coupon chart. */
export const couponActors = (api: Client) => ({
  /** Asked about the cart as the server has it; a refusal that the contract names is an answer (D40). */
  applyCoupon: fromPromise<CouponAnswer, { code: string }>(async ({ input: { code }, system, signal }) => {
    await settledCart(system, { isAwaited: true });
    const uuid = cartIn(system)?.getSnapshot().context.uuid ?? undefined;
    return api.call(applyCoupon, { query: { code }, body: { uuid }, signal }).then(
      (value) => ({ value, refusal: null }),
      (fault: unknown) => {
        if (isProblem(fault, 'COUPON_REFUSED', 'TOO_MANY_REQUESTS'))
          return { value: null, refusal: troubleIn(fault) };
        throw fault;
      },
    );
  }),
  watchCart,
});
