import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { appMachine } from '#machines/app/app.machine.ts';
import type { Mine } from '#machines/app/context.ts';
import { refusalOf, whereIs } from '#machines/app/selectors.ts';
import { loginMachine } from '#machines/login/login.machine.ts';
import { ask } from '#machines/navigation/place.ts';
import type { NavigationRequest } from '#machines/navigation/screens.ts';
import { account, cartUuid, noon, order, user } from '../support/samples.ts';

const mine: Mine = { owner: { kind: 'client', id: user.id }, place: null, cart: null, account };
const shop = appMachine.provide({ actors: { login: loginMachine } });
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
    for (const asked of [
      ask('checkout.shipping', { cartUuid }),
      ask('app.orderPendingPayment', { orderCode: order.code }),
      ask('app.orderSuccess', { orderCode: order.code }),
    ])
      expect([asked.type, openAt(asked).where()]).toEqual([asked.type, null]);
    const { app, where } = openAt(dashboard);
    app.send(ask('app.orderPendingPayment', { orderCode: order.code }));
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
