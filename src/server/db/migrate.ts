import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { EnvironmentFault } from '#server/platform/env.ts';
import { installQueue, jobNames } from '../jobs/queue.ts';

const migrationsFolder = join(import.meta.dirname, 'migrations');

/** Changes when a migration or a queue is added: names cached snapshots of a migrated database. */
export function migrationsFingerprint(): string {
  const hash = createHash('sha256').update(jobNames.join()).update(LET_READ);
  for (const name of readdirSync(migrationsFolder)
    .filter((file) => file.endsWith('.sql'))
    .sort())
    hash.update(name).update(readFileSync(join(migrationsFolder, name)));
  return hash.digest('hex').slice(0, 16);
}

/** The database and the files do not belong together; nothing was changed. */
export class MigrationFault extends Error {
  override readonly name = 'MigrationFault';
}

const journal = () =>
  (
    JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8')) as {
      entries: { tag: string; when: number }[];
    }
  ).entries; // drizzle-kit's own file

export type Query = (text: string) => Promise<{ rows: unknown[] }>;

/**
 * What was done before must be what the files say (OPS-07): forward only, no file edited, none slipped in
 * before one that was done. A database that knows more than these files
 * is a newer server's and is left as it is: one release back keeps working.
 * @throws MigrationFault naming the file
 */
async function assertHistory(query: Query): Promise<void> {
  const { rows: known } = await query(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as known`,
  );
  if (!(known as { known: boolean }[])[0]?.known) return;
  const { rows } = await query('select hash, created_at::text as at from drizzle.__drizzle_migrations');
  // The columns just asked for
  const done = new Map((rows as { hash: string; at: string }[]).map(({ hash, at }) => [Number(at), hash]));
  const newest = Math.max(...done.keys());
  const files = journal();
  for (const { tag, when } of files.filter((file) => file.when <= newest)) {
    const hash = done.get(when);
    if (hash === undefined)
      throw new MigrationFault(
        `Migration ${tag} is older than one that this database has had, and was never done.`,
      );
    if (
      hash !==
      createHash('sha256')
        .update(readFileSync(join(migrationsFolder, `${tag}.sql`)))
        .digest('hex')
    )
      throw new MigrationFault(
        `Migration ${tag} was changed after it was done here. Put the file back; write a new one instead.`,
      );
  }
  const strange = [...done.keys()].filter(
    (at) => at < (files.at(-1)?.when ?? 0) && !files.some(({ when }) => when === at),
  );
  if (strange.length > 0)
    throw new MigrationFault('This database has had a migration that is not among the files.');
}

/** What the shop may know of the migrations that were done. */
const LET_READ = 'grant usage on schema drizzle to app; grant select on drizzle.__drizzle_migrations to app';

/** Makes a copy of a database that is about to be changed. */
type Keep = () => Promise<void>;

/** Before the first change of a database that has been in use (OPS-06). */
async function keepBefore(query: Query, keep: Keep | undefined): Promise<void> {
  const missing = await migrationsMissing(query);
  if (keep && missing > 0 && missing < journal().length) await keep();
}

/**
 * Brings an embedded database up to date, job queue included.
 * @param keep makes a copy before one with data is changed
 * @throws MigrationFault
 */
export async function migrateEmbedded(pglite: PGlite, keep?: Keep): Promise<void> {
  await pglite.exec('reset role');
  const query: Query = (text) => pglite.query(text);
  await assertHistory(query);
  await keepBefore(query, keep);
  await migratePglite(drizzlePglite({ client: pglite }), { migrationsFolder });
  await installQueue('pglite', async (text, values) => {
    if (values && values.length > 0) return { rows: (await pglite.query(text, values)).rows };
    return { rows: (await pglite.exec(text)).at(-1)?.rows ?? [] };
  });
  await pglite.exec(LET_READ);
}

/** Migrations that a database has not had yet. */
export async function migrationsMissing(query: Query): Promise<number> {
  const all = journal();
  const { rows } = await query(`select to_regclass('drizzle.__drizzle_migrations') is not null as known`);
  if (!(rows as { known: boolean }[])[0]?.known) return all.length;
  const { rows: done } = await query(
    'select max(created_at)::text as newest from drizzle.__drizzle_migrations',
  );
  const newest = Number((done as { newest: string | null }[])[0]?.newest ?? 0); // the column just asked for
  return all.filter(({ when }) => when > newest).length;
}

/** One migration runner at a time, whichever process comes first. The number is arbitrary. */
const MIGRATION_LOCK = 7_311_406;

/**
 * Brings a PostgreSQL database up to date and lets the shop's login role act as `app`.
 * @param adminUrl owner of the tables
 * @param url      login role of the shop; may be the same in development
 * @param keep     makes a copy before one with data is changed
 * @throws MigrationFault
 */
export async function migrateServer(adminUrl: string, url: string, keep?: Keep): Promise<void> {
  const client = new pg.Client({
    connectionString: adminUrl,
    application_name: 'vitrine-migrations',
    connectionTimeoutMillis: 5_000,
  });
  // The statement that is under way tells what happened.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const query: Query = (text) => client.query(text);
    await assertHistory(query);
    await keepBefore(query, keep);
    await migratePg(drizzlePg({ client }), { migrationsFolder });
    await installQueue('postgres', async (text, values) => {
      const result: unknown = await client.query(text, values);
      // The two shapes pg documents
      return (Array.isArray(result) ? result.at(-1) : result) as pg.QueryResult;
    });
    await client.query(LET_READ);
    const login = new URL(url).username;
    const { rows } = await client.query<{ owner: string }>('select current_user as owner');
    if (login !== '' && login !== rows[0]?.owner)
      await client.query(`grant app to ${pg.escapeIdentifier(decodeURIComponent(login))}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * The role that serves people must be subject to row-level security.
 * @throws EnvironmentFault saying what is wrong with it
 */
export async function assertHumbleRole(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ strong: boolean; owns: boolean }>(
      `select (rolsuper or rolbypassrls) as strong, exists (select 1 from pg_tables where schemaname = 'public' and tableowner = current_user) as owns from pg_roles where rolname = current_user`,
    );
    if (rows[0]?.strong || rows[0]?.owns)
      throw new EnvironmentFault(
        'DATABASE_URL must name a role without SUPERUSER and BYPASSRLS that owns no table. Give the owner in DATABASE_ADMIN_URL.',
      );
  } finally {
    await client.end();
  }
}
