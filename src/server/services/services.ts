import type { Core } from '#server/platform/core.ts';
import { sandboxAcquirer } from '#server/sandbox/acquirer.ts';
import { accessService } from './people/access.ts';
import { accountService } from './people/account.ts';
import { acquirersOf } from './payment/acquirers.ts';
import { campaignService } from './catalog/campaign.ts';
import { cardNoticeService } from './payment/card-notice.ts';
import { cardService } from './payment/card.ts';
import { cartService } from './cart/cart.ts';
import { catalogService } from './catalog/catalog.ts';
import { chargeService } from './payment/charge.ts';
import { couponService } from './cart/coupon-apply.ts';
import { codeService } from './people/code.ts';
import { consentService } from './people/consent.ts';
import { contactService } from './people/contact.ts';
import { erasureService } from './people/erasure.ts';
import { housekeepingService } from './housekeeping.ts';
import { lockService } from './cart/lock.ts';
import { measurementService } from './catalog/measurement.ts';
import { messageService } from './people/message.ts';
import { newsService } from './people/news.ts';
import { orderChangeService } from './order/order-change.ts';
import { orderLife } from './order/order-life.ts';
import { orderProofService } from './order/order-proof.ts';
import { orderReadService } from './order/order-reads.ts';
import { orderReturnService } from './order/order-return.ts';
import { returnPhotoService } from './order/return-photo.ts';
import { orderService } from './order/order.ts';
import { paymentMethodService } from './payment/payment-methods.ts';
import { paymentRetry } from './payment/payment-retry.ts';
import { paymentService } from './payment/payment.ts';
import { placeService } from './catalog/place.ts';
import { pushService } from './people/push.ts';
import { referenceReader } from './catalog/reference.ts';
import { relationService } from './people/relation.ts';
import { rosterService } from './people/roster.ts';
import { settlementService } from './payment/settlement.ts';
import { walletService } from './payment/wallet.ts';
import { sessionService } from './people/session.ts';
import { ssoService } from './people/sso.ts';

/**
 * Every service, wired once. Job handlers and sweeps are registered here too, by the services that own them.
 */
export function createServices(core: Core) {
  const referenceOf = referenceReader(core);
  const session = sessionService(core);
  const life = orderLife(core);
  const acquirers = acquirersOf(core, sandboxAcquirer);
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
