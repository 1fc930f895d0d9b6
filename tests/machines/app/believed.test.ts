import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { appMachine } from '#machines/app/app.machine.ts';
import type { Mine } from '#machines/app/context.ts';
import { pixMachine } from '#machines/orders/pix.machine.ts';
import { refusalOf, whereIs } from '#machines/app/selectors.ts';
import { loginMachine } from '#machines/login/login.machine.ts';
import { ask } from '#machines/navigation/place.ts';
import type { NavigationRequest } from '#machines/navigation/screens.ts';
import type { OrderState } from '#contract/order/order.ts';
import type { PixCharge } from '#contract/payment/payment.ts';
import { standingOf } from '#domain/order/order-standing.ts';
import { charge } from '../orders/pix.model.ts';
import { account, cartUuid, noon, order, user } from '#tests/support/samples.ts';

const mine: Mine = { owner: { kind: 'client', id: user.id }, place: null, cart: null, account };
const shop = appMachine.provide({ actors: { login: loginMachine, pix: pixMachine } });
/** A shop that was opened at a place, and does not know yet who is here. */
function openAt(asked: NavigationRequest, seed: { mine?: Mine } = { mine }) {
  const tenant = { client: 'client', intranet: false, guestOrders: true };
  const app = createActor(shop, { input: { tenant, now: noon, hint: true, cart: {}, seed, asked } });
  app.start();
  const where = () => whereIs(app.getSnapshot())?.screen ?? null;
  return { app, where };
}

describe('whoever a page was made for', () => {
  const dashboard = ask('app.accountDashboard', {});
  const details = ask('app.ordersDetails', { orderCode: order.code });

  it('is believed where their own is only shown', () => {
    for (const asked of [dashboard, details])
      expect([asked.type, openAt(asked).where(), openAt(asked, {}).where()]).toEqual([
        asked.type,
        asked.type.slice('asked.'.length),
        null,
      ]);
  });
  it('is asked about first where something is done', () => {
    const checkout = ask('checkout.shipping', { cartUuid });
    expect(openAt(checkout).where()).toBeNull();
    const { app, where } = openAt(dashboard);
    app.send(checkout);
    expect(where()).toBeNull();
  });
  it('is sent to sign in once the shop says that nobody is here', () => {
    const { app, where } = openAt(dashboard);
    app.send({ type: 'session.closed', by: 'restore' });
    expect([app.getSnapshot().matches('login'), refusalOf(app.getSnapshot())?.reason, where()]).toEqual([
      true,
      'session.missing',
      expect.not.stringMatching(/^app\.accountDashboard$/),
    ]);
  });
  it('stays where they are once the shop has confirmed it, and the order is asked for then', () => {
    const { app, where } = openAt(details);
    app.send({ type: 'session.opened', by: 'restore', user, account, signupGrant: null });
    expect([where(), app.getSnapshot().context.account]).toEqual(['app.ordersDetails', account]);
  });
});

describe('the order that a page was made of', () => {
  const code = order.code;
  const pending = ask('app.orderPendingPayment', { orderCode: code });
  const success = ask('app.orderSuccess', { orderCode: code });
  const of = (state: OrderState, more: { charge?: PixCharge } = {}): { mine: Mine } => ({
    mine: { ...mine, drawn: { code, standing: standingOf(state), ...more } },
  });
  const opened = { type: 'session.opened', by: 'restore', user, account, signupGrant: null } as const;
  const pixOf = ({ app }: ReturnType<typeof openAt>) => app.getSnapshot().children.pix?.getSnapshot();

  it('says which of its screens is shown, whatever the address says', () => {
    for (const [state, screen] of [
      ['PENDING_PAYMENT', 'app.orderPendingPayment'],
      ['PAYMENT_EXPIRED', 'app.orderPendingPayment'],
      ['PAID', 'app.orderSuccess'],
      ['SHIPPED', 'app.orderSuccess'],
      ['PAYMENT_REVIEW', 'app.ordersDetails'],
      ['CANCELED', 'app.ordersDetails'],
    ] as const)
      for (const asked of [pending, success])
        expect([state, asked.type, openAt(asked, of(state, { charge: charge('pending') })).where()]).toEqual([
          state,
          asked.type,
          screen,
        ]);
  });
  it('shows its Pix code, about which nothing is asked before it is known who is here', () => {
    const shown = openAt(
      pending,
      of('PENDING_PAYMENT', { charge: { ...charge('pending'), orderCode: code } }),
    );
    expect([pixOf(shown)?.value, pixOf(shown)?.context.charge?.brCode]).toEqual(['believed', 'br']);
    // Who says meanwhile that they have paid is answered afterwards.
    shown.app.getSnapshot().children.pix?.send({ type: 'payment.claimed' });
    shown.app.send(opened);
    expect([shown.where(), pixOf(shown)?.value, pixOf(shown)?.context.claim]).toEqual([
      'app.orderPendingPayment',
      'loading',
      'asked',
    ]);
  });
  it('is overtaken by its payment, so that nobody is led back to its code', () => {
    const { app, where } = openAt(pending, of('PENDING_PAYMENT', { charge: charge('pending') }));
    app.send(opened);
    app.send({ type: 'order.changed', code, state: 'PAID', version: 2 });
    expect([where(), app.getSnapshot().value]).toEqual(['app.orderSuccess', { orderSuccess: 'checking' }]);
  });
  it('is no other order', () => {
    const other = ask('app.orderPendingPayment', { orderCode: 'FEDCBA9876543210' });
    const { app } = openAt(other, of('PENDING_PAYMENT', { charge: charge('pending') }));
    expect(app.getSnapshot().value).toEqual({ orderPendingPayment: 'checking' });
  });
  it('is forgotten with whoever was believed', () => {
    const { app, where } = openAt(success, of('PAID'));
    app.send({ type: 'session.closed', by: 'restore' });
    expect([app.getSnapshot().matches('login'), app.getSnapshot().context.drawn]).toEqual([true, undefined]);
    app.send({ ...opened, by: 'signin' });
    app.send(success);
    expect([where(), app.getSnapshot().value]).toEqual(['app.orderSuccess', { orderSuccess: 'checking' }]);
  });
});
