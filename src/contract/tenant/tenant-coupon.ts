import * as v from 'valibot';
import { Percent, Reais } from '#contract/reais.ts';
import { Slug } from '#contract/scalars.ts';
import { Filled, Offset } from './tenant-parts.ts';

const AtLeastOne = v.pipe(v.number(), v.integer(), v.minValue(1));
const about = {
  slug: Slug,
  name: Filled,
  /** What people type; capitals and numbers. */
  codes: v.pipe(
    v.array(v.pipe(v.string(), v.regex(/^[A-Z0-9]{4,40}$/, 'Use de 4 a 40 letras maiúsculas e números.'))),
    v.minLength(1),
  ),
  /** Campaigns by slug; none means all. */
  campaigns: v.optional(v.array(Slug), []),
  minTotal: v.optional(Reais),
  /** Uses by all buyers, and by one. */
  max: v.optional(AtLeastOne),
  perBuyer: v.optional(AtLeastOne),
  /** Told from the import. */
  startsIn: v.optional(Offset),
  endsIn: v.optional(Offset),
};

/** `coupons.json` (may be missing). Source: D40. */
export const TenantCoupon = v.variant('type', [
  v.strictObject({ ...about, type: v.literal('PERCENT'), value: Percent }),
  v.strictObject({ ...about, type: v.literal('FIXED'), value: Reais }),
  v.strictObject({ ...about, type: v.literal('FREE_SHIPPING') }),
]);
export type TenantCoupon = v.InferOutput<typeof TenantCoupon>;
