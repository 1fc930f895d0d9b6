import { type MoneyDone, approve, refuseApproval } from '#contract/ops/approval.ts';
import { changeDispute, openDispute } from '#contract/ops/dispute.ts';
import { confirmCharge, readMoney, retryRefund, settleRefund } from '#contract/ops/money.ts';
import {
  type BoardColumn,
  type OpsOrder,
  findHandover,
  listOpsOrders,
  readBoard,
  readOpsOrder,
  sendOpsEvent,
  sendOpsEvents,
} from '#contract/ops/orders.ts';
import { revealPerson } from '#contract/ops/person.ts';
import { type OpsPauses, endPause, readPauses, startPause } from '#contract/ops/pause.ts';
import { readMoneyDays } from '#contract/ops/money-days.ts';
import { type StrayEnd, resolveStray } from '#contract/ops/stray.ts';
import {
  type StaffMember,
  endStaffSessions,
  inviteStaff,
  listStaff,
  readAudit,
  removeStaff,
  resetFactors,
} from '#contract/ops/staff.ts';
import type { OrderType } from '#contract/order/order.ts';
import type { Board } from '#machines/ops/board.ts';
import type { Delivery, Found } from '#machines/ops/handover.machine.ts';
import type { MoneyCall, MoneyRead } from '#machines/ops/money.machine.ts';
import type { RevealCall } from '#machines/ops/reveal.machine.ts';
import type { MoveInput, MoveResult } from '#machines/ops/moves.machine.ts';
import type { PauseCall } from '#machines/ops/pauses.machine.ts';
import type { Audit, StaffCall } from '#machines/ops/office.machine.ts';
import type { DeskPlace } from '#machines/ops/screens.ts';
import type { OrderTable } from '#machines/ops/table.machine.ts';
import { fromPromise } from 'xstate';
import type { Session } from './session.ts';

const keyed = (key: string) => ({ 'Idempotency-Key': key });

/** Moves a parcel's order along: each part by itself, unless all of it goes. */
async function deliver({ api, keyOf }: Session, { found, code, key }: Delivery): Promise<void> {
  const { order, childIds } = found;
  const parts = childIds.length === order.parts.length ? [undefined] : childIds;
  let { version } = order;
  for (const childId of parts) {
    const after = await api.call(sendOpsEvent, {
      params: { id: order.id },
      body: { type: 'order.delivered', handover: code, version, ...(childId ? { childId } : {}) },
      headers: keyed(keyOf(`${key}-${childId ?? 'all'}`)),
    });
    ({ version } = after);
  }
}

async function settle({ api, keyOf }: Session, call: MoneyCall): Promise<{ isAsked: boolean }> {
  const { item, settling } = call;
  const sent = { params: { id: item.id }, headers: keyed(keyOf(call.key)) };
  const told = (done: MoneyDone) => ({ isAsked: 'approvalId' in done });
  switch (settling.kind) {
    case 'confirm': {
      const { endToEndId, amount, paidAt } = settling;
      return told(await api.call(confirmCharge, { ...sent, body: { endToEndId, amount, paidAt } }));
    }
    case 'settle': {
      const { returnId, at } = settling;
      return told(await api.call(settleRefund, { ...sent, body: { returnId, at } }));
    }
    case 'retry':
      return told(await api.call(retryRefund, sent));
    case 'contested': {
      const { endToEndId, amount, openedAt, protocol } = settling;
      const body = { endToEndId, amount, openedAt, ...(protocol ? { protocol } : {}) };
      return told(await api.call(openDispute, { body, headers: sent.headers }));
    }
    case 'answered':
      return told(
        await api.call(changeDispute, { ...sent, body: { how: 'answered', answer: settling.answer } }),
      );
    case 'takenBack': {
      const { returnId, amount, at } = settling;
      return told(
        await api.call(changeDispute, { ...sent, body: { how: 'returned', returnId, amount, at } }),
      );
    }
    case 'kept':
      return told(await api.call(changeDispute, { ...sent, body: { how: 'kept', reason: settling.reason } }));
    case 'approve':
      return told(await api.call(approve, sent));
    case 'refuse':
      await api.call(refuseApproval, { ...sent, body: { reason: settling.reason } });
      return { isAsked: false };
    default: {
      const { kind: how, ...said } = settling;
      return told(await api.call(resolveStray, { ...sent, body: { how, ...said } as StrayEnd })); // by its kind
    }
  }
}

async function sendPause({ api, keyOf }: Session, { ask, key }: PauseCall): Promise<void> {
  const call = { params: ask.target, headers: keyed(keyOf(key)) };
  if (ask.type === 'end') await api.call(endPause, call);
  else {
    const { reason, until } = ask;
    await api.call(startPause, { ...call, body: { reason, ...(until === null ? {} : { until }) } });
  }
}

const staffCalls = { endSessions: endStaffSessions, resetFactors, remove: removeStaff };
async function changeStaff({ api, keyOf }: Session, { ask, key }: StaffCall): Promise<void> {
  const headers = keyed(keyOf(key));
  if (ask.type === 'invite') {
    const { name, contact, role, hubIds } = ask;
    const body = { name, contact, role, ...(hubIds ? { hubIds: [...hubIds] } : {}) };
    await api.call(inviteStaff, { body, headers });
  } else await api.call(staffCalls[ask.type], { params: { id: ask.id }, headers });
}

/** What the charts of the desk ask the server. */
export function deskActors(session: Session) {
  const { api, keyOf } = session;
  return {
    loadBoard: fromPromise<Board, Record<string, never>>(({ signal }) =>
      api.call(readBoard, { query: {}, signal }),
    ),
    loadTable: fromPromise<OrderTable, { search: DeskPlace['search'] }>(({ input: { search }, signal }) => {
      const { column, hubId, campaignId, type, text, page } = search;
      return api.call(listOpsOrders, {
        query: {
          ...(hubId ? { hubId } : {}),
          ...(campaignId ? { campaignId } : {}),
          ...(text ? { text } : {}),
          ...(page ? { page } : {}),
          // The server reads both, and refuses what it does not know.
          ...(column ? { column: column as BoardColumn } : {}),
          ...(type ? { type: type as OrderType } : {}),
        },
        signal,
      });
    }),
    loadOpsOrder: fromPromise<OpsOrder, { id: string }>(({ input, signal }) =>
      api.call(readOpsOrder, { params: input, signal }),
    ),
    revealPerson: fromPromise<{ value: string }, RevealCall>(({ input: { id, ...body }, signal }) =>
      api.call(revealPerson, { params: { id }, body, signal }),
    ),
    sendMove: fromPromise<readonly MoveResult[], MoveInput>(async ({ input: { move, key }, signal }) => {
      const { type, targets, reason, news } = move;
      const { results } = await api.call(sendOpsEvents, {
        body: {
          type,
          ...(reason ? { reason } : {}),
          ...news,
          orders: targets.map(({ orderId: id, childId, version }) => ({
            id,
            version,
            ...(childId ? { childId } : {}),
          })),
        },
        headers: keyed(keyOf(key)),
        signal,
      });
      return targets.map(({ orderId, childId, code }) => {
        const result = results.find((one) => one.id === orderId && (one.childId ?? null) === childId);
        const refusal = result?.problem;
        return {
          orderId,
          childId,
          code,
          problem: result && !refusal ? null : { code: refusal?.code ?? 'FAILED', ...refusal },
        };
      });
    }),
    findHandover: fromPromise<Found, { code: string }>(({ input, signal }) =>
      api.call(findHandover, { body: input, signal }),
    ),
    deliver: fromPromise<void, Delivery>(({ input }) => deliver(session, input)),
    loadMoney: fromPromise<MoneyRead, { isWhole: boolean }>(async ({ input: { isWhole }, signal }) => {
      const [money, days] = await Promise.all([
        api.call(readMoney, { signal }),
        isWhole ? api.call(readMoneyDays, { query: {}, signal }) : null,
      ]);
      return { money, days };
    }),
    settleMoney: fromPromise<{ isAsked: boolean }, MoneyCall>(({ input }) => settle(session, input)),
    loadPauses: fromPromise<OpsPauses, { text: string }>(({ input: { text }, signal }) =>
      api.call(readPauses, { query: text ? { text } : {}, signal }),
    ),
    sendPause: fromPromise<void, PauseCall>(({ input }) => sendPause(session, input)),
    changeStaff: fromPromise<void, StaffCall>(({ input }) => changeStaff(session, input)),
    loadOffice: fromPromise<{ staff: readonly StaffMember[]; audit: Audit }, { seesStaff: boolean }>(
      async ({ input: { seesStaff }, signal }) => {
        const [staff, audit] = await Promise.all([
          seesStaff ? api.call(listStaff, { signal }) : [],
          api.call(readAudit, { query: {}, signal }),
        ]);
        return { staff, audit };
      },
    ),
  };
}
