import { type SQL, and, asc, count, desc, eq, gte, inArray, like, lt, or } from 'drizzle-orm';
import type * as v from 'valibot';
import { BoardColumn, type listOpsOrders, type readBoard } from '#contract/ops/orders.ts';
import { statesIn } from '#domain/ops/board.ts';
import { addDays, instantOfWall } from '#domain/place/calendar.ts';
import { foldText } from '#domain/search.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { order, orderChild } from '#server/db/schema/order.ts';
import type { Staff } from '#server/platform/principal.ts';
import { folded, likeOf } from '#server/services/order/order-page.ts';
import { cardsOf, namesOf, partsOf } from './cards.ts';
import { dayOf } from './day.ts';
import { ofStaff, seesMasked } from './reach.ts';

/** Cards of one column at most. */
const MOST = 50;
type Query = v.InferOutput<typeof listOpsOrders.query>;

const countOf = async (tx: Tx, where: SQL | undefined): Promise<number> =>
  (
    await tx
      .select({ all: count() })
      .from(orderChild)
      .innerJoin(order, and(eq(order.tenantId, orderChild.tenantId), eq(order.id, orderChild.orderId)))
      .where(where)
  )[0]?.all ?? 0;

/** What the filters of the table ask for. Names are searched for by nobody who may not see them. */
function filtered(staff: Staff, { column, state, hubId, campaignId, type, from, to, text }: Query) {
  const code = (text ?? '').replace(/[\s-]/g, '').toUpperCase();
  return and(
    column ? inArray(orderChild.state, statesIn(column)) : undefined,
    state?.length ? inArray(orderChild.state, state) : undefined,
    hubId ? eq(orderChild.hubId, hubId) : undefined,
    campaignId ? eq(orderChild.campaignId, campaignId) : undefined,
    type ? eq(order.type, type) : undefined,
    from ? gte(orderChild.createdAt, new Date(instantOfWall(from, '00:00'))) : undefined,
    to ? lt(orderChild.createdAt, new Date(instantOfWall(addDays(to, 1), '00:00'))) : undefined,
    text
      ? or(
          code === '' ? undefined : like(orderChild.code, likeOf(code)),
          code === '' ? undefined : like(order.code, likeOf(code)),
          seesMasked(staff) ? undefined : like(folded(order.userName), likeOf(foldText(text))),
        )
      : undefined,
  );
}

/** The board of what is under way, and its table. Source: operator study, §1. */
export function boardService({ db, clock }: Core) {
  return {
    board: (
      tenantId: string,
      staff: Staff,
      { hubId, campaignId }: v.InferOutput<typeof readBoard.query>,
    ): Promise<v.InferInput<typeof readBoard.response>> =>
      db.read(tenantId, async (tx) => {
        const now = clock.now();
        const own = and(
          ofStaff(tenantId, staff),
          hubId ? eq(orderChild.hubId, hubId) : undefined,
          campaignId ? eq(orderChild.campaignId, campaignId) : undefined,
        );
        const [names, counted] = await Promise.all([
          namesOf(tx, tenantId),
          tx
            .select({ state: orderChild.state, all: count() })
            .from(orderChild)
            .where(and(own, inArray(orderChild.state, BoardColumn.options.flatMap(statesIn))))
            .groupBy(orderChild.state),
        ]);
        const totals = BoardColumn.options.map((id) => {
          const states: string[] = statesIn(id);
          const total = counted.reduce((all, one) => all + (states.includes(one.state) ? one.all : 0), 0);
          return { id, states, total };
        });
        const parts = await Promise.all(
          totals
            .filter(({ total }) => total > 0)
            .map(({ states }) =>
              partsOf(tx, {
                where: and(own, inArray(orderChild.state, states)),
                orderBy: [asc(orderChild.createdAt), asc(orderChild.id)],
                limit: MOST,
              }),
            ),
        );
        // The database counts the day while the rows before it become cards.
        const [cards, day] = await Promise.all([
          cardsOf(tx, tenantId, staff, parts.flat(), names, now),
          dayOf(tx, tenantId, staff, now),
        ]);
        const { hubIds } = staff;
        return {
          now: new Date(now).toISOString(),
          columns: totals.map(({ id, states, total }) => ({
            id,
            total,
            cards: cards.filter(({ state }) => states.includes(state)),
          })),
          hubs: hubIds ? names.hubs.filter(({ id }) => hubIds.includes(id)) : names.hubs,
          campaigns: names.campaigns,
          day,
        };
      }),

    page: (
      tenantId: string,
      staff: Staff,
      query: Query,
    ): Promise<v.InferInput<typeof listOpsOrders.response>> =>
      db.read(tenantId, async (tx) => {
        const { page, size } = query;
        const own = ofStaff(tenantId, staff);
        const where = and(own, filtered(staff, query));
        const [totalElements, all] = [await countOf(tx, where), await countOf(tx, own)];
        const totalPages = Math.ceil(totalElements / size);
        return {
          content: await cardsOf(
            tx,
            tenantId,
            staff,
            await partsOf(tx, {
              where,
              orderBy: [desc(orderChild.createdAt), desc(orderChild.id)],
              limit: size,
              offset: page * size,
            }),
            await namesOf(tx, tenantId),
            clock.now(),
          ),
          page,
          size,
          totalElements,
          totalPages,
          last: page >= totalPages - 1,
          hidden: all - totalElements,
        };
      }),
  };
}
