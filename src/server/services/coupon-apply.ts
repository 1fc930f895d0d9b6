import type * as v from 'valibot';
import type { CartLine } from '#contract/cart.ts';
import type { AppliedCoupon, applyCoupon } from '#contract/coupon.ts';
import { reaisOf } from '#contract/money.ts';
import { ApiProblem } from '#contract/problem.ts';
import { formatPercentOff } from '#domain/discount.ts';
import { formatReais } from '#domain/money.ts';
import type { Core } from '../core.ts';
import { networkOf } from '../limits.ts';
import { type Buyer, subjectOf } from '../principal.ts';
import { type CartOwner, linesOf, liveLock, openCart, seeCart } from './cart.ts';
import type { ReferenceOf } from './reference.ts';

type Body = v.InferOutput<typeof applyCoupon.body>;
const HOUR = 3_600;
const NOBODY = '00000000-0000-4000-8000-000000000000';

/** Trying coupons. Codes that do not exist are counted, so that nobody walks through them. Source: specification §7; D40. */
export function couponService({ db, clock, limits, env }: Core, { referenceOf }: { referenceOf: ReferenceOf }) {
  const bySubject = { points: 20, seconds: HOUR };
  const byAddress = { points: 100 * (env.sandbox ? 1_000 : 1), seconds: HOUR };
  const keyOf = (tenantId: string, buyer: Buyer) => `coupon:miss:${tenantId}:${subjectOf(buyer)}`;

  const linesIn = ({ products, items }: Body): CartLine[] | undefined =>
    products ?? items?.map(({ item, quantity, campaignId }) => ({ id: item.id, campaignId, quantity, ...(item.packageId === undefined ? {} : { packageId: item.packageId }), ...(item.itemKitSelection ? { selection: item.itemKitSelection } : {}) }));

  const service = {
    /** Whether this buyer may name another code; asked outside of transactions, as limits have a connection of their own. */
    mayTry: async (tenantId: string, buyer: Buyer): Promise<boolean> => (await limits.left(keyOf(tenantId, buyer), bySubject)) > 0,
    missed: async (tenantId: string, buyer: Buyer): Promise<void> => void (await limits.take(keyOf(tenantId, buyer), bySubject)),

    /** @throws ApiProblem COUPON_REFUSED with the reason, TOO_MANY_REQUESTS, NOT_FOUND for a cart that is not the caller's */
    async apply(tenantId: string, code: string, body: Body, owner: CartOwner, ip: string): Promise<AppliedCoupon> {
      const address = `coupon:miss:${networkOf(ip)}`;
      if (!(await service.mayTry(tenantId, owner.buyer)) || (await limits.left(address, byAddress)) === 0) throw new ApiProblem('TOO_MANY_REQUESTS', { retryAfter: HOUR });
      const { coupon, totals } = await db.read(tenantId, async (tx) => {
        const cartUuid = body.uuid ?? body.properties?.cartUuid;
        const lines = linesIn(body);
        if (cartUuid === undefined && lines === undefined) throw new ApiProblem('MALFORMED', { fields: [{ field: 'products', message: 'Diga para quais produtos.' }] });
        const stored = cartUuid === undefined ? null : await seeCart(tx, tenantId, cartUuid, owner);
        const mine = owner.buyer.kind === 'client' ? { accountId: owner.buyer.accountId, leadId: null } : { accountId: null, leadId: owner.buyer.leadId };
        const row = stored ?? { tenantId, uuid: NOBODY, ...mine, state: 'open' as const, lines: [], draft: {}, version: 0, createdAt: clock.date(), updatedAt: clock.date() };
        const open = await openCart(tx, referenceOf, { ...row, lines: lines ?? linesOf(row), draft: { ...row.draft, coupon: code } }, stored && (await liveLock(tx, tenantId, row.uuid)), clock.now());
        return { coupon: open.coupon, totals: open.priced.totals };
      });
      if (!coupon || coupon.refusal !== null) {
        if (coupon?.refusal === 'UNKNOWN') await Promise.all([service.missed(tenantId, owner.buyer), limits.take(address, byAddress)]);
        throw new ApiProblem('COUPON_REFUSED', { detail: coupon?.refusal ?? 'UNKNOWN' });
      }
      const { value } = coupon;
      const saved = value.type === 'FREE_SHIPPING' ? totals.shippingFull : totals.couponDiscount;
      const about = { code: coupon.code, type: value.type, discount: reaisOf(saved) };
      switch (value.type) {
        case 'PERCENT':
          return { ...about, value: value.value, message: `Cupom aplicado: ${formatPercentOff(value.value)}.` };
        case 'FIXED':
          return { ...about, value: reaisOf(value.value), message: `Cupom aplicado: menos ${formatReais(saved)}.` };
        case 'FREE_SHIPPING':
          return { ...about, value: 0, message: 'Cupom aplicado: entrega grátis.' };
      }
    },
  };
  return service;
}
export type CouponService = ReturnType<typeof couponService>;
