import { and, eq, gt } from 'drizzle-orm';
import { type PayerCharge, type PayerLink, payerPath } from '#contract/payment/payer-link.ts';
import { reaisOf } from '#contract/money.ts';
import type { OrderState } from '#contract/order/order.ts';
import { ApiProblem } from '#contract/problem.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import type { Tx } from '#server/db/database.ts';
import { order } from '#server/db/schema/order.ts';
import { payment } from '#server/db/schema/payment.ts';
import type { Core } from '#server/platform/core.ts';
import { networkOf } from '#server/platform/limits.ts';
import { LIMITS, scaledLimit } from '#server/platform/limits-table.ts';
import type { Buyer } from '#server/platform/principal.ts';
import { equalInTime } from '#server/platform/secrets.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { PaymentRow } from '#server/services/order/order-row.ts';
import type { ChargeService } from './charge/charge.ts';
import { type PixChargeService, drawQr } from './pix-charge.ts';

/** A link says that its charge was paid, or ran out, for this long after; then it opens nothing, ms. */
const SAYS_FOR = 86_400_000;
/** Letters of a token: 16 bytes that name the charge, then 132 bits that nobody can guess. */
const NAME = 22;
const PROOF = 22;

/** The bytes of a UUID as base64url. */
const named = (id: string): string => Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
const idNamed = (name: string): string =>
  Buffer.from(name, 'base64url')
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

interface Linked {
  charge: PaymentRow;
  /** of its order */
  state: OrderState;
  /** the order has a newer charge */
  isReplaced: boolean;
}

/** A charge with what its order says of it; null when there is none. */
async function linked(tx: Tx, tenantId: string, id: string): Promise<Linked | null> {
  const [found] = await tx
    .select({ charge: payment, state: order.state })
    .from(payment)
    .innerJoin(order, and(eq(order.tenantId, payment.tenantId), eq(order.id, payment.orderId)))
    .where(and(eq(payment.tenantId, tenantId), eq(payment.id, id)));
  if (!found) return null;
  const { charge } = found;
  const newer = await tx
    .select({ id: payment.id })
    .from(payment)
    .where(
      and(
        eq(payment.tenantId, tenantId),
        eq(payment.orderId, charge.orderId),
        gt(payment.attempt, charge.attempt),
      ),
    )
    .limit(1);
  // Only the chart's states are ever written
  return { charge, state: found.state as OrderState, isReplaced: newer.length > 0 };
}

/** What there is to say of a charge to anybody who pays it; null: nothing, it is over. @param now epoch ms */
function statusOf({ charge, state, isReplaced }: Linked, now: number): PayerCharge['status'] | null {
  const { settledAt, expiresAt, createdAt } = charge;
  if (now - (settledAt ?? expiresAt ?? createdAt).getTime() > SAYS_FOR) return null;
  if (charge.state === 'confirmed') return 'confirmed';
  if (isReplaced || !hasOrderTag(state, 'payable')) return null;
  if (charge.state === 'pending') return (expiresAt?.getTime() ?? 0) > now ? 'pending' : 'expired';
  return charge.state === 'expired' ? 'expired' : null;
}

/**
 * A link by which somebody else pays a charge. Its token is a keyed hash of store and charge: nothing is kept of
 * it, and it ends with the charge. Source: decision 110; SEC-12, SEC-32.
 */
export function payerLinkService(
  { db, clock, secrets, limits, env }: Core,
  { pixCharge, charges }: { pixCharge: PixChargeService; charges: ChargeService },
) {
  const subject = (tenantId: string, id: string) => `${tenantId}\n${id}`;
  const tokenOf = (id: string, hash: string) => `${named(id)}${hash.slice(0, PROOF)}`;
  /** The charge that a token of this store opens, whichever key made it. */
  function chargeOf(tenantId: string, token: string): string | null {
    const id = idNamed(token.slice(0, NAME));
    const isOurs = secrets
      .hashes('payer', subject(tenantId, id))
      .some((hash) => equalInTime(tokenOf(id, hash), token));
    return isOurs ? id : null;
  }

  return {
    /**
     * The link of the charge that this buyer's order waits for: one charge has one, however often it is asked for.
     * @throws ApiProblem NOT_FOUND; ILLEGAL_EVENT: it cannot be paid any more; UNAVAILABLE
     */
    async of(tenant: TenantRecord, buyer: Buyer, code: string): Promise<PayerLink> {
      const { id, state, expiresAt } = (await pixCharge.current(tenant, buyer, code)).row;
      if (state !== 'pending' || !expiresAt || expiresAt <= clock.date())
        throw new ApiProblem('ILLEGAL_EVENT');
      const token = tokenOf(id, secrets.hash('payer', subject(tenant.id, id)));
      return { path: payerPath(token), expiresAt: expiresAt.toISOString() };
    },

    /**
     * What whoever has a link sees. It only reads: a stranger moves nothing.
     * @throws ApiProblem NOT_FOUND, TOO_MANY_REQUESTS
     */
    async open(tenant: TenantRecord, token: string, ip: string): Promise<PayerCharge> {
      const limit = scaledLimit(LIMITS.payerLooks, env);
      const { allowed, retryAfter } = await limits.take(`payer:${networkOf(ip)}`, limit);
      if (!allowed) throw new ApiProblem('TOO_MANY_REQUESTS', { retryAfter });
      const id = chargeOf(tenant.id, token);
      const found = id === null ? null : await db.read(tenant.id, (tx) => linked(tx, tenant.id, id));
      const status = found && statusOf(found, clock.now());
      if (!found || !status) throw new ApiProblem('NOT_FOUND');
      const { amount, brCode, expiresAt, createdAt } = found.charge;
      return {
        status,
        store: tenant.settings.partner.name,
        receiver: charges.receiverOf(tenant).name,
        amount: reaisOf(amount),
        expiresAt: (expiresAt ?? createdAt).toISOString(),
        ...(status === 'pending' && brCode ? { brCode, qrCode: drawQr(brCode) } : {}),
      };
    },
  };
}
