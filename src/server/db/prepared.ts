import { getTableColumns, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from './database.ts';

/**
 * A query whose SQL is made once per connection instead of at each call, for the few that every order asks several times.
 * @param build the query; what changes between calls is a `sql.placeholder`
 */
export function prepared<Q>(build: (tx: Tx) => { prepare(name: string): Q }): (tx: Tx) => Q {
  const made = new WeakMap<Tx, Q>();
  return (tx) => {
    const known = made.get(tx) ?? build(tx).prepare('');
    made.set(tx, known);
    return known;
  };
}

/** INSERT of one whole row: every column is given, no default is used. */
export function rowInserter<T extends PgTable>(table: T): (tx: Tx, row: T['$inferSelect']) => PromiseLike<unknown> {
  const columns = Object.entries(getTableColumns(table));
  const places = Object.fromEntries(columns.map(([name]) => [name, sql`${sql.placeholder(name)}`])) as T['$inferInsert']; // one place for each column
  const statement = prepared((tx) => tx.insert(table).values(places));
  return (tx, row) => {
    const given: Record<string, unknown> = row;
    return statement(tx).execute(Object.fromEntries(columns.map(([name, column]) => [name, given[name] === null ? null : column.mapToDriverValue(given[name])])));
  };
}
