import type { campaignsMachine } from '#machines/catalog/campaigns.machine.ts';
import type { cartMachine } from '#machines/cart/cart.machine.ts';
import type { couponMachine } from '#machines/cart/coupon.machine.ts';
import type { catalogMachine } from '#machines/catalog/catalog.machine.ts';
import type { chosenMachine } from '#machines/catalog/chosen.machine.ts';
import type { FlowCharts, FlowId } from '#machines/navigation/flows.ts';
import type { leadMachine } from '#machines/lead.machine.ts';
import type { locationMachine } from '#machines/address/location.machine.ts';
import type { marketplaceMachine } from '#machines/marketplace.machine.ts';
import type { networkMachine } from '#machines/network.machine.ts';
import type { noticesMachine } from '#machines/notices.machine.ts';
import type { ordersMachine } from '#machines/orders/orders.machine.ts';
import type { cardMachine } from '#machines/orders/card.machine.ts';
import type { pixMachine } from '#machines/orders/pix.machine.ts';
import type { productMachine } from '#machines/catalog/product.machine.ts';
import type { sessionMachine } from '#machines/session/session.machine.ts';
import type { walletsMachine } from '#machines/wallets.machine.ts';
import type { ActorRefFrom } from 'xstate';

/** Actors that live as long as the page. Types only: what is imported here is not loaded. */
export interface Roots {
  session: ActorRefFrom<typeof sessionMachine>;
  marketplace: ActorRefFrom<typeof marketplaceMachine>;
  campaigns: ActorRefFrom<typeof campaignsMachine>;
  catalog: ActorRefFrom<typeof catalogMachine>;
  product: ActorRefFrom<typeof productMachine>;
  location: ActorRefFrom<typeof locationMachine>;
  lead: ActorRefFrom<typeof leadMachine>;
  cart: ActorRefFrom<typeof cartMachine>;
  coupon: ActorRefFrom<typeof couponMachine>;
  chosen: ActorRefFrom<typeof chosenMachine>;
  orders: ActorRefFrom<typeof ordersMachine>;
  wallets: ActorRefFrom<typeof walletsMachine>;
  network: ActorRefFrom<typeof networkMachine>;
  notices: ActorRefFrom<typeof noticesMachine>;
}

/** Actors that live while a person is in their screens. */
export type Flows = { [F in FlowId]: ActorRefFrom<FlowCharts[F]> } & {
  pix: ActorRefFrom<typeof pixMachine>;
  card: ActorRefFrom<typeof cardMachine>;
};
export type RootName = keyof Roots;
export type FlowName = keyof Flows;
