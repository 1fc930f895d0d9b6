import type { Roots } from '#client/roots.ts';
import { makeKnown } from '#client/storage.ts';
import { createStore } from '#client/store.ts';

/** Where a code is kept: with everything else under the tenant's name, which a sign-out forgets. */
export interface CouponStore {
  read(): unknown;
  write(coupon: { code: string; isOffered: boolean } | null): void;
}
const KEY = 'coupon';
/** @param client the tenant's client name */
export function couponStore(client: string): CouponStore {
  const store = createStore(() => globalThis.localStorage, `vitrine:${client}:`, makeKnown);
  return {
    read: () => store.get(KEY),
    write: (coupon) => (coupon ? store.set(KEY, coupon) : store.drop(KEY)),
  };
}

/** What was stored of a coupon, if it still has a shape. */
function read(stored: unknown): { code: string; isOffered: boolean } | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const code: unknown = Reflect.get(stored, 'code');
  return typeof code === 'string' ? { code, isOffered: Reflect.get(stored, 'isOffered') === true } : null;
}

/**
 * Keeps a code from the moment that it came until the cart has it, or it is refused: over a reload, a sign-in
 * and the first product. `offered`: what the address of this page brought (`coupon-link.ts`).
 */
export function keepCoupon(coupon: Roots['coupon'], store: CouponStore, offered?: string): void {
  const stored = read(store.read());
  if (offered !== undefined) {
    // At once: nobody knows how long the page lasts.
    store.write({ code: offered, isOffered: true });
    coupon.send({ type: 'coupon.offered', code: offered });
  } else if (stored) coupon.send({ type: 'coupon.recalled', ...stored });
  let last = '';
  coupon.subscribe((snapshot) => {
    // The chart's code is on its way: what stands in its place knows of nothing.
    if (typeof snapshot.value !== 'string') return;
    const { code, isOffered } = snapshot.context;
    const kept = snapshot.hasTag('kept') ? { code, isOffered } : null;
    const text = JSON.stringify(kept);
    if (text === last) return;
    last = text;
    store.write(kept);
  });
}
