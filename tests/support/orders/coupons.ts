import { and, eq } from 'drizzle-orm';
import { cents } from '#contract/money.ts';
import { coupon, couponUse, promotion } from '#server/db/schema/coupon.ts';
import { type Who, credentials, uuid } from '../buyers.ts';
import type { TestServer } from '../store/server.ts';

let made = 0;
type Terms = Partial<typeof promotion.$inferInsert>;

/** A promotion with its codes; ten percent of everything unless said otherwise. */
export async function newPromotion(
  server: Pick<TestServer, 'core'>,
  terms: Terms = {},
  codes = 1,
  tenantId = 'client',
): Promise<{ id: string; code: string; codes: string[] }> {
  const id = uuid();
  const names = Array.from({ length: codes }, () => `TESTE${++made}`);
  await server.core.db.tenant(tenantId, async (tx) => {
    await tx
      .insert(promotion)
      .values({ tenantId, id, name: 'Teste', type: 'PERCENT', percent: 10, active: true, ...terms });
    await tx.insert(coupon).values(names.map((code) => ({ tenantId, code, promotionId: id })));
  });
  return { id, code: names[0] ?? '', codes: names };
}
/** Asks what a coupon takes off a cart, an order or lines. */
export const applyCoupon = (server: TestServer, who: Who, code: string, body: unknown) =>
  server.call('POST', `/api/operation/orders/coupon/apply?code=${encodeURIComponent(code)}`, {
    ...credentials(who),
    body,
  });
/** How often a promotion counts as used, and the states of its uses. */
export async function usesOf(server: TestServer, id: string): Promise<{ used: number; states: string[] }> {
  return server.core.db.read('client', async (tx) => {
    const [row] = await tx
      .select()
      .from(promotion)
      .where(and(eq(promotion.tenantId, 'client'), eq(promotion.id, id)));
    const uses = await tx
      .select()
      .from(couponUse)
      .where(and(eq(couponUse.tenantId, 'client'), eq(couponUse.promotionId, id)));
    return { used: row?.used ?? -1, states: uses.map(({ state }) => state).toSorted() };
  });
}
export const fixed = (amount: number, more: Terms = {}): Terms => ({
  type: 'FIXED',
  percent: null,
  amount: cents(amount),
  ...more,
});
