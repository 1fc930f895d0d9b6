import { and, eq, inArray, isNull } from 'drizzle-orm';
import type * as v from 'valibot';
import type { AccountBody } from '#contract/people/account.ts';
import type { Lead, LeadBody } from '#contract/people/lead.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { cart } from '#server/db/schema/cart.ts';
import { couponUse } from '#server/db/schema/coupon.ts';
import { news } from '#server/db/schema/news.ts';
import { order } from '#server/db/schema/order.ts';
import { consent } from '#server/db/schema/people/consent.ts';
import { lead } from '#server/db/schema/people/lead.ts';
import { pushSubscription } from '#server/db/schema/people/push-subscription.ts';
import { randomToken, uuidv4, uuidv7 } from '#server/platform/ids.ts';
import { networkOf } from '#server/platform/limits.ts';
import type { Visitor } from '#server/platform/principal.ts';
import { addressFieldsOf, settleAddresses } from './address-form.ts';
import { moveAlerts } from './alert/alert-row.ts';
import { settleAnswers } from './answers.ts';
import { movePhotos } from './photo.ts';
import { moveKeys } from './relation.ts';

type LeadRow = typeof lead.$inferSelect;
type NewLead = v.InferOutput<typeof LeadBody>;
export const unlessNull = <K extends string>(key: K, value: string | null) =>
  // A computed key is a string to the compiler
  value === null ? {} : ({ [key]: value } as { [P in K]: string });

const leadReply = (row: LeadRow): Lead => ({
  id: row.id,
  ...unlessNull('name', row.name),
  ...unlessNull('phone', row.phone),
  properties: row.properties,
  addresses: row.addresses as Lead['addresses'],
}); // validated when written

/** Every saved address has an id of its own. @param now epoch ms */
export const withAddressIds = (addresses: AccountBody['addresses'], now: number): AccountBody['addresses'] =>
  addresses.map((one) => ({ ...one, id: one.id ?? uuidv7(now) }));

/**
 * A visitor's cart, addresses, orders and keys become the account's, once; the lead is closed. Needs the
 * lead's own secret.
 */
export async function absorbLead(
  { clock, secrets }: Pick<Core, 'clock' | 'secrets'>,
  tx: Tx,
  tenantId: string,
  leadId: string,
  secret: string,
  { accountId, userId }: { accountId: string; userId: string },
): Promise<LeadRow> {
  const [closed] = await tx
    .update(lead)
    .set({ closedAt: clock.date(), accountId })
    .where(
      and(
        eq(lead.tenantId, tenantId),
        eq(lead.id, leadId),
        inArray(lead.secretHash, secrets.hashes('lead', secret)),
        isNull(lead.closedAt),
      ),
    )
    .returning();
  if (!closed) throw new ApiProblem('NOT_FOUND');
  const moved = { accountId, leadId: null };
  await tx
    .update(cart)
    .set(moved)
    .where(and(eq(cart.tenantId, tenantId), eq(cart.leadId, leadId)));
  await tx
    .update(order)
    .set({ ...moved, userId })
    .where(and(eq(order.tenantId, tenantId), eq(order.leadId, leadId)));
  await moveKeys(tx, tenantId, leadId, accountId);
  await movePhotos(tx, tenantId, leadId, accountId);
  await moveAlerts(tx, tenantId, leadId, userId);
  await tx
    .update(consent)
    .set({ subject: `user:${userId}` })
    .where(and(eq(consent.tenantId, tenantId), eq(consent.subject, `lead:${leadId}`)));
  await tx
    .update(news)
    .set({ subject: `user:${userId}` })
    .where(and(eq(news.tenantId, tenantId), eq(news.subject, `lead:${leadId}`)));
  // Of the visitor's browsers nothing is known but that they were theirs: whoever is signed in there
  // subscribes anew.
  await tx
    .delete(pushSubscription)
    .where(and(eq(pushSubscription.tenantId, tenantId), eq(pushSubscription.subject, `lead:${leadId}`)));
  await tx
    .update(couponUse)
    .set({ subject: `account:${accountId}` })
    .where(and(eq(couponUse.tenantId, tenantId), eq(couponUse.subject, `lead:${leadId}`)));
  return closed;
}

/** Visitors' records. Source: specification §6, §7; D12. */
export function leadService({ db, clock, secrets, limits, env, tenants }: Core) {
  return {
    /** @param ip of the caller: records cost room @throws ApiProblem TOO_MANY_REQUESTS */
    async create(tenantId: string, body: NewLead, ip: string): Promise<Lead> {
      const taken = await limits.take(`lead:ip:${networkOf(ip)}`, {
        points: 300 * (env.sandbox ? 1_000 : 1),
        seconds: 3_600,
      });
      if (!taken.allowed) throw new ApiProblem('TOO_MANY_REQUESTS', { retryAfter: taken.retryAfter });
      return db.tenant(tenantId, async (tx) => {
        const now = clock.date();
        const fields = addressFieldsOf(tenants, tenantId);
        const [secret, id] = [randomToken(), uuidv4()];
        const answers = await settleAnswers(tx, { clock }, tenantId, { leadId: id }, {}, body.properties);
        const [made] = await tx
          .insert(lead)
          .values({
            tenantId,
            id,
            secretHash: secrets.hash('lead', secret),
            name: body.name ?? null,
            phone: body.phone ?? null,
            properties: { ...body.properties, ...answers, type: 'CLIENT' },
            addresses: withAddressIds(settleAddresses(fields, body.addresses, []), clock.now()),
            createdAt: now,
            updatedAt: now,
          })
          .returning();
        if (!made) throw new Error('a lead that was just made is gone');
        return { ...leadReply(made), secret };
      });
    },
    update: (tenantId: string, visitor: Visitor, body: NewLead): Promise<Lead> =>
      db.tenant(tenantId, async (tx) => {
        if (body.id !== undefined && body.id !== visitor.leadId) throw new ApiProblem('NOT_FOUND');
        const [row] = await tx
          .select({ properties: lead.properties, addresses: lead.addresses })
          .from(lead)
          .where(and(eq(lead.tenantId, tenantId), eq(lead.id, visitor.leadId), isNull(lead.closedAt)))
          .for('update');
        if (!row) throw new ApiProblem('NOT_FOUND');
        const answers = await settleAnswers(
          tx,
          { clock },
          tenantId,
          visitor,
          row.properties,
          body.properties,
        );
        const said =
          'enhancedAnswers' in row.properties ? { enhancedAnswers: row.properties['enhancedAnswers'] } : {};
        const [changed] = await tx
          .update(lead)
          .set({
            name: body.name ?? null,
            phone: body.phone ?? null,
            properties: { ...said, ...body.properties, ...answers, type: 'CLIENT' },
            addresses: withAddressIds(
              settleAddresses(addressFieldsOf(tenants, tenantId), body.addresses, row.addresses),
              clock.now(),
            ),
            updatedAt: clock.date(),
          })
          .where(and(eq(lead.tenantId, tenantId), eq(lead.id, visitor.leadId), isNull(lead.closedAt)))
          .returning();
        if (!changed) throw new ApiProblem('NOT_FOUND');
        return leadReply(changed);
      }),
    /** The record of a visitor as long as it is open. */
    find: (tenantId: string, id: string): Promise<Lead | null> =>
      db.read(tenantId, async (tx) => {
        const [row] = await tx
          .select()
          .from(lead)
          .where(and(eq(lead.tenantId, tenantId), eq(lead.id, id), isNull(lead.closedAt)));
        return row ? leadReply(row) : null;
      }),
    get: (tenantId: string, visitor: Visitor, id: string): Promise<Lead> =>
      db.read(tenantId, async (tx) => {
        const [row] = await tx
          .select()
          .from(lead)
          .where(and(eq(lead.tenantId, tenantId), eq(lead.id, id)));
        if (!row || row.id !== visitor.leadId) throw new ApiProblem('NOT_FOUND');
        return leadReply(row);
      }),
  };
}
