import type { NewOrder, Order, OrderType } from '#contract/order/order.ts';
import { ApiProblem } from '#contract/problem.ts';
import { totalsOf } from '#domain/money/statement.ts';
import { leftToPay, paidByWallets } from '#domain/money/wallet.ts';
import { sameDoor } from '#domain/order/order-change.ts';
import { fittingAddress } from '#domain/place/address-form.ts';
import { orderTypeOf, shippingAddressOf } from '#domain/order/order.ts';
import { stepOrder } from '#machines/orders/order.machine.ts';
import type { Core } from '#server/platform/core.ts';
import { type Tx, deferToCommit } from '#server/db/database.ts';
import { rowInserter, rowUpdater } from '#server/db/prepared.ts';
import type { account } from '#server/db/schema/people/account.ts';
import { cart, cartLock } from '#server/db/schema/cart.ts';
import { order, orderChild, orderEvent, orderItem } from '#server/db/schema/order.ts';
import { payment } from '#server/db/schema/payment.ts';
import { orderCode, uuidv4 } from '#server/platform/ids.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import { type CartOwner, type CartRow, type LockRow, draftOf } from '#server/services/cart/cart-row.ts';
import { consumeCoupon, ownerSubject } from '#server/services/cart/coupon.ts';
import { keepWithOrder } from '#server/services/people/photo.ts';
import { assertAnswers } from '#server/services/cart/extra.ts';
import { lockedOf } from '#server/services/cart/reservation.ts';
import type { ReferenceOf } from '#server/services/catalog/reference.ts';
import { planReply } from '#server/services/payment/charge/card-draft.ts';
import type { ChargeService } from '#server/services/payment/charge/charge.ts';
import {
  namesWallets,
  notedPart,
  payByWallets,
  walletCharge,
} from '#server/services/payment/order-wallet.ts';
import { noteGuestConsent } from './guest.ts';
import { replyOf } from './order-reply.ts';
import type { OrderRow } from './order-row.ts';
import { childRowsOf, itemRowsOf } from './order-rows.ts';

export type AccountRow = typeof account.$inferSelect;
const [insertParent, insertChild, insertItem, insertCharge] = [
  rowInserter(order),
  rowInserter(orderChild),
  rowInserter(orderItem),
  rowInserter(payment),
];
const insertEvent = rowInserter(orderEvent);
const closeCart = rowUpdater(cart, ['state', 'updatedAt'], ['tenantId', 'uuid']);
const closeLock = rowUpdater(cartLock, ['state', 'orderId'], ['tenantId', 'cartUuid']);

/** What an order is made of. */
export interface Placement {
  tenant: TenantRecord;
  type: OrderType;
  body: NewOrder;
  row: CartRow;
  /** its totals are those of the way of paying that was chosen */
  lock: LockRow;
  owner: CartOwner;
  person: AccountRow | undefined;
  /** the idempotency key that makes it */
  attempt: string;
}

/**
 * Writes an order with its parts, lines, charges and history, and closes its cart, in the caller's
 * transaction.
 * Source: specification §7; D44, D49, D55–D57; REL-01.
 */
export function orderInsertion(
  { clock, events }: Pick<Core, 'clock' | 'events'>,
  { charges, referenceOf }: { charges: ChargeService; referenceOf: ReferenceOf },
) {
  return async function insertOrder(
    tx: Tx,
    { tenant, type, body, row, lock, owner, person, attempt }: Placement,
  ): Promise<Order> {
    const locked = lockedOf(lock.totals);
    const draft = draftOf(row);
    const [first] = locked.lines;
    if (!first) throw new ApiProblem('LOCK_LOST');
    const campaignIds = [...new Set(locked.lines.map((line) => line.campaignId))];
    // A campaign that is not in the cart says nothing about it: its rules are not this order's.
    const selectedId = campaignIds.find((id) => id === body.properties.campaignId) ?? first.campaignId;
    const reference = await referenceOf(tx, tenant.id);
    const campaigns = reference.campaigns.filter(({ id }) => campaignIds.includes(id));
    const selected = campaigns.find((one) => one.id === selectedId);
    const extra = { ...draft.extra, ...body.properties.extra };
    const photos = await assertAnswers(tx, tenant.id, ownerSubject(row), campaigns, extra);
    const ignoresAddress = selected?.body['ignoreShippingAddress'] === true;
    if (orderTypeOf({ ignoreShippingAddress: ignoresAddress, shippingMethod: draft.shippingMethod }) !== type)
      throw new ApiProblem('ADDRESS', { detail: 'shippingMethod' });
    const shippingAddress =
      type === 'SHIPPING' && draft.location
        ? shippingAddressOf(fittingAddress(draft.location, reference.addressFields))
        : null;
    if (type === 'SHIPPING' && !shippingAddress) throw new ApiProblem('ADDRESS', { detail: 'location' });
    // Compared, like the amounts: what is reserved is for the cart's own address.
    const named = body.properties.shippingAddress;
    if (named && shippingAddress && !sameDoor(shippingAddress, named))
      throw new ApiProblem('ADDRESS', { detail: 'shippingAddress' });

    const now = clock.date();
    const { buyer } = owner;
    const { totals } = locked;
    const sums = totalsOf(totals);
    const { total } = sums;
    const id = uuidv4();
    const code = orderCode();
    // Only payment types enabled for the tenant are accepted.
    if (namesWallets(body) && !tenant.settings.payment.methods.includes('WALLET'))
      throw new ApiProblem('PAYMENT_METHOD', { detail: 'WALLET' });
    const parts = await payByWallets(tx, tenant, body, locked, buyer, { total, code, clock });
    const wallets = parts.map(notedPart);
    const due = leftToPay(total, paidByWallets(wallets));
    const isFree = due === 0;
    // The Pix discount applies to the part paid by Pix only: a wallet that pays everything is no Pix.
    if (isFree && total > 0 && totals.paymentDiscount > 0)
      throw new ApiProblem('PAYMENT_METHOD', { detail: 'WALLET' });
    const asked = isFree ? null : charges.accept(tx, tenant, body.paymentMethod, due, { cartUuid: row.uuid });
    // Waited for only where something was asked.
    const method = asked instanceof Promise ? await asked : asked;
    const expiresAt = isFree ? null : charges.endOf(tenant, now);
    const event = isFree ? 'payment.confirmed' : 'payment.requested';
    const state = stepOrder('CREATED', event, { paid: false })?.state ?? 'CREATED';
    const recipient = draft.recipient ?? body.properties.recipient;
    const made: OrderRow = {
      tenantId: tenant.id,
      id,
      code,
      cartUuid: row.uuid,
      attempt,
      state,
      version: 2,
      type,
      userId: buyer.kind === 'client' ? buyer.userId : null,
      accountId: row.accountId,
      leadId: row.leadId,
      campaignId: selected?.id ?? first.campaignId,
      hubId: locked.hubId,
      userName: person?.name ?? body.userName,
      userPhone: person?.phone ?? body.userPhone ?? null,
      email: person?.email ?? body.email ?? null,
      identification: person?.identification ?? body.properties.account?.cpf ?? null,
      subTotal: sums.subTotal,
      discount: sums.discount,
      shippingTotal: sums.shipping,
      total,
      paymentType: total === 0 ? 'FREE' : (method?.type ?? 'WALLET'),
      shippingAddress,
      properties: {
        cartUuid: row.uuid,
        campaignId: selected?.id ?? first.campaignId,
        totals,
        shippingName: locked.shippingName,
        ...(locked.window ? { window: locked.window } : {}),
        ...(ignoresAddress ? { ignoreShippingAddress: true } : {}),
        ...(type === 'SHIPPING' ? { shippingAddressVerified: true } : {}),
        ...(draft.shippingMethod ? { shippingMethod: draft.shippingMethod } : {}),
        ...(recipient ? { recipient } : {}),
        ...(Object.keys(extra).length ? { extra } : {}),
        ...(selected ? { campaignName: selected.name } : {}),
        ...(isFree ? { paid: true } : {}),
        ...(wallets.length > 0 ? { wallets } : {}),
        ...(method?.type === 'CREDIT_CARD' ? { plan: planReply(method.plan) } : {}),
        ...(locked.coupon ? { coupon: locked.coupon.code, promotionId: locked.coupon.promotionId } : {}),
        ...(buyer.kind === 'lead' ? { privacyVersion: body.privacyVersion } : {}),
      },
      reserved: lock.reserved,
      deliveryWindowId: lock.deliveryWindowId,
      cancelReason: null,
      createdAt: now,
      updatedAt: now,
      dueAt: expiresAt,
      dueEvent: expiresAt ? 'payment.expired' : null,
    };
    // Nothing below is read again: it all travels in one go and is checked with the commit.
    deferToCommit(tx, insertParent(tx, made));
    const children = childRowsOf(made, locked);
    for (const child of children) deferToCommit(tx, insertChild(tx, child));
    const items = itemRowsOf(made, children, locked);
    for (const item of items) deferToCommit(tx, insertItem(tx, item));
    const happened = {
      tenantId: tenant.id,
      orderId: id,
      at: now,
      actor: buyer.kind === 'lead' ? 'lead' : 'client',
      data: {},
      part: null,
    };
    deferToCommit(
      tx,
      insertEvent(tx, {
        ...happened,
        sequence: 1,
        type: 'order.created',
        fromState: null,
        toState: 'CREATED',
      }),
    );
    deferToCommit(
      tx,
      insertEvent(tx, { ...happened, sequence: 2, type: event, fromState: 'CREATED', toState: state }),
    );
    if (photos.length > 0) deferToCommit(tx, keepWithOrder(tx, tenant.id, photos, id));
    if (isFree && locked.coupon)
      deferToCommit(tx, consumeCoupon(tx, tenant.id, locked.coupon.promotionId, row.uuid));
    for (const part of parts)
      deferToCommit(tx, insertCharge(tx, walletCharge(tenant.id, id, code, part, now)));
    if (method) charges.open(tx, tenant, method, { id, code, due, off: sums.paymentDiscount }, 1, 1, now);
    if (buyer.kind === 'lead' && body.privacyVersion !== undefined)
      deferToCommit(tx, noteGuestConsent(tx, clock, tenant.id, buyer.leadId, id, body.privacyVersion));
    deferToCommit(tx, closeCart(tx, { state: 'ordered', updatedAt: now }, row));
    deferToCommit(tx, closeLock(tx, { state: 'ordered', orderId: id }, lock));
    deferToCommit(
      tx,
      events.publish(tx, tenant.id, `cart:${row.uuid}`, {
        type: 'cart.changed',
        uuid: row.uuid,
        version: row.version,
      }),
    );
    return replyOf(made, items);
  };
}
