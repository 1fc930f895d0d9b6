import { and, getTableColumns, sql } from 'drizzle-orm';
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Tx } from './database.ts';

/**
 * A query whose SQL is made once per connection instead of at each call, for the few that every order asks
 * several times.
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

type Row<T extends PgTable> = T['$inferSelect'];

/** A row's values as the driver takes them. @param prefix before the column's name in the place's name */
const driven = (columns: [string, PgColumn][], row: Record<string, unknown>, prefix = '') =>
  Object.fromEntries(
    columns.map(([name, column]) => [
      prefix + name,
      row[name] === null ? null : column.mapToDriverValue(row[name]),
    ]),
  );
const columnsOf = (table: PgTable, names: readonly PropertyKey[]) =>
  Object.entries<PgColumn>(getTableColumns(table)).filter(([name]) => names.includes(name));

/** A place for each column of a row: what {@link drivenRow} fills. */
export const placesOf = <T extends PgTable>(table: T) =>
  Object.fromEntries(
    Object.keys(getTableColumns(table)).map((name) => [name, sql`${sql.placeholder(name)}`]),
  ) as T['$inferInsert']; // one place for each column
/** A whole row as the driver takes it. */
export const drivenRow = <T extends PgTable>(table: T, row: Row<T>) =>
  driven(Object.entries<PgColumn>(getTableColumns(table)), row);
/** What an INSERT that met its own key writes over the row that was there. */
export const overwriting = <T extends PgTable>(table: T, names: readonly (keyof Row<T>)[]) =>
  Object.fromEntries(
    columnsOf(table, names).map(([name, column]) => [name, sql`excluded.${sql.identifier(column.name)}`]),
  ) as PgUpdateSetSource<T>; // one value for each of these columns

/** INSERT of one whole row: every column is given, no default is used. */
export function rowInserter<T extends PgTable>(table: T): (tx: Tx, row: Row<T>) => PromiseLike<unknown> {
  const statement = prepared((tx) => tx.insert(table).values(placesOf(table)));
  return (tx, row) => statement(tx).execute(drivenRow(table, row));
}

/**
 * INSERT of one whole row, unless its key is there. The answer is a list as long as the rows that were made.
 */
export function rowMaker<T extends PgTable>(table: T): (tx: Tx, row: Row<T>) => Promise<readonly unknown[]> {
  const statement = prepared((tx) =>
    tx.insert(table).values(placesOf(table)).onConflictDoNothing().returning({ one: sql<number>`1` }),
  );
  // A list: `returning` asked for one
  return (tx, row) => statement(tx).execute(drivenRow(table, row)) as Promise<unknown[]>;
}

/**
 * UPDATE of the rows with this key: the columns in `changes`, no others.
 * The answer is a list as long as the rows that were changed.
 */
export function rowUpdater<T extends PgTable, C extends keyof Row<T>, K extends keyof Row<T>>(
  table: T,
  changes: readonly C[],
  key: readonly K[],
): (tx: Tx, values: Pick<Row<T>, C>, of: Pick<Row<T>, K>) => PromiseLike<readonly unknown[]> {
  const [changed, keyed] = [columnsOf(table, changes), columnsOf(table, key)];
  const places = Object.fromEntries(
    changed.map(([name]) => [name, sql`${sql.placeholder(`to ${name}`)}`]),
  ) as PgUpdateSetSource<T>; // one place for each column
  const isKeyed = and(...keyed.map(([name, column]) => sql`${column} = ${sql.placeholder(`of ${name}`)}`));
  const statement = prepared((tx) =>
    tx.update(table).set(places).where(isKeyed).returning({ one: sql<number>`1` }),
  );
  return (tx, values, of) =>
    statement(tx).execute({ ...driven(changed, values, 'to '), ...driven(keyed, of, 'of ') }) as Promise<
      unknown[]
    >; // a list: `returning` asked for one
}
