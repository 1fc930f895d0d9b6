import { type SQL, sql } from 'drizzle-orm';
import type { Core } from '#server/platform/core.ts';

/**
 * An order gave its goods back when it expired, and when it was canceled on its way (a refunded one may have
 * been either).
 */
const gaveBack = sql`(o.state = 'PAYMENT_EXPIRED' or exists (select 1 from order_event e where e.tenant_id = o.tenant_id and e.order_id = o.id and e.to_state = 'CANCELED'))`;
const isPaid = sql`(o.properties ->> 'paid' = 'true')`;

/** The call whose keys make orders; staff has keys of its own. */
const ORDERS = 'placeOrder';
/** A key is kept for three days. */
const KEPT = 71 * 3_600_000;

/**
 * What must hold at every moment; each query finds the rows that break it. Source: reliability §3, I1 to I8
 * (I6 needs to know what was acknowledged, I7 has a query of its own).
 */
const rulesAt = (now: number): Record<string, SQL> => ({
  'I1 stock = initial − held − sold ≥ 0': sql`
    select s.item_id from stock s
    left join (
      select taken ->> 'itemId' as item_id, sum((taken ->> 'quantity')::int) as units from (
        select jsonb_array_elements(reserved) as taken from cart_lock where state = 'held'
        union all select jsonb_array_elements(o.reserved) from "order" o where not ${gaveBack}
      ) all_taken group by 1
    ) t on t.item_id = s.item_id::text
    where s.quantity < 0 or s.quantity <> s.initial - coalesce(t.units, 0)`,
  'I1 a window has given away as many places as are held': sql`
    select w.id from delivery_window w
    where w.taken <> (select count(*) from cart_lock l where l.delivery_window_id = w.id and l.state = 'held')
      + (select count(*) from "order" o where o.delivery_window_id = w.id and not exists (select 1 from order_event e where e.tenant_id = o.tenant_id and e.order_id = o.id and e.to_state = 'CANCELED'))`,
  'I2 one live order per cart': sql`select cart_uuid from "order" where state not in ('CANCELED', 'REFUNDED') group by cart_uuid having count(*) > 1`,
  'I2 one order per key, and its key is done': sql`
    select o.id from "order" o where o.attempt <> '' and o.created_at > ${new Date(now - KEPT).toISOString()} and (select count(*) from idempotency_key k where k.key = o.attempt and k.state = 'done' and (k.body::jsonb ->> 'id')::uuid = o.id) <> 1
    union all select (k.body::jsonb ->> 'id')::uuid from idempotency_key k where k.state = 'done' and k.route = ${ORDERS} and not exists (select 1 from "order" o where o.id = (k.body::jsonb ->> 'id')::uuid)`,
  'I2 a cart is ordered when there is an order of it, and so is its hold': sql`
    select c.uuid from cart c where (c.state = 'ordered') <> exists (select 1 from "order" o where o.cart_uuid = c.uuid)
    union all select l.cart_uuid from cart_lock l where l.state = 'ordered' and not exists (select 1 from "order" o where o.id = l.order_id)`,
  'I2 an order is whole: children, lines, history, a charge': sql`
    select o.id from "order" o
    where not exists (select 1 from order_child c where c.order_id = o.id) or not exists (select 1 from order_item i where i.order_id = o.id)
      or (select coalesce(sum(c.total), 0) from order_child c where c.order_id = o.id) <> o.total or exists (select 1 from order_child c where c.order_id = o.id and c.state <> o.state and not exists (select 1 from order_event e where e.order_id = o.id and e.part is not null))
      or (select count(*) from order_event e where e.order_id = o.id) <> o.version or (select e.to_state from order_event e where e.order_id = o.id and e.sequence = o.version) <> o.state
      or (o.total > 0 and not exists (select 1 from payment p where p.order_id = o.id))`,
  'I2 the money of an order is that of its lines': sql`
    select o.id from "order" o where o.total <> o.sub_total - o.discount + o.shipping_total or o.discount < 0 or o.discount > o.sub_total or o.total < 0
      or o.sub_total <> (select sum(i.total + i.discount) from order_item i where i.order_id = o.id)`,
  'I3 a paid order has its money, once': sql`
    select o.id from "order" o where ${isPaid} and o.total > 0 and o.payment_type = 'PIX'
      and not exists (select 1 from payment p where p.order_id = o.id and p.type = 'PIX' and p.state in ('confirmed', 'refunded'))
    union all select p.order_id from payment p join "order" o on o.id = p.order_id where p.type = 'PIX' and p.state in ('confirmed', 'refunded') and not ${isPaid}`,
  'I3 a charge is confirmed by one notice of its cents, or by one of the staff': sql`
    select p.id from payment p where p.type = 'PIX' and p.attempt > 0 and p.state in ('confirmed', 'refunded')
      and (select count(*) from webhook_event w where w.outcome = 'paid' and w.body ->> 'txid' = p.txid and round((w.body ->> 'amount')::numeric * 100) = p.amount and w.body ->> 'endToEndId' = p.end_to_end_id)
        + (select count(*) from audit a where a.action in ('charge.confirmed', 'stray.assigned') and a.data ->> 'txid' = p.txid and round((a.data ->> 'amount')::numeric * 100) = p.amount and a.data ->> 'endToEndId' = p.end_to_end_id) <> 1
    union all select p.id from webhook_event w join payment p on p.txid = w.body ->> 'txid' where w.outcome = 'paid' and p.state not in ('confirmed', 'refunded')`,
  'I3 money that came unasked is owed back, once for each transfer': sql`
    select p.id from payment p where p.attempt < 0 and (not exists (select 1 from refund r where r.payment_id = p.id and r.reason = 'PAID_TWICE' and r.amount = p.amount)
      or (select count(*) from webhook_event w where w.outcome = 'late' and w.body ->> 'endToEndId' = p.end_to_end_id) <> 1)`,
  'I3 money goes back once and no more than came': sql`
    select r.id from refund r join payment p on p.id = r.payment_id where p.state not in ('confirmed', 'refunded')
    union all select p.id from payment p where p.refunded <> (select coalesce(sum(r.amount), 0) from refund r where r.payment_id = p.id) or p.refunded > p.amount
      or (p.state = 'refunded') <> ((select coalesce(sum(r.amount), 0) from refund r where r.payment_id = p.id and r.state = 'settled') = p.amount and p.amount > 0)
    union all select o.id from "order" o where o.state in ('CANCELED', 'REFUNDED') and exists (select 1 from payment p where p.order_id = o.id and p.state = 'confirmed' and not exists (select 1 from refund r where r.payment_id = p.id))`,
  'I4 every posting sums to zero': sql`select posting_id from ledger_entry group by posting_id having sum(amount) <> 0`,
  'I4 a bucket holds what was booked into it, never less than nothing': sql`
    select b.id from wallet_bucket b where b.amount < 0 or b.amount <> (select coalesce(sum(e.amount), 0) from ledger_entry e where e.bucket_id = b.id)`,
  'I4 an order names what its wallets paid, each by one movement of its own': sql`
    select o.id from "order" o where (select coalesce(sum(p.amount), 0) from payment p where p.order_id = o.id and p.type = 'WALLET')
      <> (select coalesce(sum(round((w ->> 'amount')::numeric * 100)), 0) from jsonb_array_elements(coalesce(o.properties -> 'wallets', jsonb_build_array(o.properties -> 'wallet'))) w)
    union all select p.id from payment p where p.type = 'WALLET' and (select sum(e.amount) from ledger_posting l join ledger_entry e on e.posting_id = l.id and e.ledger_account = 'wallet'
      where l.reference = p.txid and l.wallet_uuid::text = p.properties ->> 'walletUuid') is distinct from -(p.properties ->> 'units')::int`,
  'I4 a wallet has back what its charge took, and no more': sql`
    select charge.id from (
      select p.id, p.state, (p.properties ->> 'units')::int as units, (select coalesce(sum(e.amount), 0) from ledger_posting l join ledger_entry e on e.posting_id = l.id and e.ledger_account = 'wallet'
        where position(p.txid || ':' in l.reference) = 1 and l.wallet_uuid::text = p.properties ->> 'walletUuid') as back
      from payment p where p.type = 'WALLET') charge
    where charge.back > charge.units or (charge.state = 'refunded' and charge.back <> charge.units)`,
  'I5 a promotion is used as often as carts use it, within its limit': sql`
    select p.id from promotion p where p.used > p.max or p.used <> (select count(*) from coupon_use u where u.promotion_id = p.id and u.state <> 'released')
    union all select u.promotion_id from coupon_use u where u.state <> 'released'
      and not exists (select 1 from cart_lock l where l.cart_uuid = u.cart_uuid and l.state = 'held')
      and not exists (select 1 from "order" o where o.cart_uuid = u.cart_uuid and o.properties ->> 'promotionId' = u.promotion_id::text)`,
});

/**
 * Looks for whatever breaks the rules.
 * @param acknowledged codes of orders whose answer a buyer has (I6)
 * @returns the rule and the row of everything that is wrong; empty when all is well
 */
export async function broken(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  tenantId = 'client',
  acknowledged: readonly string[] = [],
): Promise<string[]> {
  const found: string[] = [];
  const ask = async (rule: string, query: SQL) =>
    db.read(tenantId, async (tx) => {
      // The same on both drivers
      const { rows } = (await tx.execute(query)) as unknown as { rows: Record<string, unknown>[] };
      for (const row of rows) found.push(`${rule}: ${JSON.stringify(Object.values(row))}`);
    });
  for (const [rule, query] of Object.entries(rulesAt(clock.now()))) await ask(rule, query);
  for (let at = 0; at < acknowledged.length; at += 500) {
    const codes = acknowledged.slice(at, at + 500);
    await ask(
      'I6 what was acknowledged is there',
      sql`select c.code from unnest(array[${sql.join(
        codes.map((code) => sql`${code}`),
        sql`, `,
      )}]::text[]) as c(code) where not exists (select 1 from "order" o where o.code = c.code)`,
    );
  }
  const tables = [
    'cart',
    'cart_lock',
    'order',
    'order_child',
    'order_item',
    'order_event',
    'payment',
    'refund',
    'webhook_event',
    'idempotency_key',
    'stock',
    'account',
    'lead',
    'wallet',
    'ledger_entry',
    'coupon_use',
    'message',
    'approval',
    'stray_end',
    'dispute',
    'ticket',
  ];
  for (const table of tables)
    await ask(
      `I7 no row of another store in ${table}`,
      sql`select tenant_id from ${sql.identifier(table)} where tenant_id <> ${tenantId} limit 1`,
    );
  const late = new Date(clock.now() - 60_000).toISOString();
  await ask(
    'I8 nothing waits for more than a minute',
    sql`
    select id::text from "order" where due_at < ${late} union all select cart_uuid::text from cart_lock where state = 'held' and locked_until < ${late}`,
  );
  return found;
}

/**
 * Jobs that have waited for a minute: asked of a server whose queue is at work (I8); where it is stopped, they
 * wait.
 */
export async function stuckJobs({ db }: Pick<Core, 'db'>): Promise<string[]> {
  const { rows } = await db.executeSql(
    `select name, state from pgboss.job where state < 'completed' and start_after < now() - interval '60 seconds'`,
  );
  return rows.map((row) => `I8 no job is stuck: ${JSON.stringify(row)}`);
}
