import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OrderState, type ShippingAddress } from '#contract/order.ts';
import { allowedOrderEvents } from '#machines/order.machine.ts';
import { isEditable, isReschedulable, returnDeadline, sameDoor } from '#domain/order-change.ts';
import { RUNS } from './arbitraries.ts';

const word = fc.option(fc.constantFrom('', 'Apto 3', 'Portão azul'), { nil: undefined });
const anyAddress: fc.Arbitrary<ShippingAddress> = fc.record({
  cep: fc.constantFrom('05435-000', '05435000', '01310-100'), address: fc.constantFrom('Rua A', 'Rua B'), city: fc.constant('São Paulo'), country: fc.constant('BR'), latitude: fc.constantFrom(-23.5, -23.6), longitude: fc.constant(-46.6), neighborhood: fc.constant('Centro'),
  street_number: fc.constantFrom('12', ' 12', '12a', '12A'), street_address: fc.constant('Rua A, 12'), administrative_area: fc.constant('SP'), complement: word, reference: word,
});

describe('changes of an order', () => {
  it('keep the place of a delivery and take the hints for its door', () => {
    fc.assert(
      fc.property(anyAddress, anyAddress, (stored, sent) => {
        const isSame = stored.cep.replace('-', '') === sent.cep.replace('-', '') && stored.latitude === sent.latitude && stored.street_number.trim().toLowerCase() === sent.street_number.trim().toLowerCase();
        const changed = sameDoor(stored, sent);
        expect(changed !== null).toBe(isSame);
        if (!changed) return;
        expect({ ...changed, complement: undefined, reference: undefined }).toEqual({ ...stored, complement: undefined, reference: undefined });
        expect([changed.complement, changed.reference]).toEqual([sent.complement || undefined, sent.reference || undefined]);
        expect(sameDoor(changed, changed)).toEqual(changed);
      }),
      RUNS,
    );
  });

  it('end where the order does, and windows move in fewer states than names', () => {
    for (const state of OrderState.options) {
      if (isReschedulable(state)) expect(isEditable(state)).toBe(true);
      if (isEditable(state)) expect(allowedOrderEvents(state).length).toBeGreaterThan(0);
    }
    expect(OrderState.options.filter(isReschedulable)).toEqual(['CREATED', 'PENDING_PAYMENT', 'PAYMENT_REVIEW', 'PAID', 'PREPARING', 'DELIVERY_FAILED']);
  });

  it('leave seven days for regret and thirty for a fault', () => {
    expect([returnDeadline(0, 'REGRET'), returnDeadline(0, 'DEFECT')]).toEqual([7 * 86_400_000, 30 * 86_400_000]);
  });
});
