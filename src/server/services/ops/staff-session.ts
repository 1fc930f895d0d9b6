import { and, eq, inArray, lte } from 'drizzle-orm';
import type { OpsAction } from '#contract/ops/role.ts';
import type { Me, StaffTokens } from '#contract/ops/session.ts';
import { ApiProblem } from '#contract/problem.ts';
import { STEP_UP, grantOf } from '#domain/ops/roles.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { staff, staffSession } from '#server/db/schema/ops/staff.ts';
import { randomToken, uuidv7 } from '#server/platform/ids.ts';
import type { Staff, StaffDoor } from '#server/platform/principal.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import { ACCESS, accessTokens } from '#server/services/people/session/access-token.ts';
import { masked } from '#server/services/people/contact.ts';

/** A sign-in ends after this, in ms, whatever is done with it, and after IDLE without a call. */
const LIFE = 12 * 3_600_000;
const IDLE = 30 * 60_000;
/** When somebody was last seen is written down this often, in ms. */
const SEEN_EVERY = 60_000;
/** Topic that says whose sign-ins ended: of one `id`. */
export const STAFF_TOPIC = 'staff';

export type StaffRow = typeof staff.$inferSelect;
type SessionRow = typeof staffSession.$inferSelect;
export const maskedContact = (value: string) =>
  masked({ key: value.includes('@') ? 'EMAIL' : 'PHONE', value });

const staffOfRows = (row: StaffRow, session: SessionRow): Staff => ({
  staffId: row.id,
  sessionId: session.id,
  name: row.name,
  contact: row.contact,
  role: row.role,
  hubIds: row.hubIds,
  provedAt: session.provedAt.getTime(),
  endsAt: session.expiresAt.getTime(),
});

/** Sign-ins of the operator's side and who comes in with them. They are asked of the database at every call. */
export function staffSessions(core: Core) {
  const { db, clock, secrets, events } = core;
  const { sign, verify } = accessTokens(core, 'ops');

  const meOf = (tenant: TenantRecord, one: Staff): Me => ({
    id: one.staffId,
    name: one.name,
    contact: maskedContact(one.contact),
    role: one.role,
    ...(one.hubIds ? { hubIds: one.hubIds } : {}),
    shop: tenant.name,
    ...(clock.now() < one.provedAt + STEP_UP
      ? { steppedUpUntil: new Date(one.provedAt + STEP_UP).toISOString() }
      : {}),
    endsAt: new Date(one.endsAt).toISOString(),
  });

  async function tokensOf(tenant: TenantRecord, one: Staff, refresh: string): Promise<StaffTokens> {
    return {
      access_token: await sign(tenant.id, one.staffId, one.sessionId, one.provedAt),
      refresh_token: refresh,
      expires_in: ACCESS,
      me: meOf(tenant, one),
    };
  }

  /** A sign-in that lives, and whose it is. @throws ApiProblem TOKEN_REVOKED */
  async function living(tx: Tx, tenantId: string, by: { id: string } | { token: string }): Promise<Staff> {
    const [found] = await tx
      .select({ row: staff, session: staffSession })
      .from(staffSession)
      .innerJoin(staff, and(eq(staff.tenantId, staffSession.tenantId), eq(staff.id, staffSession.staffId)))
      .where(
        and(
          eq(staffSession.tenantId, tenantId),
          'id' in by
            ? eq(staffSession.id, by.id)
            : inArray(staffSession.tokenHash, secrets.hashes('staff', by.token)),
        ),
      );
    const now = clock.now();
    if (!found || found.session.expiresAt.getTime() <= now || found.session.seenAt.getTime() + IDLE <= now)
      throw new ApiProblem('TOKEN_REVOKED');
    if (found.session.seenAt.getTime() + SEEN_EVERY <= now)
      await tx
        .update(staffSession)
        .set({ seenAt: clock.date() })
        .where(and(eq(staffSession.tenantId, tenantId), eq(staffSession.id, found.session.id)));
    return staffOfRows(found.row, found.session);
  }

  const door: StaffDoor = {
    async enter(tenantId, accessToken, action: OpsAction) {
      const { sid } = await verify(tenantId, accessToken);
      const one = await db.tenant(tenantId, (tx) => living(tx, tenantId, { id: sid }));
      const grant = grantOf(one.role, action);
      if (grant === 'no') throw new ApiProblem('ROLE');
      if (grant === 'stepUp' && clock.now() >= one.provedAt + STEP_UP) throw new ApiProblem('FRESH_PROOF');
      return one;
    },
  };

  return {
    ...door,
    meOf,

    /** Opens a sign-in after a second factor was proved, in the caller's transaction. */
    async open(tx: Tx, tenant: TenantRecord, row: StaffRow): Promise<StaffTokens> {
      const [now, refresh] = [clock.date(), randomToken()];
      const session: SessionRow = {
        tenantId: tenant.id,
        id: uuidv7(clock.now()),
        staffId: row.id,
        tokenHash: secrets.hash('staff', refresh),
        provedAt: now,
        seenAt: now,
        expiresAt: new Date(now.getTime() + LIFE),
      };
      await tx
        .delete(staffSession)
        .where(and(eq(staffSession.tenantId, tenant.id), lte(staffSession.expiresAt, now)));
      await tx.insert(staffSession).values(session);
      return tokensOf(tenant, staffOfRows(row, session), refresh);
    },

    /** @throws ApiProblem TOKEN_REVOKED */
    async renew(tenant: TenantRecord, refresh: string): Promise<StaffTokens> {
      const one = await db.tenant(tenant.id, (tx) => living(tx, tenant.id, { token: refresh }));
      return tokensOf(tenant, one, refresh);
    },

    /** Ends the sign-in of a token; an unknown one changes nothing. */
    end: (tenantId: string, refresh: string): Promise<unknown> =>
      db.tenant(tenantId, (tx) =>
        tx
          .delete(staffSession)
          .where(
            and(
              eq(staffSession.tenantId, tenantId),
              inArray(staffSession.tokenHash, secrets.hashes('staff', refresh)),
            ),
          )
          .execute(),
      ),

    /** Ends every sign-in of one person at once, streams among them, in the caller's transaction. */
    async endAll(tx: Tx, tenantId: string, staffId: string): Promise<void> {
      await tx
        .delete(staffSession)
        .where(and(eq(staffSession.tenantId, tenantId), eq(staffSession.staffId, staffId)));
      await events.publish(tx, tenantId, STAFF_TOPIC, { type: 'staff.ended', id: staffId });
    },

    /** Notes that the second factor was proved now. @returns until when it counts */
    async prove(tx: Tx, tenantId: string, sessionId: string): Promise<string> {
      await tx
        .update(staffSession)
        .set({ provedAt: clock.date() })
        .where(and(eq(staffSession.tenantId, tenantId), eq(staffSession.id, sessionId)));
      return new Date(clock.now() + STEP_UP).toISOString();
    },
  };
}
export type StaffSessions = ReturnType<typeof staffSessions>;
