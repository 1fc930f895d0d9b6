import type { DiscountRule } from '#contract/campaign.ts';
import type { ShippingChoice } from '#contract/cart.ts';
import { type Cents, centsOfReais } from '#contract/money.ts';
import { goodsTotals, rulesInForce } from '#domain/money/cart-totals.ts';
import { rulesOfCampaign } from '#domain/money/discount.ts';
import { useMemo } from 'react';
import { shallow, useRootState } from '#client/hooks.ts';

const sameRules = (a: readonly object[], b: readonly object[]): boolean =>
  a === b || (a.length === b.length && a.every((rule, index) => shallow(rule, b[index])));

/** The discount rules that count now. */
export function useCartRules(): DiscountRule[] {
  const own = useRootState(
    'campaigns',
    ({ context }) =>
      [...context.campaigns, ...context.met].flatMap(({ id, cartControls }) =>
        rulesOfCampaign(id, cartControls.discountRules),
      ),
    sameRules,
  );
  const priced = useRootState('cart', ({ context }) => context.priced);
  return useMemo(() => rulesInForce(own, priced), [own, priced]);
}

/** Without its hour nobody can say yet what a scheduled delivery costs. */
const isWhole = (way: ShippingChoice | undefined): boolean =>
  way !== undefined && (way.type !== 'SCHEDULED' || way.windowId !== undefined);

/** The delivery that the server priced with this cart; null while no way to receive is chosen. */
export const useCartShipping = (): Cents | null =>
  useRootState('cart', ({ context: { priced, draft } }) =>
    priced && isWhole(draft.shippingMethod) && isWhole(priced.shippingMethod)
      ? centsOfReais(priced.totals.shipping)
      : null,
  );

/**
 * What the cart costs, the same wherever it is said: goods less their discounts and the coupon, answered at
 * once, and delivery once it is priced.
 */
export function useCartTotal(): Cents {
  const lines = useRootState('cart', (snapshot) => snapshot.context.lines);
  const coupon = useRootState('cart', (snapshot) => snapshot.context.coupon);
  const rules = useCartRules();
  const shipping = useCartShipping();
  return useMemo(
    () => goodsTotals(lines, rules, coupon, shipping ?? undefined).total,
    [lines, rules, coupon, shipping],
  );
}
