/**
 * Where a server dies: at a statement on a connection that has seen another one before, just before it goes
 * out or as soon as it is done.
 */
export interface KillPoint<During = 'hold' | 'order' | 'notice' | 'cancel'> {
  name: string;
  /** In which call. */
  during: During;
  /** Regular expressions over the SQL. */
  armedBy: string;
  at: string;
  when: 'before' | 'after';
}

const placing = 'insert into "order" ';
/**
 * From taking the stock to the job of a refund: each statement after which something is there, and what is
 * not yet.
 */
export const killPoints: readonly KillPoint[] = [
  {
    name: 'hold: before the stock is taken',
    during: 'hold',
    armedBy: 'update "stock"',
    at: 'update "stock"',
    when: 'before',
  },
  {
    name: 'hold: stock taken, not committed',
    during: 'hold',
    armedBy: 'update "stock"',
    at: 'insert into "cart_lock"',
    when: 'after',
  },
  {
    name: 'hold: place in the window taken, not committed',
    during: 'hold',
    armedBy: 'update "stock"',
    at: 'update "delivery_window"',
    when: 'after',
  },
  {
    name: 'hold: coupon reserved, not committed',
    during: 'hold',
    armedBy: 'insert into "cart_lock"',
    at: 'insert into "coupon_use"',
    when: 'after',
  },
  {
    name: 'hold: committed, not answered',
    during: 'hold',
    armedBy: 'insert into "cart_lock"',
    at: '\\bcommit\\b',
    when: 'after',
  },
  {
    name: 'order: the key is claimed',
    during: 'order',
    armedBy: 'pg_try_advisory_xact_lock',
    at: 'from "cart_lock"',
    when: 'before',
  },
  {
    name: 'order: the first wallet has paid its part',
    during: 'order',
    armedBy: 'insert into "ledger_posting"',
    at: 'insert into "ledger_entry"',
    when: 'after',
  },
  { name: 'order: before the order row', during: 'order', armedBy: placing, at: placing, when: 'before' },
  { name: 'order: after the order row', during: 'order', armedBy: placing, at: placing, when: 'after' },
  {
    name: 'order: after its lines',
    during: 'order',
    armedBy: placing,
    at: 'insert into "order_item"',
    when: 'after',
  },
  {
    name: 'order: after the charge',
    during: 'order',
    armedBy: placing,
    at: 'insert into "payment"',
    when: 'after',
  },
  {
    name: 'order: cart and hold closed',
    during: 'order',
    armedBy: placing,
    at: 'update "cart_lock"',
    when: 'after',
  },
  {
    name: 'order: after the key row',
    during: 'order',
    armedBy: placing,
    at: 'insert into "idempotency_key"',
    when: 'after',
  },
  { name: 'order: before the commit', during: 'order', armedBy: placing, at: '\\bcommit\\b', when: 'before' },
  {
    name: 'order: committed, not answered',
    during: 'order',
    armedBy: placing,
    at: '\\bcommit\\b',
    when: 'after',
  },
  {
    name: 'notice: taken, not committed',
    during: 'notice',
    armedBy: 'insert into "webhook_event"',
    at: '\\bcommit\\b',
    when: 'before',
  },
  {
    name: 'notice: committed, not answered',
    during: 'notice',
    armedBy: 'insert into "webhook_event"',
    at: '\\bcommit\\b',
    when: 'after',
  },
  {
    name: 'cancel: refund and its job written, not committed',
    during: 'cancel',
    armedBy: 'insert into "refund"',
    at: '\\bcommit\\b',
    when: 'before',
  },
  {
    name: 'cancel: refund and its job committed, not answered',
    during: 'cancel',
    armedBy: 'insert into "refund"',
    at: '\\bcommit\\b',
    when: 'after',
  },
];

export type MoneyMove = 'confirm' | 'approve' | 'stray' | 'cancel' | 'settle' | 'dispute';
const written = 'insert into "audit"';
/** What staff does with money: between the charge, the order, what is written down, the refund and the answer. */
export const moneyKillPoints: readonly KillPoint<MoneyMove>[] = [
  {
    name: 'confirm: charge settled, not committed',
    during: 'confirm',
    armedBy: 'insert into "idempotency_key"',
    at: 'update "payment"',
    when: 'after',
  },
  {
    name: 'confirm: order moved, not written down',
    during: 'confirm',
    armedBy: 'update "payment"',
    at: written,
    when: 'before',
  },
  {
    name: 'confirm: written down, not committed',
    during: 'confirm',
    armedBy: written,
    at: '\\bcommit\\b',
    when: 'before',
  },
  {
    name: 'confirm: committed, not answered',
    during: 'confirm',
    armedBy: written,
    at: '\\bcommit\\b',
    when: 'after',
  },
  {
    name: 'approve: money moved, not decided',
    during: 'approve',
    armedBy: written,
    at: 'update "approval"',
    when: 'before',
  },
  {
    name: 'approve: committed, not answered',
    during: 'approve',
    armedBy: 'update "approval"',
    at: '\\bcommit\\b',
    when: 'after',
  },
  {
    name: 'stray: its end is there, its order not paid',
    during: 'stray',
    armedBy: 'insert into "stray_end"',
    at: 'update "payment"',
    when: 'before',
  },
  {
    name: 'stray: committed, not answered',
    during: 'stray',
    armedBy: 'insert into "stray_end"',
    at: '\\bcommit\\b',
    when: 'after',
  },
  {
    name: 'cancel: refund there, not written down',
    during: 'cancel',
    armedBy: 'insert into "refund"',
    at: written,
    when: 'before',
  },
  {
    name: 'cancel: committed, not answered',
    during: 'cancel',
    armedBy: 'insert into "refund"',
    at: '\\bcommit\\b',
    when: 'after',
  },
  {
    name: 'settle: refund settled, not written down',
    during: 'settle',
    armedBy: 'update "refund"',
    at: written,
    when: 'before',
  },
  {
    name: 'settle: committed, not answered',
    during: 'settle',
    armedBy: 'update "refund"',
    at: '\\bcommit\\b',
    when: 'after',
  },
  {
    name: 'dispute: refund settled, the contest not ended',
    during: 'dispute',
    armedBy: 'update "refund"',
    at: 'update "dispute"',
    when: 'before',
  },
];
