import type { Core } from './core.ts';
import { accessService } from './services/access.ts';
import { accountService } from './services/account.ts';
import { campaignService } from './services/campaign.ts';
import { cartService } from './services/cart.ts';
import { catalogService } from './services/catalog.ts';
import { couponService } from './services/coupon-apply.ts';
import { codeService } from './services/code.ts';
import { consentService } from './services/consent.ts';
import { contactService } from './services/contact.ts';
import { erasureService } from './services/erasure.ts';
import { housekeepingService } from './services/housekeeping.ts';
import { lockService } from './services/lock.ts';
import { messageService } from './services/message.ts';
import { orderChangeService } from './services/order-change.ts';
import { orderLife } from './services/order-life.ts';
import { orderReadService } from './services/order-reads.ts';
import { orderService } from './services/order.ts';
import { paymentService } from './services/payment.ts';
import { placeService } from './services/place.ts';
import { referenceReader } from './services/reference.ts';
import { relationService } from './services/relation.ts';
import { walletService } from './services/wallet.ts';
import { sessionService } from './services/session.ts';
import { ssoService } from './services/sso.ts';

/** Every service, wired once. Job handlers and sweeps are registered here too, by the services that own them. */
export function createServices(core: Core) {
  const referenceOf = referenceReader(core);
  const session = sessionService(core);
  const life = orderLife(core);
  const order = orderService(core, { life, referenceOf });
  const orderReads = orderReadService(core, { life, place: order });
  const coupon = couponService(core, { referenceOf });
  messageService(core);
  housekeepingService(core);
  const code = codeService(core);
  return {
    authenticator: session.authenticator, session, life, order, orderReads,
    access: accessService(core), account: accountService(core), campaign: campaignService(core), cart: cartService(core, { referenceOf, coupon }), catalog: catalogService(core), code, consent: consentService(core), contact: contactService(core, { code, session }), coupon, erasure: erasureService(core, { session, life }),
    lock: lockService(core, { referenceOf }), orderChange: orderChangeService(core, { reads: orderReads, life, referenceOf }), payment: paymentService(core, { place: order, life, reads: orderReads }), place: placeService(core), relation: relationService(core), sso: ssoService(core, { session }), wallet: walletService(core),
  };
}

export type Services = ReturnType<typeof createServices>;
