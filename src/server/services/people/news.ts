import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { OrderEvent, OrderState } from '#contract/order/order.ts';
import type { News } from '#contract/people/push.ts';
import { ApiProblem } from '#contract/problem.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { prepared } from '#server/db/prepared.ts';
import { document } from '#server/db/schema/shop/document.ts';
import { news } from '#server/db/schema/news.ts';
import { order } from '#server/db/schema/order.ts';
import type { Buyer } from '#server/platform/principal.ts';
import { idOf } from '#server/platform/ids.ts';
import { giverOf } from './consent.ts';
import { pushTo, vapidOf } from './push.ts';

const PAGE = 100;

const dashed = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-');
const replyOf = ({ id, at, title, text, image, target, readAt }: typeof news.$inferSelect): News => ({
  id,
  at: at.toISOString(),
  title,
  text,
  ...(image === null ? {} : { image }),
  ...(target === null ? {} : { target }),
  ...(readAt === null ? {} : { readAt: readAt.toISOString() }),
});

type OrderRow = typeof order.$inferSelect;
type Teller = Pick<Core, 'clock' | 'env' | 'jobs' | 'secrets'>;

const place = (name: string) => sql.placeholder(name);
/** Answers that lead back to a state of before, whose words would tell of it a second time. */
const answers: Readonly<Partial<Record<OrderEvent, string>>> = {
  'return.refused': 'A loja não aceitou a devolução',
  'cancellation.refused': 'A loja não aceitou cancelar',
};
/** What a move was to its order, or to one part of it. */
interface Moved {
  event?: OrderEvent;
  state: OrderState;
  /** of the order, after it */
  version: number;
}
/** Its title is the answer, or else what the tenant calls the state. */
const writeNews = prepared((tx) => {
  const label = tx
    .select({ delivered: sql`${document.body} ->> 'delivered'` })
    .from(document)
    .where(
      and(
        eq(document.tenantId, place('tenantId')),
        eq(document.collection, 'status'),
        eq(document.id, place('state')),
      ),
    );
  return tx
    .insert(news)
    .values({
      tenantId: place('tenantId'),
      id: place('id'),
      subject: place('subject'),
      at: sql`${place('at')}`,
      title: sql`coalesce(${place('answer')}::text, (${label}), 'Novidade do seu pedido')`,
      text: place('text'),
      target: place('target'),
    })
    .onConflictDoNothing()
    .returning({ title: news.title });
});

/**
 * Writes what a move of an order is to its buyer, once for each version of it, and pushes it to the browsers
 * that take it.
 */
async function write(core: Teller, tx: Tx, row: OrderRow, { event, state, version }: Moved): Promise<void> {
  const { tenantId, id: orderId, code } = row;
  const subject = row.userId ? `user:${row.userId}` : row.leadId ? `lead:${row.leadId}` : null;
  if (subject === null) return;
  const { campaignName } = row.properties as { campaignName?: string }; // noted by the placement
  const item = {
    text: `Pedido ${dashed(code)}${campaignName ? ` · ${campaignName}` : ''}`,
    target: `/order/${code}/details`,
  };
  const [made] = await writeNews(tx).execute({
    tenantId,
    id: idOf(tenantId, 'news', orderId, String(version)),
    subject,
    at: core.clock.date().toISOString(),
    state,
    answer: (event && answers[event]) ?? null,
    ...item,
  });
  if (made) await pushTo(core, tx, tenantId, subject, { ...made, ...item, topic: code });
}

/** The same order by the code of a part that moves alone; the campaign of the whole says nothing of it. */
const partOf = (row: OrderRow, code?: string): OrderRow =>
  code === undefined ? row : { ...row, code, properties: {} };

/**
 * Notifies a buyer of a move, in the move's transaction; where the shop pushes news, in a job, so that no order
 * waits for it.
 */
export async function notifyBuyer(
  core: Teller,
  tx: Tx,
  row: OrderRow,
  moved: Moved,
  part?: string,
): Promise<void> {
  const isAnswer = moved.event !== undefined && moved.event in answers;
  if (!isAnswer && !hasOrderTag(moved.state, 'notified')) return;
  await (vapidOf(core.env)
    ? core.jobs.send(tx, 'order.news', {
        tenantId: row.tenantId,
        orderId: row.id,
        ...moved,
        ...(part === undefined ? {} : { part }),
      })
    : write(core, tx, partOf(row, part), moved));
}

/**
 * What the shop told people, each kept where it can be read again, and pushed to the browsers that take it.
 * Source: D60, D71.
 */
export function newsService(core: Core) {
  const { db, clock, jobs } = core;

  jobs.handle('order.news', ({ tenantId, orderId, part, ...moved }) =>
    db.tenant(tenantId, async (tx) => {
      const [row] = await tx
        .select()
        .from(order)
        .where(and(eq(order.tenantId, tenantId), eq(order.id, String(orderId))));
      if (row)
        await write(
          core,
          tx,
          partOf(row, part === undefined ? undefined : String(part)),
          moved as unknown as Moved, // as `notifyBuyer` put it there
        );
    }),
  );

  return {
    list: (tenantId: string, buyer: Buyer): Promise<News[]> =>
      db.read(tenantId, async (tx) =>
        (
          await tx
            .select()
            .from(news)
            .where(and(eq(news.tenantId, tenantId), eq(news.subject, giverOf(buyer))))
            .orderBy(desc(news.at), desc(news.id))
            .limit(PAGE)
        ).map(replyOf),
      ),
    /** @throws ApiProblem NOT_FOUND, for other people's as well */
    read: (tenantId: string, buyer: Buyer, id: string): Promise<News> =>
      db.tenant(tenantId, async (tx) => {
        const where = and(eq(news.tenantId, tenantId), eq(news.id, id), eq(news.subject, giverOf(buyer)));
        await tx
          .update(news)
          .set({ readAt: clock.date() })
          .where(and(where, isNull(news.readAt)));
        const [row] = await tx.select().from(news).where(where);
        if (!row) throw new ApiProblem('NOT_FOUND');
        return replyOf(row);
      }),
  };
}
