import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../../src/server/db/migrations');
/** Every migration there is, in order. */
export const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as {
  entries: { tag: string }[];
};

/** The migrations as they were when only the first so many existed. @returns a folder below `scratch` */
export function oldMigrations(scratch: string, count: number): string {
  const copy = join(scratch, `first-${count}`);
  cpSync(folder, copy, { recursive: true });
  writeFileSync(
    join(copy, 'meta/_journal.json'),
    JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }),
  );
  return copy;
}

/** A row in every table, whatever its columns; foreign keys off. */
export const FILL = `set session_replication_role = replica;
do $$ declare t record; begin
  for t in select table_name as name, string_agg(format('%I', column_name), ',' order by ordinal_position) as columns,
    string_agg(case when udt_name = 'uuid' then 'gen_random_uuid()' when udt_name = 'timestamptz' then '''2026-01-01''' when udt_name = 'jsonb' then '''{"a":1}''' when udt_name = 'bool' then 'true' when udt_name like '\\_%' then '''{}'''
      when udt_name like 'int%' or udt_name like 'float%' then '1' else '''x''' end, ',' order by ordinal_position) as cells
    from information_schema.columns where table_schema = 'public' group by table_name
  loop execute format('insert into public.%I (%s) values (%s)', t.name, t.columns, t.cells); end loop;
end $$; set session_replication_role = default`;
