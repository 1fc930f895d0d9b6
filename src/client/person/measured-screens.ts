import type { Measured } from '#contract/measurement.ts';
import type { ScreenId } from '#machines/navigation/screens.ts';

type Step = Extract<Measured, { name: 'purchase' }>['step'];

const steps: Partial<Record<ScreenId, Step>> = {
  'app.cart': 'cart',
  'checkout.shipping': 'shipping',
  'checkout.payment': 'payment',
  'checkout.confirmation': 'confirmation',
};
const ORDERED = ['app.orderPendingPayment', 'app.orderSuccess'];

/** `cart`; of another chart with its name: `loginRequest`. */
function stateIdOf(screen: ScreenId): string {
  const [chart = '', ...path] = screen.split('.');
  const own = chart === 'app' ? path : [chart, ...path];
  return own.map((part, at) => (at === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1))).join('');
}

/**
 * What counts of a screen that comes after another: itself, and how far a purchase is. An order counts as placed or
 * paid as one leads there, and not as one comes back to its page. Source: D61.
 * @param before null for the first of a page
 */
export function measuredOf(screen: ScreenId, before: ScreenId | null): Measured[] {
  const isFromCheckout = before?.startsWith('checkout.') ?? false;
  const isPlaced = isFromCheckout && ORDERED.includes(screen);
  const isPaid = screen === 'app.orderSuccess' && (isFromCheckout || before === 'app.orderPendingPayment');
  const { [screen]: step } = steps;
  const purchase = [
    ...(step ? [step] : []),
    ...(isPlaced ? ['placed' as const] : []),
    ...(isPaid ? ['paid' as const] : []),
  ];
  return [
    { name: 'screens', stateId: stateIdOf(screen) },
    ...purchase.map((one) => ({ name: 'purchase' as const, step: one })),
  ];
}
