import { and, desc, eq, isNull, lte } from 'drizzle-orm';
import type { StatusLabel } from '#contract/document.ts';
import type { OrderState } from '#contract/order.ts';
import type { News } from '#contract/push.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '../core.ts';
import type { Tx } from '../db/database.ts';
import { document } from '../db/schema/document.ts';
import { news } from '../db/schema/news.ts';
import { order } from '../db/schema/order.ts';
import type { Buyer } from '../principal.ts';
import { idOf } from '../tenants/project.ts';
import { giverOf } from './consent.ts';
import { pushTo } from './push.ts';

/** What a buyer wants to hear of while not looking. Their own doings are no news to them. */
export const TOLD: ReadonlySet<OrderState> = new Set(['PAID', 'PAYMENT_EXPIRED', 'READY_FOR_PICKUP', 'SHIPPED', 'OUT_FOR_DELIVERY', 'DELIVERY_FAILED', 'COMPLETED', 'CANCELED', 'RETURNED', 'REFUNDED']);
/** Ms that news is kept. */
const KEPT = 180 * 86_400_000;
const PAGE = 100;

const dashed = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-');
const replyOf = ({ id, at, title, text, image, target, readAt }: typeof news.$inferSelect): News => ({
  id, at: at.toISOString(), title, text, ...(image === null ? {} : { image }), ...(target === null ? {} : { target }), ...(readAt === null ? {} : { readAt: readAt.toISOString() }),
});

/** What the shop told people, each kept where it can be read again, and pushed to the browsers that take it. Source: D60, D71. */
export function newsService(core: Core) {
  const { db, clock, jobs } = core;

  async function tellOf(tx: Tx, tenantId: string, orderId: string, state: string, version: number): Promise<void> {
    const [row] = await tx.select().from(order).where(and(eq(order.tenantId, tenantId), eq(order.id, orderId)));
    const subject = row?.userId ? `user:${row.userId}` : row?.leadId ? `lead:${row.leadId}` : null;
    if (!row || subject === null) return;
    const [label] = await tx.select({ body: document.body }).from(document).where(and(eq(document.tenantId, tenantId), eq(document.collection, 'status'), eq(document.id, state)));
    const title = (label?.body as StatusLabel | undefined)?.delivered ?? 'Novidade do seu pedido'; // checked when the tenant was imported
    const { campaignName } = row.properties as { campaignName?: string }; // noted by the placement
    const told = { title, text: `Pedido ${dashed(row.code)}${campaignName ? ` · ${campaignName}` : ''}`, target: `/order/${row.code}/details` };
    const made = await tx.insert(news).values({ tenantId, id: idOf(tenantId, 'news', orderId, String(version)), subject, at: clock.date(), ...told }).onConflictDoNothing().returning({ id: news.id });
    if (made.length > 0) await pushTo(core, tx, tenantId, subject, { ...told, topic: row.code });
  }
  jobs.handle('order.news', ({ tenantId, orderId, state, version }) => db.tenant(tenantId, (tx) => tellOf(tx, tenantId, String(orderId), String(state), Number(version))));
  jobs.every('news.age', 3_600_000, (tenantId) => db.tenant(tenantId, async (tx) => void (await tx.delete(news).where(and(eq(news.tenantId, tenantId), lte(news.at, new Date(clock.now() - KEPT)))))));

  return {
    list: (tenantId: string, buyer: Buyer): Promise<News[]> =>
      db.read(tenantId, async (tx) => (await tx.select().from(news).where(and(eq(news.tenantId, tenantId), eq(news.subject, giverOf(buyer)))).orderBy(desc(news.at), desc(news.id)).limit(PAGE)).map(replyOf)),
    /** @throws ApiProblem NOT_FOUND, for other people's as well */
    read: (tenantId: string, buyer: Buyer, id: string): Promise<News> =>
      db.tenant(tenantId, async (tx) => {
        const where = and(eq(news.tenantId, tenantId), eq(news.id, id), eq(news.subject, giverOf(buyer)));
        await tx.update(news).set({ readAt: clock.date() }).where(and(where, isNull(news.readAt)));
        const [row] = await tx.select().from(news).where(where);
        if (!row) throw new ApiProblem('NOT_FOUND');
        return replyOf(row);
      }),
  };
}
export type NewsService = ReturnType<typeof newsService>;
