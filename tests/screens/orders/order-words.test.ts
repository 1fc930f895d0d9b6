import { carrierText } from '#client/order-words.ts';
import { describe, expect, it } from 'vitest';

describe('who brings an order', () => {
  it('has brought it only once it is there', () => {
    expect(
      (['PENDING_PAYMENT', 'OUT_FOR_DELIVERY', 'DELIVERY_FAILED', 'CANCELED'] as const).map((state) =>
        carrierText(state, 'Frota'),
      ),
    ).toEqual(Array(4).fill('Entrega por Frota'));
    expect((['COMPLETED', 'RETURN_REQUESTED'] as const).map((state) => carrierText(state, 'Frota'))).toEqual(
      Array(2).fill('Entregue por Frota'),
    );
  });
  it('is left out where nobody is known', () => {
    expect([carrierText('SHIPPED', undefined), carrierText('COMPLETED', undefined)]).toEqual([
      'Entrega',
      'Entregue',
    ]);
  });
});
