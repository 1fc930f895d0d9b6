import { and, eq } from 'drizzle-orm';
import { relation } from '#server/db/schema/people/relation.ts';
import { orderCode } from '#server/platform/ids.ts';
import { type Called, type Who, campaignId } from './buyers.ts';
import type { TestServer } from './store/server.ts';

export type KeyTerms = Partial<typeof relation.$inferInsert>;
/** Makes a key, of the open campaign and the one that opens later unless said otherwise. @returns its code */
export async function makeKey(
  server: Pick<TestServer, 'core'>,
  more: KeyTerms = {},
  tenantId = 'client',
): Promise<string> {
  const code = orderCode();
  await server.core.db.tenant(tenantId, (tx) =>
    tx.insert(relation).values({
      tenantId,
      code,
      action: 'CAMPAIGN_ACCESS',
      properties: { campaignIds: [campaignId('semana', tenantId), campaignId('depois', tenantId)] },
      createdAt: server.core.clock.date(),
      ...more,
    }),
  );
  return code;
}

/** Enters an access key or an invitation: a visitor who is named, or whoever is signed in. */
export const enterKey = (server: Called, who: Who & { leadId?: string }, accessKey: unknown) =>
  server.call(
    'POST',
    `/api/accounts/access/campaign/check/multiple/accesskey${who.leadId === undefined ? '' : `/lead/${who.leadId}`}`,
    { ...who, body: { accessKey } },
  );

/** How many people a key or an invitation counts; undefined when there is none of this code. */
export async function peopleCounted(
  server: Pick<TestServer, 'core'>,
  code: string,
): Promise<number | undefined> {
  const [row] = await server.core.db.read('client', (tx) =>
    tx
      .select()
      .from(relation)
      .where(and(eq(relation.tenantId, 'client'), eq(relation.code, code))),
  );
  return row?.used;
}
