import { and, eq, inArray, isNotNull, isNull, ne, notInArray, or, sql } from 'drizzle-orm';
import type { PersonalData } from '#contract/people/privacy.ts';
import { statesTagged } from '#domain/order/order-states.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { audit } from '#server/db/schema/audit.ts';
import { cart } from '#server/db/schema/cart.ts';
import { challenge } from '#server/db/schema/people/challenge.ts';
import { erasure } from '#server/db/schema/people/erasure.ts';
import { message } from '#server/db/schema/message.ts';
import { order, orderEvent } from '#server/db/schema/order.ts';
import { user } from '#server/db/schema/people/user.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import { forEachIsolated } from '#server/jobs/for-each-isolated.ts';
import type { Client } from '#server/platform/principal.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { SavedCardService } from '#server/services/payment/saved-card.ts';
import { contactsOf } from './contact.ts';
import { queueMessage } from './outbox.ts';
import type { OrderLife } from '#server/services/order/life/order-life.ts';
import type { OrderRow } from '#server/services/order/order-row.ts';
import { type Person, collect, holdings, rowsOf } from './personal-data.ts';
import { FRESH, RECENT, assertProved } from './proof.ts';
import type { SessionService } from './session/session.ts';

/** Orders that nothing more is owed of: their names go. */
export const ENDED = statesTagged('final');
/**
 * What an order keeps for the books; everything else in its properties may name somebody. Source: PRV-02; Lei
 * 13.709/2018 art. 16, I.
 */
const BOOKED = [
  'cartUuid',
  'campaignId',
  'campaignName',
  'totals',
  'shippingName',
  'window',
  'shippingMethod',
  'paid',
  'completed',
  'plan',
  'wallet',
];
/** Calls that were under way when the person left are over by then, in ms. */
const STRAGGLERS = 15 * 60_000;
/** A farewell that nobody could deliver is given up, in ms. Source: PRV-02, 24 h. */
const GIVEN_UP = 23 * 3_600_000;

const bookedOnly = (properties: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(properties).filter(([key]) => BOOKED.includes(key)));
const cityOnly = (address: unknown) => {
  // ShippingAddress when it was written
  const { city, administrative_area, country } = (address ?? {}) as Record<string, unknown>;
  return address === null ? null : { city, administrative_area, country };
};

/** Leaves of an ended order what the books need: nobody's name, no address but the city. */
export async function emptyOrder(
  tx: Tx,
  { tenantId, id, shippingAddress, properties }: OrderRow,
): Promise<void> {
  const nobody = { userName: null, userPhone: null, email: null, identification: null, userId: null };
  await tx
    .update(order)
    .set({ ...nobody, shippingAddress: cityOnly(shippingAddress), properties: bookedOnly(properties) })
    .where(and(eq(order.tenantId, tenantId), eq(order.id, id)));
  // Reasons are free text.
  await tx
    .update(orderEvent)
    .set({ data: {} })
    .where(and(eq(orderEvent.tenantId, tenantId), eq(orderEvent.orderId, id)));
}

/** What people may know and end of themselves. Source: specification §7; D10; PRV-01, PRV-02. */
export function erasureService(
  core: Core,
  { session, life, savedCard }: { session: SessionService; life: OrderLife; savedCard: SavedCardService },
) {
  const { db, clock, jobs } = core;

  /**
   * Every contact that is or was proved to be theirs, unless somebody else has it by now: what was sent there
   * is about them.
   */
  async function contactsEver(tx: Tx, row: typeof user.$inferSelect): Promise<string[]> {
    const proved = await tx
      .selectDistinct({ contact: challenge.contact })
      .from(challenge)
      .where(
        and(
          eq(challenge.tenantId, row.tenantId),
          eq(challenge.userId, row.id),
          inArray(challenge.purpose, ['login', 'update']),
          isNotNull(challenge.usedAt),
        ),
      );
    const all = [
      ...new Set([...contactsOf(row).map(({ value }) => value), ...proved.map(({ contact }) => contact)]),
    ];
    if (all.length === 0) return [];
    const others = await tx
      .select({ phone: user.phone, email: user.email })
      .from(user)
      .where(
        and(
          eq(user.tenantId, row.tenantId),
          ne(user.id, row.id),
          or(inArray(user.phone, all), inArray(user.email, all)),
        ),
      );
    return all.filter((one) => !others.some(({ phone, email }) => phone === one || email === one));
  }

  /** The names in ended orders, whoever ended them. */
  async function emptyOrders(tx: Tx, person: Person): Promise<void> {
    const rows: OrderRow[] = await tx
      .select()
      .from(order)
      .where(
        and(eq(order.tenantId, person.tenantId), holdings['order']?.of(person), inArray(order.state, ENDED)),
      )
      .for('update');
    for (const row of rows) await emptyOrder(tx, row);
  }

  /** Everything of a person that waits for nothing. */
  async function erase(tx: Tx, person: Person): Promise<void> {
    await emptyOrders(tx, person);
    // The row stays, ownerless: a hold of it still gives its goods back.
    await tx
      .update(cart)
      .set({ accountId: null, draft: {}, lines: [], quoted: [], version: sql`${cart.version} + 1` })
      .where(and(eq(cart.tenantId, person.tenantId), holdings['cart']?.of(person)));
    for (const holding of Object.values(holdings))
      if (holding.end === 'deleted') await tx.delete(holding.table).where(rowsOf(holding, person));
  }

  async function sweep(tenantId: string): Promise<void> {
    const open = await db.read(tenantId, (tx) =>
      tx
        .select()
        .from(erasure)
        .where(and(eq(erasure.tenantId, tenantId), isNull(erasure.doneAt)))
        .orderBy(sql`random()`)
        .limit(100),
    );
    await forEachIsolated(open, ({ userId, accountId, messageIds, requestedAt }) =>
      db.tenant(tenantId, async (tx) => {
        const person = { tenantId, userId, accountId, contacts: [] };
        await erase(tx, person);
        const age = clock.now() - requestedAt.getTime();
        const farewells = messageIds.length
          ? and(eq(message.tenantId, tenantId), inArray(message.id, messageIds))
          : sql`false`;
        await tx
          .delete(message)
          .where(and(farewells, age > GIVEN_UP ? undefined : ne(message.state, 'queued')));
        const waiting = await tx.select({ id: message.id }).from(message).where(farewells);
        const under = await tx
          .select({ id: order.id })
          .from(order)
          .where(
            and(eq(order.tenantId, tenantId), holdings['order']?.of(person), notInArray(order.state, ENDED)),
          );
        if (age > STRAGGLERS && waiting.length + under.length === 0)
          await tx
            .update(erasure)
            .set({ doneAt: clock.date() })
            .where(and(eq(erasure.tenantId, tenantId), eq(erasure.userId, userId)));
      }),
    );
  }
  jobs.every('erasure', 60_000, sweep);

  return {
    /** @throws ApiProblem FRESH_PROOF after thirty minutes */
    export: (tenantId: string, client: Client): Promise<PersonalData> => {
      assertProved(core, client, RECENT);
      return db.read(tenantId, async (tx) => {
        const [row] = await tx
          .select()
          .from(user)
          .where(and(eq(user.tenantId, tenantId), eq(user.id, client.userId)));
        const contacts = row ? await contactsEver(tx, row) : [];
        const data = await collect(tx, {
          tenantId,
          userId: client.userId,
          accountId: client.accountId,
          contacts,
        });
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
      if (client.accountId !== null) await savedCard.forgetAll(tenant.id, client.accountId);
      await db.tenant(tenant.id, async (tx) => {
        const [row] = await tx
          .select()
          .from(user)
          .where(and(eq(user.tenantId, tenant.id), eq(user.id, client.userId)))
          .for('update');
        if (!row) return;
        const contacts = contactsOf(row);
        const person = {
          tenantId: tenant.id,
          userId: client.userId,
          accountId: client.accountId,
          contacts: await contactsEver(tx, row),
        };
        const unpaid = await tx
          .select()
          .from(order)
          .where(
            and(
              eq(order.tenantId, tenant.id),
              holdings['order']?.of(person),
              inArray(order.state, life.abandonable),
            ),
          )
          .orderBy(order.id)
          .for('update');
        for (const one of unpaid) await life.abandon(tx, one, 'ACCOUNT_DELETED');
        // Nobody could spend a credit any more: what is exchanged is paid back instead.
        await tx
          .update(order)
          .set({ properties: sql`jsonb_set(${order.properties}, '{returnRequest,wish}', '"REFUND"')` })
          .where(
            and(
              eq(order.tenantId, tenant.id),
              holdings['order']?.of(person),
              eq(order.state, 'RETURN_REQUESTED'),
              sql`${order.properties} -> 'returnRequest' is not null`,
            ),
          );
        await session.endOthers(tx, tenant.id, client.userId, 'ACCOUNT_DELETED', null);
        await erase(tx, person);
        const messageIds: string[] = [];
        for (const to of contacts)
          messageIds.push(
            await queueMessage(core, tx, tenant.id, to, {
              subject: 'Sua conta foi excluída',
              text: `Sua conta em ${tenant.name} foi excluída. Não foi você? Fale com a loja: ${tenant.settings.help.phone}.`,
            }),
          );
        await tx
          .insert(erasure)
          .values({
            tenantId: tenant.id,
            userId: client.userId,
            accountId: client.accountId,
            messageIds,
            requestedAt: clock.date(),
          })
          .onConflictDoNothing();
        await tx.insert(audit).values({
          tenantId: tenant.id,
          id: uuidv7(clock.now()),
          at: clock.date(),
          actor: `user:${client.userId}`,
          action: 'account.deleted',
          target: `user:${client.userId}`,
          data: {},
        });
      });
      session.forgetAll();
    },
  };
}
