import type { Core } from '#server/platform/core.ts';
import { sandboxAcquirer } from '#server/sandbox/acquirer.ts';
import type { ReferenceOf } from './catalog/reference.ts';
import { orderChangeService } from './order/order-change.ts';
import { orderLife } from './order/order-life.ts';
import { orderProofService } from './order/order-proof.ts';
import { orderReadService } from './order/order-reads.ts';
import { orderReturnService } from './order/order-return.ts';
import { orderService } from './order/order.ts';
import { returnPhotoService } from './order/return-photo.ts';
import { acquirersOf } from './payment/acquirers.ts';
import { cardNoticeService } from './payment/card-notice.ts';
import { cardService } from './payment/card.ts';
import { chargeService } from './payment/charge.ts';
import { paymentMethodService } from './payment/payment-methods.ts';
import { paymentRetry } from './payment/payment-retry.ts';
import { paymentService } from './payment/payment.ts';
import { settlementService } from './payment/settlement.ts';
import { walletService } from './payment/wallet.ts';
import type { CodeService } from './people/code.ts';

/** Orders and their money: neither moves without the other. */
export function orderServices(
  core: Core,
  { referenceOf, code }: { referenceOf: ReferenceOf; code: CodeService },
) {
  const acquirers = acquirersOf(core, sandboxAcquirer);
  const charges = chargeService(core, { acquirers });
  const life = orderLife(core);
  const order = orderService(core, { life, charges, referenceOf });
  const requestPayment = paymentRetry(core, { life, charges });
  const orderReads = orderReadService(core, { life, requestPayment });
  const settlement = settlementService(core, { life, acquirers, charges });
  return {
    life,
    order,
    orderReads,
    orderChange: orderChangeService(core, { reads: orderReads, life, referenceOf }),
    orderProof: orderProofService(core, { code, reads: orderReads, life }),
    orderReturn: orderReturnService(core, { reads: orderReads, life }),
    returnPhoto: returnPhotoService(core, { reads: orderReads }),
    requestPayment,
    settlement,
    card: cardService(core, { acquirers, charges, reads: orderReads }),
    cardNotice: cardNoticeService(core, { acquirers, settlement }),
    payment: paymentService(core, { acquirers, charges, settlement, life, reads: orderReads }),
    paymentMethods: paymentMethodService(core, { acquirers, charges, referenceOf }),
    wallet: walletService(core),
  };
}
