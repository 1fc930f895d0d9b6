import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { inject } from 'vitest';
import { type Shop, createApp } from '#server/http/app.ts';
import type { Core } from '#server/platform/core.ts';
import { type Database, databaseOf } from '#server/db/database.ts';
import { migrateEmbedded, migrationsFingerprint } from '#server/db/migrate.ts';
import { pgliteDriver } from '#server/db/pglite.ts';
import { postgresDriver } from '#server/db/postgres.ts';
import { readEnv } from '#server/platform/env.ts';
import { type Logger, createLog } from '#server/platform/log.ts';
import { openCore } from '#server/commands/main.ts';
import { type Services, createServices } from '#server/services/services.ts';
import { importShippedTenants, importTenant } from '#server/tenants/import.ts';
import { LOGIN, addressOf, freshDatabase, migratedDatabase } from './postgres.ts';
import { type AsOwner, ownerOf } from './owner.ts';
import { tinyTenants } from '../tenants/tiny-tenants.ts';

/**
 * Both databases that the product runs on. Locking is only proved on PostgreSQL: PGlite has one connection.
 */
export const engines = ['pglite', 'postgres'] as const;
export type Engine = (typeof engines)[number];

export interface Call {
  body?: unknown;
  headers?: Record<string, string> | undefined;
  /** Host header; without one, a host of Feira. */
  host?: string | undefined;
  bearer?: string | undefined;
  leadSecret?: string | undefined;
  grant?: string | undefined;
  /** `own` = as a page of this shop would. */
  origin?: string | undefined;
  /** As through https. */
  tls?: boolean | undefined;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed body; null when it is empty or no JSON. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read what they expect and fail otherwise
  json: any;
}

export interface TestServer {
  engine: Engine;
  core: Core;
  services: Services;
  shop: Shop;
  app: Shop['app'];
  /** Connection address of the owner of the tables; PostgreSQL only. */
  adminUrl: string | null;
  /** The embedded engine itself; PGlite only. */
  pglite: PGlite | null;
  asOwner: AsOwner;
  call(method: string, path: string, call?: Call): Promise<Answer>;
  /** Moves the one clock on by so many seconds from where it is. */
  shift(seconds: number): Promise<void>;
  sweep(): Promise<void>;
  drain(): Promise<void>;
  close(): Promise<void>;
}

interface Opened {
  db: Database;
  adminUrl: string | null;
  pglite: PGlite | null;
  drop(): Promise<void>;
}

/** Without the templates of further databases, of which there are none: half of the files. */
const ALONE = [
  `update pg_database set datistemplate = false`,
  `drop database template0`,
  `drop database template1`,
];
/** The tests' databases fit into a tenth of the memory that the engine sets aside and clears at each start. */
const SMALL = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

/** An in-memory database from a migrated snapshot, which is made once per set of migrations. */
async function openPglite(): Promise<Opened> {
  const cache = join(import.meta.dirname, '../../../node_modules/.cache/vitrine');
  const file = join(cache, `migrated-alone-${migrationsFingerprint()}.tar`);
  if (!existsSync(file)) {
    mkdirSync(cache, { recursive: true });
    const fresh = await PGlite.create();
    await migrateEmbedded(fresh);
    for (const statement of ALONE) await fresh.exec(statement);
    const dump = await fresh.dumpDataDir('none');
    await fresh.close();
    // Written beside and renamed: test files run at the same time.
    writeFileSync(`${file}.${process.pid}`, Buffer.from(await dump.arrayBuffer()));
    renameSync(`${file}.${process.pid}`, file);
  }
  const pglite = await PGlite.create({
    loadDataDir: new Blob([readFileSync(file)]),
    startParams: SMALL,
  });
  return { db: databaseOf(await pgliteDriver(pglite)), adminUrl: null, pglite, drop: async () => undefined };
}

async function openPostgres(log: Logger, host: string): Promise<Opened> {
  const { host: shared, template } = inject('postgres');
  const { name, url, drop } =
    host === shared ? await freshDatabase(host, template) : await migratedDatabase(host);
  return {
    db: databaseOf(postgresDriver(addressOf(host, name, LOGIN), log)),
    adminUrl: url,
    pglite: null,
    drop,
  };
}

/** Bytes of text that are always worth compressing. */
const LONG = 1_024;
/** Reads an answer as a browser does. @throws when it is long and was not compressed */
function textOf(headers: Headers, sent: Buffer, call: string): string {
  const encoding = headers.get('content-encoding');
  if (encoding === 'br') return brotliDecompressSync(sent).toString();
  if (encoding === 'gzip') return gunzipSync(sent).toString();
  if (sent.length > LONG && /text|json|svg/.test(headers.get('content-type') ?? ''))
    throw new Error(`${call} answered ${sent.length} bytes as they are`);
  return sent.toString();
}

/**
 * The whole server without a socket, on a database of its own.
 * @param options.tenants `tiny` (default): two tenants of a few items. `demo`: the shipped ones
 * @param options.lines   receives every log line
 * @param options.host    a PostgreSQL of the test's own, which it may break
 */
export async function openTestServer(
  engine: Engine,
  options: {
    tenants?: 'tiny' | 'demo' | 'none';
    env?: Record<string, string>;
    lines?: string[];
    checkReplies?: boolean;
    host?: string;
    /** what was built; left out, the build itself */
    dist?: string;
  } = {},
): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
  const env = readEnv({
    SANDBOX: '1',
    DATA_DIR: dataDir,
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    PIX_WEBHOOK_SECRET: 'a-secret-of-the-test-run-that-is-long',
    ...options.env,
  });
  const { lines } = options;
  const log = lines
    ? createLog('info', { write: (line: string) => void lines.push(line) })
    : createLog('silent');
  const opened =
    engine === 'pglite'
      ? await openPglite()
      : await openPostgres(log, options.host ?? inject('postgres').host);
  const core = await openCore(env, opened.db, log);
  if (options.tenants === 'demo') await importShippedTenants(core);
  else if (options.tenants !== 'none') for (const data of tinyTenants()) await importTenant(core, data);
  const services = createServices(core);
  const { dist, checkReplies = true } = options;
  const shop = createApp(core, services, { checkReplies, ...(dist === undefined ? {} : { dist }) });
  await core.jobs.start();
  const owner = ownerOf(opened.pglite, opened.adminUrl);
  return {
    engine,
    core,
    services,
    shop,
    app: shop.app,
    adminUrl: opened.adminUrl,
    pglite: opened.pglite,
    asOwner: owner.asOwner,
    async call(
      method,
      path,
      { body, headers = {}, host = 'feira.localhost', bearer, leadSecret, grant, origin, tls = false } = {},
    ) {
      const all = new Headers({
        host,
        'accept-encoding': 'gzip, br',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      });
      if (bearer !== undefined) all.set('authorization', `Bearer ${bearer}`);
      if (leadSecret !== undefined) all.set('x-lead-secret', leadSecret);
      if (grant !== undefined) all.set('x-signup-grant', grant);
      if (origin !== undefined) all.set('origin', origin === 'own' ? `http://${host}` : origin);
      const sent =
        body === undefined
          ? {}
          : {
              body:
                typeof body === 'string' || body instanceof Uint8Array
                  ? (body as BodyInit)
                  : JSON.stringify(body),
            };
      const response = await shop.app.request(`${tls ? 'https' : 'http'}://${host}${path}`, {
        method,
        headers: all,
        ...sent,
      });
      const text = textOf(response.headers, Buffer.from(await response.arrayBuffer()), `${method} ${path}`);
      return {
        status: response.status,
        headers: response.headers,
        text,
        json:
          /json/.test(response.headers.get('content-type') ?? '') && text !== '' ? JSON.parse(text) : null,
      };
    },
    shift: (seconds) => core.clock.shift(core.clock.offset() + seconds * 1_000),
    sweep: () => core.jobs.sweepNow(),
    drain: () => core.jobs.drain(),
    async close() {
      shop.pages.close();
      await core.jobs.stop();
      await core.events.close();
      await core.db.close();
      await owner.close();
      await opened.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
