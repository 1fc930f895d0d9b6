import type { AppContext } from '#machines/app/context.ts';
import type { appMachine } from '#machines/app/app.machine.ts';
import { ask, placeAsked } from '#machines/navigation/place.ts';
import type { NavigationRequest } from '#machines/navigation/screens.ts';
import type { Model } from '#tests/support/walk.ts';
import { cart, orders } from './app.heard.ts';
import { input, memory, placed, shipping, sightOf, step, tenant } from './app.model.ts';
import { NOW, cartUuid, client, guest, leadId, order, orderCode, otherCart } from '../samples.ts';

const open = (ask: NavigationRequest) => ({ ...input({ asked: ask }), tenant: guestTenant });
const guestTenant = { ...tenant(false), guestOrders: true };
const lead = ask('checkout.lead', {}, { for: 'guest' });
/** Buying without an account: who says who they are, and sees their own order. */
export const guestModel: Model<typeof appMachine> = {
  inputs: [
    open(lead),
    { ...open(shipping), guest },
    { ...input({ asked: lead }), memory: memory({ returnTo: placeAsked(shipping) }) },
    { ...open(lead), tenant: { ...guestTenant, intranet: true } },
  ],
  events: [
    lead,
    ask('app.home', {}),
    ask('app.ordersDetails', { orderCode: orderCode(1) }),
    ask('app.orderSuccess', { orderCode: orderCode(1) }),
    ask('app.orderPendingPayment', { orderCode: orderCode(1) }),
    shipping,
    ask('checkout.extraInfo', {}, { cart: otherCart }),
    ask('checkout.extraInfo', {}, { cart: cartUuid }),
    { type: 'session.closed', by: 'restore' },
    { type: 'session.opened', by: 'elsewhere', ...client },
    { type: 'marketplace.loaded', intranet: true, messages: {} },
    { type: 'network.restored' },
    { type: 'restored', now: NOW },
    cart(2, leadId),
    cart(0, leadId),
    step(lead, { who: { ...guest, guest: null } }),
    step(shipping, { who: guest }),
    ...(['PENDING_PAYMENT', 'PAID', 'gone'] as const).map((state) => orders(state)),
  ],
  outcomes: {
    checkout: [{ ok: { ...placed, order: order(1, 1, 'PENDING_PAYMENT') } }],
    pix: [{ ok: { orderCode: orderCode(1), outcome: 'paid' } }],
  },
  reduceContext: (context) => {
    const { drafts, cart: own, order: open, returnTo, step: at, tenant: store } = context as AppContext;
    return [
      sightOf(context as AppContext),
      drafts.guest?.guest !== undefined && drafts.guest?.guest !== null,
      own.leadId !== null,
      open?.standing,
      returnTo?.screen,
      at?.screen,
      store.guestOrders,
    ];
  },
};
