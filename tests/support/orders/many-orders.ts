/** The n-th id of a kind. */
const idOf = (kind: string) =>
  `overlay(overlay(md5('${kind}' || n) placing '4' from 13) placing '8' from 17)::uuid`;

/**
 * Statements that copy an order, its parts and its lines, for a shop that has many: made by the database, as nobody
 * waits for so many purchases. Of the owner of the tables.
 * @param of the order  @param state of the n-th, in SQL  @param apart seconds between two of them
 */
export function copiesOf(of: string, count: number, state: string, apart = 150): string[] {
  const copied = `'id', ${idOf('o')}, 'order_id', ${idOf('o')}, 'order_child_id', ${idOf('c')},
    'cart_uuid', ${idOf('k')}, 'code', upper(left(md5('o' || n), 16)), 'attempt', null, 'due_at', null,
    'due_event', null, 'state', ${state}, 'created_at', now() - n * interval '${apart} seconds'`;
  const copy = (table: string, key: string, own = copied) =>
    `insert into ${table} select r.* from ${table} o, generate_series(1, ${count}) n,
     jsonb_populate_record(o, jsonb_build_object(${own})) r where o.${key} = '${of}'`;
  return [
    'set session_replication_role = replica',
    copy('"order"', 'id'),
    copy('order_child', 'order_id', copied.replace(`'id', ${idOf('o')}`, `'id', ${idOf('c')}`)),
    copy('order_item', 'order_id'),
  ];
}
