import { and, asc, desc, eq, gt, inArray, isNull, max, ne } from 'drizzle-orm';
import type { Device, Devices } from '#contract/people/device.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { refreshToken, session } from '#server/db/schema/people/session.ts';
import type { Client } from '#server/platform/principal.ts';
import { announceSession, silence } from './session-ending.ts';

/** Devices that are told. All others end with the rest, told or not. */
const MOST = 50;

const named = ({ browser, system }: { [Part in keyof Device]: Device[Part] | null }): Device => ({
  ...(browser && { browser }),
  ...(system && { system }),
});

/**
 * What people see and end of their own sign-ins. Source: D9; SEC-09; decision 138.
 * @param forget drops what this process knows of a session
 */
export function sessionDevices(
  { db, clock, events }: Pick<Core, 'db' | 'clock' | 'events'>,
  forget: (id?: string) => void,
) {
  const own = (tenantId: string, { userId }: Client) =>
    and(eq(session.tenantId, tenantId), eq(session.userId, userId));
  const living = (tenantId: string, client: Client) =>
    and(own(tenantId, client), isNull(session.revokedAt), gt(session.expiresAt, clock.date()));

  /** A session was there when it was last given a token: at its beginning, and every ten minutes of use. */
  async function told(tx: Tx, tenantId: string, client: Client): Promise<Devices> {
    const rows = await tx
      .select({
        id: session.id,
        browser: session.browser,
        system: session.system,
        createdAt: session.createdAt,
        usedAt: max(refreshToken.issuedAt),
      })
      .from(session)
      .leftJoin(
        refreshToken,
        and(eq(refreshToken.tenantId, session.tenantId), eq(refreshToken.sessionId, session.id)),
      )
      .where(living(tenantId, client))
      .groupBy(session.tenantId, session.id);
    const [last] = await tx
      .select({ browser: session.browser, system: session.system, createdAt: session.createdAt })
      .from(session)
      .where(and(own(tenantId, client), ne(session.id, client.sessionId)))
      .orderBy(desc(session.createdAt), desc(session.id))
      .limit(1);
    const devices = rows
      .map(({ id, createdAt, usedAt, ...device }) => ({
        id,
        ...named(device),
        current: id === client.sessionId,
        since: createdAt.toISOString(),
        usedAt: (usedAt ?? createdAt).toISOString(),
      }))
      .sort(
        (one, other) =>
          Number(other.current) - Number(one.current) ||
          other.usedAt.localeCompare(one.usedAt) ||
          other.id.localeCompare(one.id),
      )
      .slice(0, MOST);
    return last ? { devices, lastLogin: { ...named(last), at: last.createdAt.toISOString() } } : { devices };
  }

  /**
   * Ends sign-ins of one person. Who ends takes turns with all of theirs, always in the same order: of two devices
   * that end each other at once, the first stays and the second is nobody any more.
   * @param chosen of the sessions that hold, which are to end
   * @throws ApiProblem TOKEN_REVOKED when the caller's own has ended meanwhile
   */
  async function end(
    tenantId: string,
    client: Client,
    chosen: (tx: Tx, ids: readonly string[]) => Promise<readonly string[]>,
  ): Promise<Devices> {
    const { ended, left } = await db.tenant(tenantId, async (tx) => {
      const rows = await tx
        .select({ id: session.id })
        .from(session)
        .where(living(tenantId, client))
        .orderBy(asc(session.id))
        .for('update');
      const ids = rows.map(({ id }) => id);
      if (!ids.includes(client.sessionId)) throw new ApiProblem('TOKEN_REVOKED');
      const ending = await chosen(tx, ids);
      if (ending.length > 0) {
        await tx
          .update(session)
          .set({ revokedAt: clock.date(), revokedFor: 'ENDED' })
          .where(and(eq(session.tenantId, tenantId), inArray(session.id, [...ending])));
        await silence(tx, tenantId, ending);
        // One by one: what is said of all would end the streams of everybody in the store.
        for (const id of ending) await announceSession(events, tx, tenantId, id);
      }
      return { ended: ending, left: await told(tx, tenantId, client) };
    });
    // Here at once; the other processes hear of it a moment later.
    for (const id of ended) forget(id);
    return left;
  }

  return {
    /** The devices on which somebody is signed in. */
    devices: (tenantId: string, client: Client): Promise<Devices> =>
      db.read(tenantId, (tx) => told(tx, tenantId, client)),

    /** Ends one; ended before, it stays ended. @throws ApiProblem NOT_FOUND, TOKEN_REVOKED */
    endOne: (tenantId: string, client: Client, id: string): Promise<Devices> =>
      end(tenantId, client, async (tx, ids) => {
        if (ids.includes(id)) return [id];
        const [kept] = await tx
          .select({ id: session.id })
          .from(session)
          .where(and(own(tenantId, client), eq(session.id, id)));
        if (!kept) throw new ApiProblem('NOT_FOUND');
        return [];
      }),

    /** Ends all but the caller's. @throws ApiProblem TOKEN_REVOKED */
    endAllOthers: (tenantId: string, client: Client): Promise<Devices> =>
      end(tenantId, client, (_, ids) => Promise.resolve(ids.filter((id) => id !== client.sessionId))),
  };
}
