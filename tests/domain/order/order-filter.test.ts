import { OrderState } from '#contract/order/order.ts';
import { isWanted, knownFilter, orderKinds, statesOfKind } from '#domain/order/order-filter.ts';
import { describe, expect, it } from 'vitest';
import { NOW, campaignId, itemId, order } from '#tests/machines/samples.ts';

describe('what of the orders is looked for', () => {
  it('is of one kind of state, and every state is of one', () => {
    expect(orderKinds.flatMap(statesOfKind).toSorted()).toEqual(OrderState.options.toSorted());
    expect(statesOfKind('topay')).toContain('PAYMENT_EXPIRED');
    expect(statesOfKind('over')).toContain('REFUNDED');
    expect(statesOfKind('delivered')).toEqual(['COMPLETED', 'RETURN_REQUESTED']);
    expect(statesOfKind('constructor')).toEqual([]);
  });
  it('is read of an address without what it does not know', () => {
    expect(knownFilter({ status: 'paid', days: '7', q: '' })).toBeNull();
    expect(knownFilter({ status: 'over', days: '7', q: 'pão' })).toEqual({ status: 'over', q: 'pão' });
  });
  it('is found by kind, campaign, day in São Paulo, code and item, whatever its accents', () => {
    const line = { quantity: 1, unitPrice: 0, discount: 0, total: 0 };
    const items = [{ ...line, item: { id: itemId(1), name: 'Pão de queijo' }, campaignId: campaignId(1) }];
    const one = { ...order(1), items, timestamp: Date.parse('2026-10-22T03:00:00Z') };
    const wanted = (filter: Parameters<typeof isWanted>[1]) => isWanted(one, filter, NOW);
    expect(wanted({ status: 'moving', campaign: campaignId(1), days: '30' })).toBe(true);
    expect(wanted({ status: 'over' })).toBe(false);
    expect(wanted({ campaign: campaignId(2) })).toBe(false);
    // A minute before, it was the day before there.
    expect(isWanted({ ...one, timestamp: one.timestamp - 60_000 }, { days: '30' }, NOW)).toBe(false);
    expect(wanted({ q: 'PAO DE' })).toBe(true);
    expect(wanted({ q: '0000-0000-0000-0001' })).toBe(true);
    expect(wanted({ q: 'abóbora' })).toBe(false);
  });
});
