import { describe, expect, it } from 'vitest';
import { PaymentMethod } from '#contract/payment/payment.ts';
import { hasScreen } from '#domain/money/payment-method.ts';
import { waysToPay } from '#domain/money/ways-to-pay.ts';

describe('a way to pay', () => {
  it('is shown where it can be gone to its end', () => {
    const { options } = PaymentMethod.entries.type;
    expect(options.filter((type) => hasScreen({ type }))).toEqual(['PIX', 'WALLET', 'FREE']);
    expect(options.filter((type) => hasScreen({ type, field: 'http://127.0.0.1/field' }))).toEqual([
      'PIX',
      'CREDIT_CARD',
      'WALLET',
      'FREE',
    ]);
  });
  it('is a wallet once it leaves nothing to pay, and then nothing else', () => {
    const pix = { type: 'PIX', label: 'Pix' } as const;
    const wallet = (left?: number) =>
      ({ type: 'WALLET', label: 'Saldo', ...(left === undefined ? {} : { left }) }) as const;
    expect(waysToPay([pix, wallet(11.3)])).toEqual([pix]);
    expect(waysToPay([pix, wallet()])).toEqual([pix]);
    expect(waysToPay([pix, wallet(0)])).toEqual([wallet(0)]);
    expect(waysToPay([wallet(5)])).toEqual([]);
  });
});
