import { and, eq, inArray, sql } from 'drizzle-orm';
import type { PersonalData } from '#contract/people/privacy.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { audit } from '#server/db/schema/audit.ts';
import { erasure } from '#server/db/schema/people/erasure.ts';
import { order } from '#server/db/schema/order.ts';
import { user } from '#server/db/schema/people/user.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import type { Client } from '#server/platform/principal.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { SavedCardService } from '#server/services/payment/saved-card.ts';
import type { OrderLife } from '#server/services/order/life/order-life.ts';
import { contactsOf } from './contact.ts';
import { contactsEver } from './contacts-ever.ts';
import { erasePerson, sweepErasures } from './erasure-sweep.ts';
import { queueMessage } from './outbox.ts';
import { type Person, collect, holdings } from './personal-data.ts';
import { FRESH, RECENT, assertProved } from './proof.ts';
import type { SessionService } from './session/session.ts';

/** Ends the orders that a person has not paid. */
async function abandonUnpaid(tx: Tx, life: OrderLife, person: Person): Promise<void> {
  const unpaid = await tx
    .select()
    .from(order)
    .where(
      and(
        eq(order.tenantId, person.tenantId),
        holdings['order']?.of(person),
        inArray(order.state, life.abandonable),
      ),
    )
    .orderBy(order.id)
    .for('update');
  for (const one of unpaid) await life.abandon(tx, one, 'ACCOUNT_DELETED');
}

/** Nobody could spend a credit any more: what is exchanged is paid back instead. */
async function refundExchanges(tx: Tx, person: Person): Promise<void> {
  await tx
    .update(order)
    .set({ properties: sql`jsonb_set(${order.properties}, '{returnRequest,wish}', '"REFUND"')` })
    .where(
      and(
        eq(order.tenantId, person.tenantId),
        holdings['order']?.of(person),
        eq(order.state, 'RETURN_REQUESTED'),
        sql`${order.properties} -> 'returnRequest' is not null`,
      ),
    );
}

/** Tells the contacts of an account that it is gone. @returns the ids of the messages, which are erased as well */
async function queueFarewells(
  core: Core,
  tx: Tx,
  { id, name, settings }: TenantRecord,
  contacts: ReturnType<typeof contactsOf>,
): Promise<string[]> {
  const ids: string[] = [];
  for (const to of contacts)
    ids.push(
      await queueMessage(core, tx, id, to, {
        subject: 'Sua conta foi excluída',
        text: `Sua conta em ${name} foi excluída. Não foi você? Fale com a loja: ${settings.help.phone}.`,
      }),
    );
  return ids;
}

/** Writes down that a person left, for the sweep and for the record. */
async function recordErasure(
  { clock }: Pick<Core, 'clock'>,
  tx: Tx,
  { tenantId, userId, accountId }: Person,
  messageIds: string[],
): Promise<void> {
  await tx
    .insert(erasure)
    .values({ tenantId, userId, accountId, messageIds, requestedAt: clock.date() })
    .onConflictDoNothing();
  await tx.insert(audit).values({
    tenantId,
    id: uuidv7(clock.now()),
    at: clock.date(),
    actor: `user:${userId}`,
    action: 'account.deleted',
    target: `user:${userId}`,
    data: {},
  });
}

/** What people may know and end of themselves. Source: specification §7; D10; PRV-01, PRV-02. */
export function erasureService(
  core: Core,
  { session, life, savedCard }: { session: SessionService; life: OrderLife; savedCard: SavedCardService },
) {
  const { db, clock, jobs } = core;
  const thisUser = (tenantId: string, { userId }: Client) =>
    and(eq(user.tenantId, tenantId), eq(user.id, userId));
  jobs.every('erasure', 60_000, (tenantId) => sweepErasures(core, tenantId));

  return {
    /** @throws ApiProblem FRESH_PROOF after thirty minutes */
    export: (tenantId: string, client: Client): Promise<PersonalData> => {
      assertProved(core, client, RECENT);
      const { userId, accountId } = client;
      return db.read(tenantId, async (tx) => {
        const [row] = await tx.select().from(user).where(thisUser(tenantId, client));
        const contacts = row ? await contactsEver(tx, row) : [];
        const data = await collect(tx, { tenantId, userId, accountId, contacts });
        return {
          exportedAt: clock.date().toISOString(),
          data: JSON.parse(JSON.stringify(data)) as PersonalData['data'],
        }; // dates become text
      });
    },

    /**
     * Ends a person. Unpaid orders are canceled; one that is paid and under way keeps its address until it
     * has ended, then the sweep takes that too.
     * @throws ApiProblem FRESH_PROOF after five minutes
     */
    async remove(tenant: TenantRecord, client: Client): Promise<void> {
      assertProved(core, client, FRESH);
      const { userId, accountId } = client;
      if (accountId !== null) await savedCard.forgetAll(tenant.id, accountId);
      await db.tenant(tenant.id, async (tx) => {
        const [row] = await tx.select().from(user).where(thisUser(tenant.id, client)).for('update');
        if (!row) return;
        const person = { tenantId: tenant.id, userId, accountId, contacts: await contactsEver(tx, row) };
        await abandonUnpaid(tx, life, person);
        await refundExchanges(tx, person);
        await session.endOthers(tx, tenant.id, userId, 'ACCOUNT_DELETED', null);
        await erasePerson(tx, person);
        await recordErasure(core, tx, person, await queueFarewells(core, tx, tenant, contactsOf(row)));
      });
      session.forgetAll();
    },
  };
}
