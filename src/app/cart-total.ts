import type { Cents } from '#contract/money.ts';
import { totalsOf } from '#machines/cart-lines.ts';
import { useMemo } from 'react';
import { shallow, useRootState } from './hooks.ts';

/** What the bars say the cart costs: answered at once from its lines and the campaigns' discounts; the cart's own screen has the server's word. */
export function useCartTotal(): Cents {
  const lines = useRootState('cart', (snapshot) => snapshot.context.lines);
  const rules = useRootState(
    'campaigns',
    ({ context }) =>
      [...context.campaigns, ...context.met].flatMap(({ id, cartControls }) =>
        cartControls.discountRules.map((rule) => ({ ...rule, campaignId: rule.campaignId ?? id })),
      ),
    sameRules,
  );
  return useMemo(() => totalsOf(lines, rules).total, [lines, rules]);
}
const sameRules = (a: readonly object[], b: readonly object[]): boolean =>
  a.length === b.length && a.every((rule, index) => shallow(rule, b[index]));
