import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Device } from '#contract/people/device.ts';
import type { Tokens } from '#contract/people/session.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { account } from '#server/db/schema/people/account.ts';
import { lead } from '#server/db/schema/people/lead.ts';
import { session } from '#server/db/schema/people/session.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import { moveKeys } from '#server/services/people/relation.ts';
import type { SessionTokens } from './session-tokens.ts';

/** Seconds. Source: SEC-06; D1. */
const REMEMBERED = 30 * 86_400;
const ONE_SESSION = 12 * 3_600;

/** Opening sessions. Source: D1, D9; SEC-06. */
export function sessionOpening(
  { db, clock, secrets }: Pick<Core, 'db' | 'clock' | 'secrets'>,
  { issue, grantOf }: SessionTokens,
) {
  /** The visitor's row is held, so that a sign-up which takes the whole visitor comes before or after. */
  async function takeKeys(tx: Tx, tenantId: string, secret: string, accountId: string): Promise<void> {
    const [visited] = await tx
      .select({ id: lead.id })
      .from(lead)
      .where(
        and(
          eq(lead.tenantId, tenantId),
          inArray(lead.secretHash, secrets.hashes('lead', secret)),
          isNull(lead.closedAt),
        ),
      )
      .for('update');
    if (visited) await moveKeys(tx, tenantId, visited.id, accountId);
  }

  return {
    /**
     * Opens a session after a proof, which was made now unless said otherwise. `signup_grant` comes with it
     * while the user has no account.
     * @param admit what must hold when it is opened, in the same transaction; opens nothing when it throws
     * @param leadSecret of the visitor that this person was: the keys that the visitor entered go on with the
     * account. The visitor lives on, with cart and orders. One that fits nobody is like none.
     * @param device on which the person signs in
     */
    open: (
      tenantId: string,
      userId: string,
      isRemembered: boolean,
      {
        provedAt = clock.date(),
        admit,
        leadSecret,
        device = {},
      }: {
        provedAt?: Date;
        admit?: (tx: Tx) => Promise<void>;
        leadSecret?: string | undefined;
        device?: Device;
      } = {},
    ): Promise<Tokens> =>
      db.tenant(tenantId, async (tx) => {
        await admit?.(tx);
        const now = clock.date();
        const row = { id: uuidv7(clock.now()), userId, provedAt };
        await tx.insert(session).values({
          tenantId,
          ...row,
          ...device,
          remembered: isRemembered,
          createdAt: now,
          expiresAt: new Date(now.getTime() + (isRemembered ? REMEMBERED : ONE_SESSION) * 1_000),
        });
        const tokens = await issue(tx, tenantId, row);
        const [owned] = await tx
          .select({ id: account.id })
          .from(account)
          .where(and(eq(account.tenantId, tenantId), eq(account.userId, userId)));
        if (owned && leadSecret !== undefined) await takeKeys(tx, tenantId, leadSecret, owned.id);
        return owned ? tokens : { ...tokens, ...(await grantOf(tx, tenantId, userId, now)) };
      }),
  };
}
