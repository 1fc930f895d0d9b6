import { describe, expect, it } from 'vitest';
import { PaymentMethod } from '#contract/payment.ts';
import { hasScreen } from '#domain/money/payment-method.ts';

describe('a way to pay', () => {
  it('is shown where it can be gone to its end', () => {
    expect(PaymentMethod.entries.type.options.filter(hasScreen)).toEqual(['PIX', 'FREE']);
  });
});
