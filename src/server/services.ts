import type { Core } from './core.ts';
import { accessService } from './services/access.ts';
import { accountService } from './services/account.ts';
import { acquirersOf } from './services/acquirers.ts';
import { campaignService } from './services/campaign.ts';
import { cardNoticeService } from './services/card-notice.ts';
import { cardService } from './services/card.ts';
import { cartService } from './services/cart.ts';
import { catalogService } from './services/catalog.ts';
import { chargeService } from './services/charge.ts';
import { couponService } from './services/coupon-apply.ts';
import { codeService } from './services/code.ts';
import { consentService } from './services/consent.ts';
import { contactService } from './services/contact.ts';
import { erasureService } from './services/erasure.ts';
import { housekeepingService } from './services/housekeeping.ts';
import { lockService } from './services/lock.ts';
import { measurementService } from './services/measurement.ts';
import { messageService } from './services/message.ts';
import { newsService } from './services/news.ts';
import { orderChangeService } from './services/order-change.ts';
import { orderLife } from './services/order-life.ts';
import { orderProofService } from './services/order-proof.ts';
import { orderReadService } from './services/order-reads.ts';
import { orderReturnService } from './services/order-return.ts';
import { returnPhotoService } from './services/return-photo.ts';
import { orderService } from './services/order.ts';
import { paymentMethodService } from './services/payment-methods.ts';
import { paymentRetry } from './services/payment-retry.ts';
import { paymentService } from './services/payment.ts';
import { placeService } from './services/place.ts';
import { pushService } from './services/push.ts';
import { referenceReader } from './services/reference.ts';
import { relationService } from './services/relation.ts';
import { rosterService } from './services/roster.ts';
import { settlementService } from './services/settlement.ts';
import { walletService } from './services/wallet.ts';
import { sessionService } from './services/session.ts';
import { ssoService } from './services/sso.ts';

/**
 * Every service, wired once. Job handlers and sweeps are registered here too, by the services that own them.
 */
export function createServices(core: Core) {
  const referenceOf = referenceReader(core);
  const session = sessionService(core);
  const life = orderLife(core);
  const acquirers = acquirersOf(core);
  const charges = chargeService(core, { acquirers });
  const order = orderService(core, { life, charges, referenceOf });
  const requestPayment = paymentRetry(core, { life, charges });
  const orderReads = orderReadService(core, { life, requestPayment });
  const settlement = settlementService(core, { life, acquirers, charges });
  const coupon = couponService(core, { referenceOf });
  const card = cardService(core, { acquirers, charges, reads: orderReads });
  const push = pushService(core);
  messageService(core, { push });
  housekeepingService(core);
  const code = codeService(core);
  return {
    authenticator: session.authenticator,
    session,
    life,
    order,
    orderReads,
    access: accessService(core),
    account: accountService(core),
    campaign: campaignService(core, { referenceOf }),
    cart: cartService(core, { referenceOf, coupon }),
    catalog: catalogService(core),
    code,
    consent: consentService(core),
    contact: contactService(core, { code, session }),
    coupon,
    erasure: erasureService(core, { session, life, card }),
    lock: lockService(core, { referenceOf }),
    orderChange: orderChangeService(core, { reads: orderReads, life, referenceOf }),
    orderProof: orderProofService(core, { code, reads: orderReads, life }),
    orderReturn: orderReturnService(core, { reads: orderReads, life }),
    returnPhoto: returnPhotoService(core, { reads: orderReads }),
    measurement: measurementService(core),
    news: newsService(core),
    payment: paymentService(core, { acquirers, charges, settlement, life, reads: orderReads }),
    paymentMethods: paymentMethodService(core, { acquirers, charges, referenceOf }),
    requestPayment,
    settlement,
    card,
    cardNotice: cardNoticeService(core, { acquirers, settlement }),
    place: placeService(core),
    push,
    relation: relationService(core),
    roster: rosterService(core, { code }),
    sso: ssoService(core, { session }),
    wallet: walletService(core),
  };
}

export type Services = ReturnType<typeof createServices>;
