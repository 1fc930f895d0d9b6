import type * as v from 'valibot';
import type { OpsOrder, sendOpsEvent, sendOpsEvents } from '#contract/ops/orders.ts';
import { ApiProblem } from '#contract/problem.ts';
import { problems } from '#contract/problem-list.ts';
import { pickupCodeIn } from '#domain/order/pickup-code.ts';
import { maySend } from '#domain/ops/roles.ts';
import { nextOrderState, shopSteps } from '#machines/orders/order.machine.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import type { ChildRow } from '#server/services/order/order-family.ts';
import type { OrderLife } from '#server/services/order/life/order-life.ts';
import { type OrderRow, factsOf, stateOf } from '#server/services/order/order-row.ts';
import { statesIn } from '#domain/ops/board.ts';
import { pickupCodes } from '#server/services/order/pickup-codes.ts';
import { type Asked, actorOf, noteDone, once } from './keyed.ts';
import type { OpsOrderReads } from './ops-order.ts';
import { allowedOfOrder, allowedOfPart, isOfStaff, reached } from './reach.ts';

type One = v.InferOutput<typeof sendOpsEvent.body>;
type Many = v.InferOutput<typeof sendOpsEvents.body>;
type Result = v.InferInput<typeof sendOpsEvents.response>['results'][number];

/**
 * Goods that wait to be collected are given to whoever shows their code, or for a reason that is written down.
 * @throws ApiProblem HANDOVER_CODE
 */
function assertProof(core: Core, one: One, row: OrderRow, moving: readonly ChildRow[]): void {
  const waits = statesIn('ready') as string[];
  if (one.type !== 'order.delivered' || !moving.some(({ state }) => waits.includes(state))) return;
  const shown = one.handover === undefined ? null : pickupCodeIn(one.handover);
  const codes = [row, ...moving].flatMap(({ id }) => pickupCodes(core)(row.tenantId, id));
  if (shown !== null && (shown.orderCode ?? row.code) === row.code && codes.includes(shown.code)) return;
  if (one.handover === undefined && one.reason !== undefined) return;
  throw new ApiProblem('HANDOVER_CODE');
}

/** What staff sends to orders: through their chart, written down, told. Source: operator study, §0, §4. */
export function opsOrderEvents(core: Core, { life, reads }: { life: OrderLife; reads: OpsOrderReads }) {
  const { db } = core;

  /** @throws ApiProblem NOT_FOUND, ROLE, VERSION, ILLEGAL_EVENT, HANDOVER_CODE and what the move refuses */
  async function move(tx: Tx, asked: Asked, id: string, one: One) {
    const { tenantId, staff } = asked;
    const { row: found, family: before } = await reached(tx, tenantId, staff, id, true);
    const row = await life.applyDueEvents(tx, found);
    const family = row === found ? before : (await reached(tx, tenantId, staff, id)).family;
    // An order of one part is that part.
    const child = family.length === 1 ? undefined : family.find((part) => part.id === one.childId);
    const isNamed = one.childId === undefined || family.some((part) => part.id === one.childId);
    const moving = child ? [child] : family;
    if (!isNamed || !moving.every((part) => isOfStaff(staff, part))) throw new ApiProblem('NOT_FOUND');
    if (!maySend(staff.role, one.type)) throw new ApiProblem('ROLE');
    const legal = child ? allowedOfPart(staff, row, child, family) : allowedOfOrder(staff, row, family);
    if (row.version !== one.version)
      throw new ApiProblem('VERSION', {
        allowedEvents: legal,
        current: { version: row.version, state: stateOf(row) },
      });
    const from = stateOf(child ?? row);
    const steps = legal.includes(one.type) ? shopSteps(from, one.type, factsOf(row)) : null;
    if (!steps) throw new ApiProblem('ILLEGAL_EVENT', { allowedEvents: legal });
    assertProof(core, one, row, moving);
    const { type, reason, trackingCode, place, invoiceUrl } = one;
    const news = {
      ...(trackingCode === undefined ? {} : { trackingCode }),
      ...(place === undefined ? {} : { place }),
      ...(invoiceUrl === undefined ? {} : { invoiceUrl }),
    };
    let moved = row;
    for (const step of steps)
      moved = await life.apply(tx, moved, step, actorOf(staff), { reason, childId: child?.id, news });
    await noteDone(core, tx, asked, {
      action: 'order.event',
      target: row.code,
      data: {
        type,
        from,
        to: steps.reduce((at, step) => nextOrderState(at, step, factsOf(row)) ?? at, from),
        ...(child ? { part: child.code } : {}),
        ...(reason === undefined ? {} : { reason }),
        ...(one.handover === undefined ? {} : { proof: 'code' }),
        ...news,
      },
    });
    return { state: stateOf(moved), version: moved.version };
  }

  /** Once for its key, in the caller's transaction. */
  const within = (tx: Tx, asked: Asked, id: string, one: One) =>
    once(core, tx, asked, () => move(tx, asked, id, one));
  const sendOnce = (asked: Asked, id: string, one: One) =>
    db.tenant(asked.tenantId, (tx) => within(tx, asked, id, one));

  return {
    within,

    async send(asked: Asked, id: string, one: One): Promise<v.InferInput<typeof OpsOrder>> {
      await sendOnce(asked, id, one);
      return reads.read(asked.tenantId, asked.staff, id);
    },

    /** Each in a transaction of its own: what one refuses keeps the others from nothing. */
    async sendMany(asked: Asked, { orders, ...told }: Many): Promise<{ results: Result[] }> {
      if (!maySend(asked.staff.role, told.type)) throw new ApiProblem('ROLE');
      const results: Result[] = [];
      for (const { id, childId, version } of orders) {
        const named = { id, ...(childId === undefined ? {} : { childId }) };
        const one: One = { ...told, ...named, version };
        const each = { ...asked, key: `${asked.key}:${childId ?? id}`, body: one };
        try {
          results.push({ ...named, ...(await sendOnce(each, id, one)) });
        } catch (error) {
          if (!(error instanceof ApiProblem)) throw error;
          const { code } = error;
          const { allowedEvents } = error.problem;
          results.push({
            ...named,
            problem: { code, title: problems[code].title, ...(allowedEvents ? { allowedEvents } : {}) },
          });
        }
      }
      return { results };
    },
  };
}
