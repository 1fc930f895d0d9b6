import { and, asc, eq, inArray } from 'drizzle-orm';
import type { OpsOrder } from '#contract/ops/orders.ts';
import { PersonField } from '#contract/ops/person.ts';
import { reaisOf } from '#contract/money.ts';
import type { Choice } from '#contract/cart.ts';
import type { DeliveryUpdate } from '#contract/order/delivery-update.ts';
import type { IfMissing } from '#contract/order/if-missing.ts';
import type { Order, ShippingAddress } from '#contract/order/order.ts';
import { may } from '#domain/ops/roles.ts';
import { maskName } from '#domain/person/name.ts';
import type * as v from 'valibot';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { orderEvent, orderItem } from '#server/db/schema/order.ts';
import { staff as staffTable } from '#server/db/schema/ops/staff.ts';
import { payment, refund } from '#server/db/schema/payment.ts';
import type { Staff } from '#server/platform/principal.ts';
import { type ChildRow, childState } from '#server/services/order/order-family.ts';
import { type OrderRow, type PaymentRow, stateOf } from '#server/services/order/order-row.ts';
import { type Noted, named, namesOf } from './cards.ts';
import { disputeReply, disputesOf } from './dispute-reads.ts';
import { returnReply } from './ops-return.ts';
import { allowedOfOrder, allowedOfPart, isOfStaff, reached, seesMasked } from './reach.ts';
import { maskedContact } from './staff-session.ts';

type RefundRow = typeof refund.$inferSelect;
export const chargeReply = (row: PaymentRow): OpsOrder['charges'][number] => ({
  id: row.id,
  type: row.type,
  state: row.state,
  amount: reaisOf(row.amount),
  refunded: reaisOf(row.refunded),
  provider: row.provider,
  txid: row.txid,
  ...(row.endToEndId ? { endToEndId: row.endToEndId } : {}),
  createdAt: row.createdAt.toISOString(),
  ...(row.expiresAt ? { expiresAt: row.expiresAt.toISOString() } : {}),
  ...(row.settledAt ? { settledAt: row.settledAt.toISOString() } : {}),
});
/** A static Pix code has no provider that could be asked: `pix` is its name. */
export const isManual = ({ provider }: Pick<PaymentRow, 'provider'>): boolean => provider === 'pix';
export const refundReply = (
  row: RefundRow,
  charge: Pick<PaymentRow, 'provider'> | undefined,
): OpsOrder['refunds'][number] => ({
  id: row.id,
  chargeId: row.paymentId,
  amount: reaisOf(row.amount),
  state: row.state,
  reason: row.reason,
  isManual: charge !== undefined && isManual(charge),
  requestedAt: row.requestedAt.toISOString(),
  ...(row.settledAt ? { settledAt: row.settledAt.toISOString() } : {}),
  ...(row.returnId ? { returnId: row.returnId } : {}),
});

/** Names of those who acted, by what a row says of them: the others are said as they are. */
export async function actorNames(tx: Tx, tenantId: string, actors: readonly string[]) {
  const ids = [...new Set(actors.flatMap((actor) => /^operator:(.+)$/.exec(actor)?.[1] ?? []))];
  const rows = ids.length
    ? await tx
        .select({ id: staffTable.id, name: staffTable.name })
        .from(staffTable)
        .where(and(eq(staffTable.tenantId, tenantId), inArray(staffTable.id, ids)))
    : [];
  return (actor: string): string =>
    actor.startsWith('operator:')
      ? (rows.find(({ id }) => actor === `operator:${id}`)?.name ?? 'operator')
      : actor;
}

/** Who receives, where that is somebody else than the buyer. */
function recipientOf(row: OrderRow) {
  const { recipient } = row.properties as Pick<Order['properties'], 'recipient'>; // validated when written
  return recipient && !recipient.self ? recipient : null;
}
/** What is masked of an order's people, as it is; null where there is none. */
export const fieldOf: Readonly<Record<PersonField, (row: OrderRow) => string | null>> = {
  phone: ({ userPhone }) => userPhone || null,
  email: ({ email }) => email || null,
  cpf: ({ identification }) => identification || null,
  recipientPhone: (row) => recipientOf(row)?.phone || null,
};

/** What of a person is told: who packs and delivers needs a name and an address, and seldom more. */
function personOf(row: OrderRow, isMasked: boolean): Pick<OpsOrder, 'buyer' | 'recipient' | 'address'> {
  const recipient = recipientOf(row);
  const address = row.shippingAddress as Partial<ShippingAddress> | null; // validated when written
  const nameOf = isMasked ? maskName : (name: string) => name;
  return {
    buyer: {
      name: nameOf(row.userName ?? ''),
      ...(row.userPhone ? { phone: maskedContact(row.userPhone) } : {}),
      ...(row.email ? { email: maskedContact(row.email) } : {}),
      ...(row.identification ? { cpf: `•••${row.identification.slice(-4)}` } : {}),
    },
    ...(recipient
      ? { recipient: { name: nameOf(recipient.name), phone: maskedContact(recipient.phone) } }
      : {}),
    ...(address
      ? {
          address: {
            line: [
              isMasked ? undefined : address.address,
              isMasked ? undefined : address.neighborhood,
              [address.city, address.administrative_area].filter(Boolean).join(' - '),
            ]
              .filter(Boolean)
              .join(', '),
            ...(!isMasked && address.complement ? { complement: address.complement } : {}),
            ...(!isMasked && address.reference ? { reference: address.reference } : {}),
            ...(!isMasked && address.cep ? { cep: address.cep } : {}),
          },
        }
      : {}),
  };
}

/** One order as whoever works on it sees it. Source: operator study, §2. */
export function opsOrderReads({ db }: Pick<Core, 'db'>) {
  async function reply(
    tx: Tx,
    tenantId: string,
    staff: Staff,
    { row, family }: { row: OrderRow; family: ChildRow[] },
  ): Promise<v.InferInput<typeof OpsOrder>> {
    const own = family.filter((child) => isOfStaff(staff, child));
    const ofOrder = (table: typeof payment | typeof refund | typeof orderEvent | typeof orderItem) =>
      and(eq(table.tenantId, tenantId), eq(table.orderId, row.id));
    const names = await namesOf(tx, tenantId);
    const [contested, items, charges, refunds, events] = await Promise.all([
      disputesOf(tx, tenantId, row.id),
      tx.select().from(orderItem).where(ofOrder(orderItem)).orderBy(asc(orderItem.position)),
      tx.select().from(payment).where(ofOrder(payment)).orderBy(asc(payment.createdAt), asc(payment.id)),
      tx.select().from(refund).where(ofOrder(refund)).orderBy(asc(refund.requestedAt), asc(refund.id)),
      tx.select().from(orderEvent).where(ofOrder(orderEvent)).orderBy(asc(orderEvent.sequence)),
    ]);
    const actorOf = await actorNames(
      tx,
      tenantId,
      events.map(({ actor }) => actor),
    );
    const returnRequest = await returnReply(tx, staff, { row, family }, items, charges);
    const isMasked = seesMasked(staff);
    const { window, shippingName } = row.properties as Noted; // noted by the placement
    return {
      id: row.id,
      code: row.code,
      state: stateOf(row),
      version: row.version,
      type: row.type,
      createdAt: row.createdAt.toISOString(),
      ...personOf(row, isMasked),
      isMasked,
      revealable: may(staff.role, 'people.reveal')
        ? PersonField.options.filter((field) => fieldOf[field](row) !== null)
        : [],
      ...(shippingName === undefined ? {} : { shippingName }),
      ...(window ? { window } : {}),
      ...(row.cancelReason ? { reason: row.cancelReason } : {}),
      parts: own.map((child) => {
        const hub = named(names.hubs, child.hubId);
        return {
          childId: child.id,
          code: child.code,
          state: childState(child),
          ...(hub ? { hub } : {}),
          campaign: named(names.campaigns, child.campaignId) ?? { id: child.campaignId, name: '' },
          lines: items
            .filter(({ orderChildId }) => orderChildId === child.id)
            .map((line) => {
              // Written by the placement
              const { choices, ifMissing, image } = line.body as {
                choices?: v.InferOutput<typeof Choice>[];
                ifMissing?: IfMissing;
                image?: string;
              };
              return {
                itemId: line.itemId,
                name: line.name,
                quantity: line.quantity,
                total: reaisOf(line.total),
                choices: (choices ?? []).map(({ name, quantity }) => `${quantity} × ${name}`),
                ...(ifMissing ? { ifMissing } : {}),
                ...(image ? { image } : {}),
              };
            }),
          total: reaisOf(child.total),
          allowedEvents: allowedOfPart(staff, row, child, family),
        };
      }),
      totals: {
        subTotal: reaisOf(row.subTotal),
        discount: reaisOf(row.discount),
        shipping: reaisOf(row.shippingTotal),
        total: reaisOf(row.total),
      },
      allowedEvents: allowedOfOrder(staff, row, family),
      charges: charges.map(chargeReply),
      refunds: refunds.map((one) =>
        refundReply(
          one,
          charges.find(({ id }) => id === one.paymentId),
        ),
      ),
      disputes: contested.map(({ one, endToEndId }) => disputeReply(one, endToEndId)),
      ...(returnRequest ? { returnRequest } : {}),
      history: events
        .filter(({ part }) => !part || own.some(({ id }) => part.children.includes(id)))
        .map(({ sequence, type, fromState, toState, at, actor, data, part }) => ({
          sequence,
          type,
          ...(fromState ? { from: fromState } : {}),
          to: part ? part.to : toState,
          at: at.toISOString(),
          actor: actorOf(actor),
          ...(part ? { childIds: part.children } : {}),
          ...(data as DeliveryUpdate & { reason?: string }), // written by the move
        })),
    };
  }

  return {
    reply,
    /** @throws ApiProblem NOT_FOUND */
    read: (tenantId: string, staff: Staff, id: string): Promise<v.InferInput<typeof OpsOrder>> =>
      db.read(tenantId, async (tx) => reply(tx, tenantId, staff, await reached(tx, tenantId, staff, id))),
  };
}
export type OpsOrderReads = ReturnType<typeof opsOrderReads>;
