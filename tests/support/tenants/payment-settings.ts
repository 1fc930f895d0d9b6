import { eq } from 'drizzle-orm';
import { tenant } from '#server/db/schema/shop/tenant.ts';
import type { TestServer } from '../store/server.ts';

/** The tenant's payment settings with these in them. @returns the way back */
export async function settlePayment(
  server: Pick<TestServer, 'core'>,
  payment: object,
): Promise<() => Promise<void>> {
  const [row] = await server.core.db.global.select().from(tenant).where(eq(tenant.id, 'client'));
  if (!row) throw new Error('no tenant');
  const write = async (settings: Record<string, unknown>) => {
    await server.core.db.global.update(tenant).set({ settings }).where(eq(tenant.id, 'client'));
    await server.core.tenants.reload();
  };
  await write({ ...row.settings, payment: { ...(row.settings['payment'] as object), ...payment } });
  return () => write(row.settings);
}
