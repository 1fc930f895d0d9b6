import { and, count, eq, inArray, isNull, lte, ne } from 'drizzle-orm';
import type { ApprovalAction, MoneyDone } from '#contract/ops/approval.ts';
import { Role } from '#contract/ops/role.ts';
import { type Cents, inCents, reaisOf } from '#contract/money.ts';
import { ApiProblem } from '#contract/problem.ts';
import { may } from '#domain/ops/roles.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { approval } from '#server/db/schema/ops/money.ts';
import { staff as staffTable } from '#server/db/schema/ops/staff.ts';
import { order } from '#server/db/schema/order.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import type { Staff } from '#server/platform/principal.ts';
import { queueMessage } from '#server/services/people/outbox.ts';
import { type Asked, actorOf, noteDone, once } from './keyed.ts';
import { actorNames } from './ops-order.ts';
import { reached } from './reach.ts';

type ApprovalRow = typeof approval.$inferSelect;
/** A request waits for this long, in ms. */
const LIFE = 24 * 3_600_000;
/** Whoever works alone thinks it over for this long, in ms. Source: operator study, §3. */
export const ALONE = 10 * 60_000;

/** A move of money, before it is made. */
export interface Act {
  action: ApprovalAction;
  targetId: string;
  amount: Cents;
  order?: { id: string; code: string };
  /** what was typed */ body: unknown;
}
/** Makes a move that was asked for, in the caller's transaction. */
export type MakeAct = (
  tx: Tx,
  asked: Asked,
  row: Pick<ApprovalRow, 'action' | 'targetId' | 'body'>,
) => Promise<MoneyDone>;
const refused = (detail: 'OWN' | 'WAITING' | 'DECIDED' | 'EXPIRED') => new ApiProblem('APPROVAL', { detail });
const thisOne = (tenantId: string, id: string) => and(eq(approval.tenantId, tenantId), eq(approval.id, id));

/** Nobody else of the shop may approve what this owner asks for. */
export async function isAlone(tx: Tx, tenantId: string, { staffId, role }: Pick<Staff, 'staffId' | 'role'>) {
  if (role !== 'OWNER') return false;
  const able = Role.options.filter((one) => may(one, 'money.approve'));
  const [others] = await tx
    .select({ all: count() })
    .from(staffTable)
    .where(
      and(
        eq(staffTable.tenantId, tenantId),
        ne(staffTable.id, staffId),
        inArray(staffTable.role, able),
        // Who works at some hubs only may not reach what it is about.
        isNull(staffTable.hubIds),
      ),
    );
  return others?.all === 0;
}

/** Money above the tenant's limit is moved by two people. Source: operator study, §3. */
export function approvals(core: Core) {
  const { db, clock, tenants } = core;

  /** Whoever works alone is told of what they asked for: somebody else in their seat is noticed. */
  async function tellAlone(tx: Tx, { tenantId, staff: { contact } }: Asked, amount: Cents): Promise<void> {
    const name = tenants.byId(tenantId)?.name ?? '';
    await queueMessage(
      core,
      tx,
      tenantId,
      { channel: contact.includes('@') ? 'EMAIL' : 'SMS', value: contact },
      {
        subject: `${name}: dinheiro acima do limite`,
        text: `Você pediu para mexer em R$ ${reaisOf(amount).toFixed(2).replace('.', ',')} em ${name}. Em 10 minutos você mesma pode aprovar. Se não foi você, entre em /ops e recuse.`,
      },
    );
  }

  /**
   * One that waits, locked. @throws ApiProblem NOT_FOUND, for one of another hub too; APPROVAL for one that is over
   */
  async function locked(tx: Tx, { tenantId, staff }: Asked, id: string): Promise<ApprovalRow> {
    const [row] = await tx.select().from(approval).where(thisOne(tenantId, id)).for('update');
    if (!row || (staff.hubIds && row.orderId === null)) throw new ApiProblem('NOT_FOUND');
    // Before anything is said of it.
    if (row.orderId !== null) await reached(tx, tenantId, staff, row.orderId);
    if (row.state !== 'requested') throw refused('DECIDED');
    if (row.until <= clock.date()) throw refused('EXPIRED');
    return row;
  }
  const decide = (tx: Tx, { tenantId, staff }: Asked, id: string, state: 'approved' | 'refused') =>
    tx
      .update(approval)
      .set({ state, decidedBy: staff.staffId, decidedAt: clock.date() })
      .where(thisOne(tenantId, id));

  return {
    /**
     * Whether a move may be made now; else it is kept for a second person.
     * @returns null when it may  @throws ApiProblem APPROVAL while another request about the same waits
     */
    async second(tx: Tx, asked: Asked, act: Act): Promise<Extract<MoneyDone, { approvalId: string }> | null> {
      const { tenantId, staff } = asked;
      const limit = tenants.byId(tenantId)?.settings.payment.secondPersonAbove;
      if (asked.approved || limit === undefined || act.amount <= inCents(limit)) return null;
      const now = clock.date();
      await tx
        .update(approval)
        .set({ state: 'expired' })
        .where(
          and(
            eq(approval.tenantId, tenantId),
            eq(approval.targetId, act.targetId),
            eq(approval.state, 'requested'),
            lte(approval.until, now),
          ),
        );
      const until = new Date(now.getTime() + LIFE);
      const [made] = await tx
        .insert(approval)
        .values({
          tenantId,
          id: uuidv7(now.getTime()),
          action: act.action,
          targetId: act.targetId,
          orderId: act.order?.id ?? null,
          amount: act.amount,
          body: act.body,
          state: 'requested',
          askedBy: staff.staffId,
          askedAt: now,
          until,
        })
        .onConflictDoNothing()
        .returning({ id: approval.id });
      if (!made) throw refused('WAITING');
      await noteDone(core, tx, asked, {
        action: 'approval.requested',
        target: act.order?.code ?? act.targetId,
        data: { of: act.action, amount: reaisOf(act.amount) },
      });
      if (await isAlone(tx, tenantId, staff)) await tellAlone(tx, asked, act.amount);
      return { approvalId: made.id, until: until.toISOString() };
    },

    /**
     * Makes the move that another asked for. Of two who approve at once, the second is told that it is done.
     * @throws ApiProblem NOT_FOUND, APPROVAL, and whatever the move is refused as
     */
    approve: (asked: Asked, id: string, make: MakeAct): Promise<MoneyDone> =>
      db.tenant(asked.tenantId, (tx) =>
        once(core, tx, asked, async () => {
          const row = await locked(tx, asked, id);
          const { tenantId, staff } = asked;
          const isOwn = row.askedBy === staff.staffId;
          if (
            isOwn &&
            !(clock.now() >= row.askedAt.getTime() + ALONE && (await isAlone(tx, tenantId, staff)))
          )
            throw refused('OWN');
          const by = actorOf({ staffId: row.askedBy });
          const approved = { askedBy: (await actorNames(tx, tenantId, [by]))(by), isAlone: isOwn };
          const done = await make(tx, { ...asked, approved }, row);
          await decide(tx, asked, id, 'approved');
          return done;
        }),
      ),

    /** @throws ApiProblem NOT_FOUND, APPROVAL */
    refuse: (asked: Asked, id: string, reason: string): Promise<null> =>
      db.tenant(asked.tenantId, (tx) =>
        once(core, tx, asked, async () => {
          const row = await locked(tx, asked, id);
          await decide(tx, asked, id, 'refused');
          const [of] = row.orderId
            ? await tx
                .select({ code: order.code })
                .from(order)
                .where(and(eq(order.tenantId, asked.tenantId), eq(order.id, row.orderId)))
            : [];
          const by = actorOf({ staffId: row.askedBy });
          await noteDone(core, tx, asked, {
            action: row.askedBy === asked.staff.staffId ? 'approval.withdrawn' : 'approval.refused',
            target: of?.code ?? row.targetId,
            data: {
              of: row.action,
              amount: reaisOf(row.amount),
              reason,
              askedBy: (await actorNames(tx, asked.tenantId, [by]))(by),
            },
          });
          return null;
        }),
      ),
  };
}
export type Approvals = ReturnType<typeof approvals>;
