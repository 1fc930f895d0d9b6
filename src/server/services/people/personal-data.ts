import { type SQL, and, eq, inArray, or, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '#server/db/database.ts';
import { alert } from '#server/db/schema/people/alert.ts';
import { account } from '#server/db/schema/people/account.ts';
import { cardIntent, paymentCard } from '#server/db/schema/card.ts';
import { cart } from '#server/db/schema/cart.ts';
import { challenge } from '#server/db/schema/people/challenge.ts';
import { consent } from '#server/db/schema/people/consent.ts';
import { couponUse } from '#server/db/schema/coupon.ts';
import { erasure } from '#server/db/schema/people/erasure.ts';
import { idempotencyKey } from '#server/db/schema/idempotency-key.ts';
import { lead } from '#server/db/schema/people/lead.ts';
import { message } from '#server/db/schema/message.ts';
import { order, orderEvent, orderItem, returnPhoto } from '#server/db/schema/order.ts';
import { photo } from '#server/db/schema/photo.ts';
import { payment } from '#server/db/schema/payment.ts';
import { news } from '#server/db/schema/news.ts';
import { pushSubscription } from '#server/db/schema/people/push-subscription.ts';
import { relation, relationUse } from '#server/db/schema/people/relation.ts';
import { roster } from '#server/db/schema/people/roster.ts';
import { refreshToken, session, signupGrant } from '#server/db/schema/people/session.ts';
import { user } from '#server/db/schema/people/user.ts';
import { ledgerPosting, wallet, walletBucket } from '#server/db/schema/wallet.ts';

/** Who a row may belong to, in every spelling that rows use. */
export interface Person {
  tenantId: string;
  userId: string;
  accountId: string | null;
  contacts: string[];
}

/** One table that holds something of people. A test fails when a table has a person's key and is not here. */
interface Holding {
  table: PgTable;
  /** Rows of one person. */
  of: (person: Person) => SQL | undefined;
  /** Columns that are the shop's secrets; `null` = the table says nothing that a person could use. */
  hidden: readonly string[] | null;
  /**
   * What becomes of the rows when the person leaves: gone, emptied with their orders, or kept because only a
   * random id remains.
   */
  end: 'deleted' | 'emptied' | 'kept';
}

const subjects = ({ userId, accountId }: Person) => [
  `user:${userId}`,
  ...(accountId === null ? [] : [`account:${accountId}`]),
];
const anyOf = (column: Parameters<typeof inArray>[0], values: readonly string[]) =>
  values.length ? inArray(column, [...values]) : sql`false`;
const byAccount = (column: Parameters<typeof eq>[0], { accountId }: Person) =>
  accountId === null ? sql`false` : eq(column, accountId);
const ownOrders = ({ tenantId, accountId }: Person) =>
  sql`(select ${order.id} from ${order} where ${order.tenantId} = ${tenantId} and ${order.accountId} = ${accountId})`;
const ownWallets = (person: Person) =>
  sql`(select ${wallet.uuid} from ${wallet} where ${wallet.tenantId} = ${person.tenantId} and ${byAccount(wallet.accountId, person)})`;
const ownSessions = ({ tenantId, userId }: Person) =>
  sql`(select ${session.id} from ${session} where ${session.tenantId} = ${tenantId} and ${session.userId} = ${userId})`;
const ownBrowsers = (person: Person) =>
  sql`(select 'push:' || ${pushSubscription.id} from ${pushSubscription} where ${pushSubscription.tenantId} = ${person.tenantId} and ${anyOf(pushSubscription.subject, subjects(person))})`;

/** Children before parents: rows are found through those of their parents. Source: PRV-01, PRV-02. */
export const holdings: Record<string, Holding> = {
  refreshToken: {
    table: refreshToken,
    of: (person) => sql`${refreshToken.sessionId} in ${ownSessions(person)}`,
    hidden: null,
    end: 'deleted',
  },
  signupGrant: {
    table: signupGrant,
    of: ({ userId }) => eq(signupGrant.userId, userId),
    hidden: null,
    end: 'deleted',
  },
  session: { table: session, of: ({ userId }) => eq(session.userId, userId), hidden: [], end: 'deleted' },
  challenge: {
    table: challenge,
    of: ({ userId, contacts }) => or(eq(challenge.userId, userId), anyOf(challenge.contact, contacts)),
    hidden: ['salt', 'codeHash', 'linkHash'],
    end: 'deleted',
  },
  message: {
    table: message,
    of: (person) =>
      or(
        anyOf(message.recipient, person.contacts),
        anyOf(message.subject, subjects(person)),
        sql`${message.recipient} in ${ownBrowsers(person)}`,
      ),
    hidden: ['sealed'],
    end: 'deleted',
  },
  pushSubscription: {
    table: pushSubscription,
    of: (person) => anyOf(pushSubscription.subject, subjects(person)),
    hidden: ['endpoint', 'p256dh', 'auth'],
    end: 'deleted',
  },
  // A contact that somebody else may have named as well: nobody is written to there any more.
  alert: {
    table: alert,
    of: (person) => or(anyOf(alert.subject, subjects(person)), anyOf(alert.contact, person.contacts)),
    hidden: ['origin', 'lookAt'],
    end: 'deleted',
  },
  photo: { table: photo, of: (person) => anyOf(photo.subject, subjects(person)), hidden: [], end: 'deleted' },
  news: { table: news, of: (person) => anyOf(news.subject, subjects(person)), hidden: [], end: 'deleted' },
  idempotencyKey: {
    table: idempotencyKey,
    of: (person) => anyOf(idempotencyKey.subject, subjects(person)),
    hidden: null,
    end: 'deleted',
  },
  cardIntent: {
    table: cardIntent,
    of: (person) => anyOf(cardIntent.subject, subjects(person)),
    hidden: ['secretHash', 'chargeId', 'customer'],
    end: 'deleted',
  },
  paymentCard: {
    table: paymentCard,
    of: (person) => byAccount(paymentCard.accountId, person),
    hidden: ['token', 'customer'],
    end: 'deleted',
  },
  payment: {
    table: payment,
    of: (person) => sql`${payment.orderId} in ${ownOrders(person)}`,
    hidden: [],
    end: 'kept',
  },
  orderItem: {
    table: orderItem,
    of: (person) => sql`${orderItem.orderId} in ${ownOrders(person)}`,
    hidden: [],
    end: 'kept',
  },
  orderEvent: {
    table: orderEvent,
    of: (person) => sql`${orderEvent.orderId} in ${ownOrders(person)}`,
    hidden: [],
    end: 'emptied',
  },
  returnPhoto: {
    table: returnPhoto,
    of: (person) => sql`${returnPhoto.orderId} in ${ownOrders(person)}`,
    hidden: [],
    end: 'deleted',
  },
  order: {
    table: order,
    of: (person) => byAccount(order.accountId, person),
    hidden: ['attempt', 'reserved', 'dueEvent', 'dueAt'],
    end: 'emptied',
  },
  cart: { table: cart, of: (person) => byAccount(cart.accountId, person), hidden: [], end: 'emptied' },
  lead: {
    table: lead,
    of: (person) => byAccount(lead.accountId, person),
    hidden: ['secretHash'],
    end: 'deleted',
  },
  relationUse: {
    table: relationUse,
    of: (person) => anyOf(relationUse.subject, subjects(person)),
    hidden: [],
    end: 'kept',
  },
  relation: {
    table: relation,
    of: (person) => byAccount(relation.accountId, person),
    hidden: [],
    end: 'deleted',
  },
  couponUse: {
    table: couponUse,
    of: (person) => anyOf(couponUse.subject, subjects(person)),
    hidden: [],
    end: 'kept',
  },
  // What was spent and given back stays in the books, under an account that is nobody's.
  walletBucket: {
    table: walletBucket,
    of: (person) => sql`${walletBucket.walletUuid} in ${ownWallets(person)}`,
    hidden: [],
    end: 'kept',
  },
  ledgerPosting: {
    table: ledgerPosting,
    of: (person) => sql`${ledgerPosting.walletUuid} in ${ownWallets(person)}`,
    hidden: ['reference'],
    end: 'kept',
  },
  wallet: { table: wallet, of: (person) => byAccount(wallet.accountId, person), hidden: [], end: 'kept' },
  // The company's own list: a new import may bring the person back, as somebody new.
  roster: {
    table: roster,
    of: ({ userId, contacts }) =>
      or(eq(roster.userId, userId), anyOf(roster.phone, contacts), anyOf(roster.email, contacts)),
    hidden: [],
    end: 'deleted',
  },
  consent: {
    table: consent,
    of: (person) => anyOf(consent.subject, subjects(person)),
    hidden: [],
    end: 'kept',
  },
  erasure: { table: erasure, of: ({ userId }) => eq(erasure.userId, userId), hidden: null, end: 'kept' },
  account: { table: account, of: ({ userId }) => eq(account.userId, userId), hidden: [], end: 'deleted' },
  user: { table: user, of: ({ userId }) => eq(user.id, userId), hidden: [], end: 'deleted' },
};

/** The rows of one kind that belong to a person. */
export const rowsOf = ({ table, of }: Holding, person: Person) =>
  and(sql`${table}.tenant_id = ${person.tenantId}`, of(person));

/** Everything of a person that they may read, by kind. */
export async function collect(tx: Tx, person: Person): Promise<Record<string, Record<string, unknown>[]>> {
  const found: [string, Record<string, unknown>[]][] = [];
  for (const [name, holding] of Object.entries(holdings)) {
    const { hidden, table } = holding;
    if (hidden === null) continue;
    const rows: Record<string, unknown>[] = await tx.select().from(table).where(rowsOf(holding, person));
    found.push([
      name,
      rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).filter(([column]) => column !== 'tenantId' && !hidden.includes(column)),
        ),
      ),
    ]);
  }
  return Object.fromEntries(found);
}
