import type { Core } from '#server/platform/core.ts';
import type { OrderLife } from '#server/services/order/life/order-life.ts';
import type { Disputes } from '#server/services/payment/dispute.ts';
import type { OrderMoney } from '#server/services/payment/order-money.ts';
import type { CodeService } from '#server/services/people/code/code.ts';
import { auditReads } from './audit.ts';
import { boardService } from './board.ts';
import { handoverService } from './handover.ts';
import { opsMoneyService } from './ops-money.ts';
import { opsOrderReads } from './ops-order.ts';
import { opsReturnPhotos } from './ops-return.ts';
import { opsOrderEvents } from './order-events.ts';
import { pauseService } from './pauses.ts';
import { revealService } from './reveal.ts';
import { staffService } from './staff.ts';
import { staffFactors } from './staff-factor.ts';
import { staffLogin } from './staff-login.ts';
import { staffSessions } from './staff-session.ts';

/** The operator's side: who works here, and what they do with orders and money. */
export function opsServices(
  core: Core,
  parts: { code: CodeService; life: OrderLife; money: OrderMoney; disputes: Disputes },
) {
  const { code, life } = parts;
  const factors = staffFactors(core);
  const sessions = staffSessions(core);
  const reads = opsOrderReads(core);
  return {
    staffFactors: factors,
    staffSession: sessions,
    staffLogin: staffLogin(core, { code, factors, sessions }),
    staff: staffService(core, { factors, sessions }),
    board: boardService(core),
    opsOrderReads: reads,
    opsOrderEvents: opsOrderEvents(core, { life, reads }),
    opsReturnPhotos: opsReturnPhotos(core),
    handover: handoverService(core, { reads }),
    opsMoney: opsMoneyService(core, parts),
    reveal: revealService(core),
    pauses: pauseService(core),
    audit: auditReads(core),
  };
}
