import { eq } from 'drizzle-orm';
import type { Core } from '#server/platform/core.ts';
import { approval, dispute, strayEnd } from '#server/db/schema/ops/money.ts';
import { staff, staffFactor, staffSession } from '#server/db/schema/ops/staff.ts';
import { account } from '#server/db/schema/people/account.ts';
import { cardIntent, paymentCard, sandboxCharge } from '../db/schema/card.ts';
import { cart, cartLock } from '../db/schema/cart.ts';
import { challenge } from '#server/db/schema/people/challenge.ts';
import { consent } from '#server/db/schema/people/consent.ts';
import { erasure } from '#server/db/schema/people/erasure.ts';
import { couponUse, promotion } from '../db/schema/coupon.ts';
import { idempotencyKey } from '../db/schema/idempotency-key.ts';
import { lead } from '#server/db/schema/people/lead.ts';
import { message } from '../db/schema/message.ts';
import { measurement } from '../db/schema/measurement.ts';
import { news } from '../db/schema/news.ts';
import { order, orderChild, orderEvent, orderItem, returnPhoto } from '../db/schema/order.ts';
import { payment, refund, webhookEvent } from '../db/schema/payment.ts';
import { pushSubscription } from '#server/db/schema/people/push-subscription.ts';
import { rateLimit } from '../db/schema/rate-limit.ts';
import { inviteAcceptance, relation, relationUse } from '#server/db/schema/people/relation.ts';
import { photo } from '#server/db/schema/photo.ts';
import { roster } from '#server/db/schema/people/roster.ts';
import { refreshToken, session, signupGrant } from '#server/db/schema/people/session.ts';
import { deliveryWindow } from '#server/db/schema/shop/shipping-method.ts';
import { pause } from '#server/db/schema/shop/pause.ts';
import { ticket } from '#server/db/schema/ticket.ts';
import { ssoState } from '#server/db/schema/people/sso.ts';
import { stock } from '#server/db/schema/shop/stock.ts';
import { user } from '#server/db/schema/people/user.ts';
import { wallet, walletBucket, ledgerEntry, ledgerPosting } from '../db/schema/wallet.ts';
import type { Services } from '#server/services/services.ts';
import { importShippedTenants } from '../tenants/import.ts';

/** Everything that people made, children before parents. */
const made = [
  ledgerEntry,
  ledgerPosting,
  walletBucket,
  wallet,
  couponUse,
  dispute,
  refund,
  payment,
  cardIntent,
  paymentCard,
  sandboxCharge,
  webhookEvent,
  returnPhoto,
  orderEvent,
  orderItem,
  orderChild,
  order,
  cartLock,
  cart,
  inviteAcceptance,
  relationUse,
  relation,
  consent,
  news,
  photo,
  pushSubscription,
  measurement,
  ticket,
  roster,
  erasure,
  ssoState,
  message,
  challenge,
  refreshToken,
  signupGrant,
  session,
  idempotencyKey,
  account,
  lead,
  user,
  deliveryWindow,
  pause,
  approval,
  strayEnd,
  staffSession,
  staffFactor,
  staff,
];

/** Brings the demo back: real time, no people, full shelves. Everybody is signed out. */
export async function resetDemo(core: Core, services: Services): Promise<void> {
  await core.clock.shift(0);
  for (const tenant of core.tenants.all()) {
    await services.session.endAll(tenant.id);
    await core.db.tenant(tenant.id, async (tx) => {
      for (const table of made) await tx.delete(table).where(eq(table.tenantId, tenant.id));
      await tx.update(promotion).set({ used: 0 }).where(eq(promotion.tenantId, tenant.id));
      await tx.update(stock).set({ quantity: stock.initial }).where(eq(stock.tenantId, tenant.id));
    });
  }
  await core.db.global.delete(rateLimit);
  await importShippedTenants(core, 'loaded');
}
