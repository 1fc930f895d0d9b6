import { describe, expect, it } from 'vitest';
import { PaymentMethod } from '#contract/payment.ts';
import { hasScreen } from '#domain/money/payment-method.ts';

describe('a way to pay', () => {
  it('is shown where it can be gone to its end', () => {
    const { options } = PaymentMethod.entries.type;
    expect(options.filter((type) => hasScreen({ type }))).toEqual(['PIX', 'FREE']);
    expect(options.filter((type) => hasScreen({ type, field: 'http://127.0.0.1/field' }))).toEqual([
      'PIX',
      'CREDIT_CARD',
      'FREE',
    ]);
  });
});
