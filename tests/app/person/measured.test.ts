import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { noteProof, noteSignIn, takeSignIn } from '#client/person/measured.ts';
import { measuredOf } from '#client/person/measured-screens.ts';
import { LEAVINGS, Measured } from '#contract/measurement.ts';
import { statesOf } from '#flows/facts.ts';
import { checkoutMachine } from '#machines/checkout/checkout.machine.ts';
import { screenIds } from '#machines/navigation/screens.ts';

describe('what counts of a screen', () => {
  it.each(screenIds)('is taken by the server: %s', (screen) => {
    const measured = measuredOf(screen, null);
    expect(measured.length).toBeGreaterThan(0);
    for (const one of measured) expect(v.parse(Measured, one)).toEqual(one);
  });
  it('tells every screen from every other', () => {
    const names = screenIds.map((screen) => JSON.stringify(measuredOf(screen, null)[0]));
    expect(new Set(names).size).toBe(screenIds.length);
  });
  const purchaseOf = (...[screen, before]: Parameters<typeof measuredOf>) =>
    measuredOf(screen, before).flatMap((one) => (one.name === 'purchase' ? [one.step] : []));
  it('is how far a purchase is', () => {
    expect(purchaseOf('app.cart', 'app.home')).toEqual(['cart']);
    expect(purchaseOf('checkout.shipping', 'app.cart')).toEqual(['shipping']);
    expect(purchaseOf('checkout.payment', 'checkout.shipping')).toEqual(['payment']);
    expect(purchaseOf('checkout.confirmation', 'checkout.payment')).toEqual(['confirmation']);
    expect(purchaseOf('app.orderPendingPayment', 'checkout.confirmation')).toEqual(['placed']);
    expect(purchaseOf('app.orderSuccess', 'app.orderPendingPayment')).toEqual(['paid']);
    expect(purchaseOf('app.orderSuccess', 'checkout.confirmation')).toEqual(['placed', 'paid']);
  });
  it('is no purchase for who comes back to an order', () => {
    expect(purchaseOf('app.orderPendingPayment', 'app.accountDashboard')).toEqual([]);
    expect(purchaseOf('app.orderSuccess', null)).toEqual([]);
    expect(purchaseOf('app.orderSuccess', 'app.ordersDetails')).toEqual([]);
  });
});

describe('what counts of the checkout', () => {
  const { root, events } = checkoutMachine;
  const states = statesOf(root)
    .map(({ path }) => path.join('.'))
    .filter(Boolean);
  it('is taken by the server, whatever its chart is in and hears', () => {
    const told = [...events, ...LEAVINGS].map((event) => ({
      name: 'checkout',
      event,
      left: [],
      entered: [],
    }));
    const stood = states.map((state) => ({
      name: 'checkout',
      event: 'restored',
      left: [{ state, stood: 0 }],
      entered: [state],
    }));
    const taken = [...told, ...stood].filter((one) => v.safeParse(Measured, one).success);
    expect(taken).toEqual([...told, ...stood]);
    expect(Math.max(...states.map((state) => state.split('.').length))).toBeLessThanOrEqual(4);
    expect([told.length > 60, stood.length > 60]).toEqual([true, true]);
  });
});

describe('a sign-in that counts', () => {
  it('is told once, by its way, with the time from the code to its proof', () => {
    noteSignIn('SMS', 1_000);
    noteProof(13_500);
    expect(takeSignIn()).toEqual([
      { name: 'signIn', method: 'SMS' },
      { name: 'sms_verification_timer', seconds: 12.5 },
    ]);
    expect(takeSignIn()).toEqual([]);
  });
  it('has no time without a text message, nor where clocks differ', () => {
    noteSignIn('EMAIL', 1_000);
    noteProof(13_500);
    expect(takeSignIn()).toEqual([{ name: 'signIn', method: 'EMAIL' }]);
    noteSignIn('SMS', 99_000);
    noteProof(13_500);
    expect(takeSignIn()).toEqual([{ name: 'signIn', method: 'SMS' }]);
  });
  it('is none that was begun and not proved, nor a proof without a beginning', () => {
    noteSignIn('SSO');
    expect(takeSignIn()).toEqual([]);
    noteProof(1);
    expect(takeSignIn()).toEqual([]);
  });
});
