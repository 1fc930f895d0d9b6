import { describe, expect, it } from 'vitest';
import { PaymentMethod } from '#contract/payment.ts';
import { hasScreen } from '#domain/money/payment-method.ts';
import { waysToPay } from '#domain/money/ways-to-pay.ts';

describe('a way to pay', () => {
  it('is shown where it can be gone to its end', () => {
    expect(PaymentMethod.entries.type.options.filter(hasScreen)).toEqual(['PIX', 'WALLET', 'FREE']);
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
