import type { Core } from '#server/platform/core.ts';
import { sandboxAcquirer } from '#server/sandbox/acquirer.ts';
import type { ReferenceOf } from './catalog/reference.ts';
import { orderChangeService } from './order/order-change.ts';
import { orderCommandService } from './order/order-commands.ts';
import { orderLife } from './order/life/order-life.ts';
import { orderPasses } from './order/order-pass.ts';
import { orderProofService } from './order/order-proof.ts';
import { orderReadService } from './order/order-reads.ts';
import { orderRescheduleService } from './order/order-reschedule.ts';
import { orderReturnService } from './order/order-return.ts';
import { orderSweep } from './order/order-sweep.ts';
import { orderService } from './order/order.ts';
import { pickupService } from './order/pickup.ts';
import { returnPhotoService } from './order/return-photo.ts';
import { acquirersOf } from './payment/acquirers.ts';
import { cardAcquirer } from './payment/card-acquirer.ts';
import { cardChargeService } from './payment/card-charge.ts';
import { cardIntentService } from './payment/card-intent.ts';
import { cardNoticeService } from './payment/card-notice.ts';
import { chargeService } from './payment/charge/charge.ts';
import { disputes } from './payment/dispute.ts';
import { orderCharges } from './payment/order-charges.ts';
import { orderMoney } from './payment/order-money.ts';
import { paymentMethodService } from './payment/payment-methods.ts';
import { payerLinkService } from './payment/payer-link.ts';
import { paymentRetry } from './payment/payment-retry.ts';
import { pixChargeService } from './payment/pix-charge.ts';
import { pixNoticeService } from './payment/pix-notice.ts';
import { savedCardService } from './payment/saved-card.ts';
import { settlementService } from './payment/settlement.ts';
import { walletService } from './payment/wallet.ts';
import type { CodeService } from './people/code/code.ts';

/** Orders and their money: neither moves without the other. */
export function orderServices(
  core: Core,
  { referenceOf, code }: { referenceOf: ReferenceOf; code: CodeService },
) {
  const acquirers = acquirersOf(core, sandboxAcquirer);
  const charges = chargeService(core, { acquirers });
  const moves = orderCharges(core);
  const life = orderLife(core, { charges: moves });
  const money = orderMoney(core, { life, charges: moves });
  const contested = disputes(core, { money });
  const requestPayment = paymentRetry(core, { life, charges });
  const orderReads = orderReadService(core, { life });
  const passes = orderPasses(core);
  const orderReschedule = orderRescheduleService(core, { reads: orderReads, life, referenceOf });
  const settlement = settlementService(core, { life, money, orderCharges: moves, acquirers, charges });
  const acquirer = cardAcquirer(core, { acquirers });
  const cardIntent = cardIntentService(core, { acquirers, acquirer, charges, reads: orderReads });
  const pixCharge = pixChargeService(core, { acquirers, charges, life, reads: orderReads });
  return {
    life,
    money,
    disputes: contested,
    order: orderService(core, { charges, referenceOf }),
    orderSweep: orderSweep(core, { life }),
    orderReads,
    orderCommands: orderCommandService(core, { life, reads: orderReads, requestPayment }),
    orderReschedule,
    orderChange: orderChangeService(core, {
      reads: orderReads,
      life,
      rescheduling: orderReschedule,
      referenceOf,
      passes,
    }),
    orderProof: orderProofService(core, { code, reads: orderReads, life, passes }),
    orderReturn: orderReturnService(core, { reads: orderReads, life }),
    pickup: pickupService(core, { reads: orderReads }),
    returnPhoto: returnPhotoService(core, { reads: orderReads }),
    requestPayment,
    settlement,
    cardIntent,
    cardAcquirer: acquirer,
    cardCharge: cardChargeService(core, { acquirers, charges, settlement, reads: orderReads }),
    savedCard: savedCardService(core, { acquirers, acquirer, intents: cardIntent }),
    cardNotice: cardNoticeService(core, { acquirers, settlement }),
    pixCharge,
    payerLink: payerLinkService(core, { pixCharge, charges }),
    pixNotice: pixNoticeService(core, { charges, life, money, disputes: contested }),
    paymentMethods: paymentMethodService(core, { acquirers, charges, referenceOf }),
    wallet: walletService(core),
  };
}
