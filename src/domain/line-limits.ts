/**
 * What a line may reach. `stock` in units of the item, of which one of the line takes `units` (a box of six
 * takes 6; default 1); `max` in quantity.
 * Both are shared by all lines of one item of one campaign. Missing = no limit.
 */
export type LineLimits = {
  stock?: number | undefined;
  max?: number | undefined;
  units?: number | undefined;
  /**
   * what one of the line takes of other items of its campaign: the inside of a kit, the flavours of an item
   */
  parts?: readonly { id: string; stock: number; units: number }[] | undefined;
};
export type LimitReason = 'STOCK' | 'MAX';

/**
 * The largest quantity up to the one asked that the limits allow, and the limit that spoke. Never below 0.
 */
export function clampQuantity(
  quantity: number,
  { stock = Infinity, max = Infinity, units = 1 }: LineLimits,
): { quantity: number; reason: LimitReason | null } {
  const inStock = Math.max(0, Math.floor(stock / Math.max(1, units)));
  const allowed = Math.max(0, Math.min(inStock, Math.floor(max)));
  if (quantity <= allowed) return { quantity: Math.max(0, quantity), reason: null };
  return { quantity: allowed, reason: inStock <= max ? 'STOCK' : 'MAX' };
}
