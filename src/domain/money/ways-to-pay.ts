import type { PaymentMethod } from '#contract/payment/payment.ts';

/**
 * The methods that an order can be paid with by themselves: a wallet is one once it leaves nothing to pay, and is
 * then the only one.
 */
export const waysToPay = (methods: readonly PaymentMethod[]): PaymentMethod[] => {
  const whole = methods.filter(({ type, left }) => type === 'WALLET' && left === 0);
  return whole.length ? whole : methods.filter(({ type }) => type !== 'WALLET');
};
