import { and, desc, eq } from 'drizzle-orm';
import type { SavedCard } from '#contract/payment/payment.ts';
import type { Tx } from '#server/db/database.ts';
import { paymentCard } from '#server/db/schema/card.ts';

export type CardRow = typeof paymentCard.$inferSelect;

/** Cards are good until the end of their month. @param now epoch ms */
export const isGood = ({ expMonth, expYear }: CardRow, now: number): boolean =>
  now < Date.UTC(expYear, expMonth, 1);

/** Cards of an account: the one that is offered first, then the newest. */
export const cardsOf = (tx: Tx, tenantId: string, accountId: string): Promise<CardRow[]> =>
  tx
    .select()
    .from(paymentCard)
    .where(and(eq(paymentCard.tenantId, tenantId), eq(paymentCard.accountId, accountId)))
    .orderBy(desc(paymentCard.isDefault), desc(paymentCard.createdAt), desc(paymentCard.id))
    .execute();

export const cardReply = ({
  id,
  brand,
  last4,
  holder,
  expMonth,
  expYear,
  isDefault,
}: CardRow): SavedCard => ({
  id,
  brand,
  last4,
  holder,
  expMonth,
  expYear,
  default: isDefault,
});
