import type { Core } from './core.ts';
import { accountService } from './services/account.ts';
import { campaignService } from './services/campaign.ts';
import { cartService } from './services/cart.ts';
import { catalogService } from './services/catalog.ts';
import { couponService } from './services/coupon-apply.ts';
import { codeService } from './services/code.ts';
import { lockService } from './services/lock.ts';
import { messageService } from './services/message.ts';
import { orderChangeService } from './services/order-change.ts';
import { orderLife } from './services/order-life.ts';
import { orderReadService } from './services/order-reads.ts';
import { orderService } from './services/order.ts';
import { paymentService } from './services/payment.ts';
import { placeService } from './services/place.ts';
import { referenceReader } from './services/reference.ts';
import { walletService } from './services/wallet.ts';
import { sessionService } from './services/session.ts';

/** Every service, wired once. Job handlers and sweeps are registered here too, by the services that own them. */
export function createServices(core: Core) {
  const referenceOf = referenceReader(core);
  const session = sessionService(core);
  const life = orderLife(core);
  const order = orderService(core, { life, referenceOf });
  const orderReads = orderReadService(core, { life, place: order });
  const coupon = couponService(core, { referenceOf });
  messageService(core);
  return {
    authenticator: session.authenticator, session, life, order, orderReads,
    account: accountService(core), campaign: campaignService(core), orderChange: orderChangeService(core, { reads: orderReads, life, referenceOf }), cart: cartService(core, { referenceOf, coupon }), coupon, wallet: walletService(core), catalog: catalogService(core), code: codeService(core), lock: lockService(core, { referenceOf }),
    payment: paymentService(core, { place: order, life, reads: orderReads }), place: placeService(core),
  };
}

export type Services = ReturnType<typeof createServices>;
