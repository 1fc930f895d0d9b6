import { and, asc, eq, inArray, max } from 'drizzle-orm';
import type * as v from 'valibot';
import type { StaffMember, inviteStaff } from '#contract/ops/staff.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { hub } from '#server/db/schema/shop/hub.ts';
import { staff, staffFactor, staffSession } from '#server/db/schema/ops/staff.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import { queueMessage } from '#server/services/people/outbox.ts';
import { type Asked, noteDone, once } from './keyed.ts';
import type { StaffFactors } from './staff-factor.ts';
import { type StaffRow, type StaffSessions, maskedContact } from './staff-session.ts';

type Invited = v.InferOutput<typeof inviteStaff.body>;
const thisOne = (tenantId: string, id: string) => and(eq(staff.tenantId, tenantId), eq(staff.id, id));

/** Who works in a shop: let in, taken out. Source: operator study, §3. */
export function staffService(
  core: Core,
  { factors, sessions }: { factors: StaffFactors; sessions: StaffSessions },
) {
  const { db, clock } = core;

  async function membersOf(tx: Tx, tenantId: string, rows: readonly StaffRow[]): Promise<StaffMember[]> {
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return [];
    const [enrolled, seen] = await Promise.all([
      tx
        .select({ staffId: staffFactor.staffId })
        .from(staffFactor)
        .where(
          and(
            eq(staffFactor.tenantId, tenantId),
            eq(staffFactor.kind, 'TOTP'),
            inArray(staffFactor.staffId, ids),
          ),
        ),
      tx
        .select({ staffId: staffSession.staffId, at: max(staffSession.seenAt) })
        .from(staffSession)
        .where(and(eq(staffSession.tenantId, tenantId), inArray(staffSession.staffId, ids)))
        .groupBy(staffSession.staffId),
    ]);
    return rows.map(({ id, name, contact, role, hubIds, createdAt }) => {
      const lastSeen = seen.find(({ staffId }) => staffId === id)?.at;
      return {
        id,
        name,
        contact: maskedContact(contact),
        role,
        ...(hubIds ? { hubIds } : {}),
        isEnrolled: enrolled.some(({ staffId }) => staffId === id),
        ...(lastSeen ? { lastSeenAt: lastSeen.toISOString() } : {}),
        createdAt: createdAt.toISOString(),
      };
    });
  }

  async function locked(tx: Tx, tenantId: string, id: string): Promise<StaffRow> {
    const [row] = await tx.select().from(staff).where(thisOne(tenantId, id)).for('update');
    if (!row) throw new ApiProblem('NOT_FOUND');
    return row;
  }

  /** @throws ApiProblem TAKEN, NOT_FOUND for a hub that is not there */
  async function add(tx: Tx, tenant: TenantRecord, invited: Invited): Promise<StaffRow> {
    const { name, contact, role, hubIds } = invited;
    const hubs = hubIds
      ? await tx
          .select({ id: hub.id })
          .from(hub)
          .where(and(eq(hub.tenantId, tenant.id), inArray(hub.id, hubIds)))
      : [];
    if (hubIds && hubs.length < new Set(hubIds).size) throw new ApiProblem('NOT_FOUND');
    const [made] = await tx
      .insert(staff)
      .values({
        tenantId: tenant.id,
        id: uuidv7(clock.now()),
        name,
        contact,
        role,
        hubIds: hubIds ?? null,
        createdAt: clock.date(),
      })
      .onConflictDoNothing()
      .returning();
    if (!made) throw new ApiProblem('TAKEN');
    return made;
  }

  /** A change of somebody, once for its key, and what is written down of it. */
  const changing = (
    asked: Asked,
    change: (tx: Tx) => Promise<Parameters<typeof noteDone>[3]>,
  ): Promise<null> =>
    db.tenant(asked.tenantId, (tx) =>
      once(core, tx, asked, async () => {
        await noteDone(core, tx, asked, await change(tx));
        return null;
      }),
    );

  const tell = (tx: Tx, tenant: TenantRecord, { name, contact }: Invited): Promise<string> =>
    queueMessage(
      core,
      tx,
      tenant.id,
      { channel: contact.includes('@') ? 'EMAIL' : 'SMS', value: contact },
      {
        subject: `${tenant.name}: acesso à operação`,
        text: `${name}, você agora trabalha na operação de ${tenant.name}. Entre em /ops com este contato e tenha à mão um aplicativo de códigos.`,
      },
    );

  return {
    list: (tenantId: string): Promise<StaffMember[]> =>
      db.read(tenantId, async (tx) =>
        membersOf(
          tx,
          tenantId,
          await tx.select().from(staff).where(eq(staff.tenantId, tenantId)).orderBy(asc(staff.createdAt)),
        ),
      ),

    invite: (asked: Asked, tenant: TenantRecord, invited: Invited): Promise<StaffMember> =>
      db.tenant(tenant.id, (tx) =>
        once(core, tx, asked, async () => {
          const row = await add(tx, tenant, invited);
          await tell(tx, tenant, invited);
          await noteDone(core, tx, asked, {
            action: 'staff.invited',
            target: row.id,
            data: { name: row.name, role: row.role, ...(row.hubIds ? { hubIds: row.hubIds } : {}) },
          });
          const [member] = await membersOf(tx, tenant.id, [row]);
          if (!member) throw new Error('somebody who was just let in is gone');
          return member;
        }),
      ),

    /** @throws ApiProblem NOT_FOUND, LAST_OWNER */
    remove: (asked: Asked, id: string): Promise<null> =>
      changing(asked, async (tx) => {
        const { tenantId } = asked;
        // All owners are locked, in one order: of two that remove each other, one stays.
        const owners = await tx
          .select({ id: staff.id })
          .from(staff)
          .where(and(eq(staff.tenantId, tenantId), eq(staff.role, 'OWNER')))
          .orderBy(asc(staff.id))
          .for('update');
        const row = await locked(tx, tenantId, id);
        if (row.role === 'OWNER' && owners.length === 1) throw new ApiProblem('LAST_OWNER');
        await factors.forget(tx, tenantId, id);
        await sessions.endAll(tx, tenantId, id);
        await tx.delete(staff).where(thisOne(tenantId, id));
        return { action: 'staff.removed', target: id, data: { name: row.name, role: row.role } };
      }),

    /** @throws ApiProblem NOT_FOUND */
    resetFactors: (asked: Asked, id: string): Promise<null> =>
      changing(asked, async (tx) => {
        const row = await locked(tx, asked.tenantId, id);
        await factors.forget(tx, asked.tenantId, id);
        await sessions.endAll(tx, asked.tenantId, id);
        return { action: 'staff.factors-reset', target: id, data: { name: row.name } };
      }),

    /** @throws ApiProblem NOT_FOUND */
    endSessions: (asked: Asked, id: string): Promise<null> =>
      changing(asked, async (tx) => {
        const row = await locked(tx, asked.tenantId, id);
        await sessions.endAll(tx, asked.tenantId, id);
        return { action: 'staff.sessions-ended', target: id, data: { name: row.name } };
      }),

    /**
     * Lets an owner in without anybody's leave: whoever runs the server, who tells them. One who is there already
     * gets a new second factor.
     */
    inviteOwner: (tenant: TenantRecord, name: string, contact: string): Promise<void> =>
      db.tenant(tenant.id, async (tx) => {
        const [known] = await tx
          .select()
          .from(staff)
          .where(and(eq(staff.tenantId, tenant.id), eq(staff.contact, contact)))
          .for('update');
        if (known) {
          await tx.update(staff).set({ role: 'OWNER', hubIds: null }).where(thisOne(tenant.id, known.id));
          await factors.forget(tx, tenant.id, known.id);
          await sessions.endAll(tx, tenant.id, known.id);
        } else await add(tx, tenant, { name, contact, role: 'OWNER' });
      }),
  };
}
