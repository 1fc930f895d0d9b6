import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Core } from '#server/platform/core.ts';
import { openDatabase } from '#server/backup/before-migration.ts';
import { readEnv } from '#server/platform/env.ts';
import { createLog } from '#server/platform/log.ts';
import { openCore } from '#server/commands/main.ts';
import { importTenant } from '#server/tenants/import.ts';
import { broken, stuckJobs } from '../invariants.ts';
import { addressOf } from './postgres.ts';
import { type Engine, type TestServer, openTestServer } from './server.ts';
import { tinyTenants } from '../tenants/tiny-tenants.ts';

/**
 * A database with the tiny tenants for servers that run as processes of their own and are ended in any way.
 */
export interface ChildStore {
  /** For {@link startChild}. */
  env: Record<string, string>;
  /** Key of the payment notices' signature. */
  secret: string;
  /**
   * A second server on the same PostgreSQL, which does no work of its own; null on the embedded engine, which
   * one process alone may open.
   */
  observer: TestServer | null;
  /** Puts things into the store before any server of it runs. */
  seed<T>(work: (core: Core) => Promise<T>): Promise<T>;
  /** What breaks the rules, see {@link broken}. Of the embedded engine a copy of the files is looked at. */
  faults(acknowledged: readonly string[]): Promise<string[]>;
  close(): Promise<void>;
}

const faultsOf = async (core: Core, acknowledged: readonly string[]) => [
  ...(await broken(core, 'client', acknowledged)),
  ...(await stuckJobs(core)),
];

export async function openChildStore(engine: Engine): Promise<ChildStore> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'vitrine-child-'));
  const secret = 'the-secret-of-the-notices-of-this-test';
  const env: Record<string, string> = {
    DATA_DIR: dataDir,
    SECRET_KEYS: 'a:0123456789abcdef0123456789abcdef',
    PIX_WEBHOOK_SECRET: secret,
  };
  const observer = engine === 'postgres' ? await openTestServer('postgres') : null;

  async function withCore<T>(dir: string, work: (core: Core) => Promise<T>): Promise<T> {
    const settings = readEnv({ ...env, DATA_DIR: dir, SANDBOX: '0', NODE_ENV: 'test' });
    const core = await openCore(
      settings,
      await openDatabase(settings, createLog('silent')),
      createLog('silent'),
    );
    try {
      return await work(core);
    } finally {
      await core.events.close();
      await core.db.close();
    }
  }
  if (observer) {
    await observer.core.jobs.stop();
    const { pathname, searchParams } = new URL(observer.adminUrl ?? '');
    env['DATABASE_ADMIN_URL'] = observer.adminUrl ?? '';
    env['DATABASE_URL'] = addressOf(searchParams.get('host') ?? '', pathname.slice(1), 'shop');
  } else
    await withCore(dataDir, async (core) => {
      for (const data of tinyTenants()) await importTenant(core, data);
    });

  return {
    env,
    secret,
    observer,
    seed: (work) => withCore(dataDir, work),
    async faults(acknowledged) {
      if (observer) return faultsOf(observer.core, acknowledged);
      const copy = mkdtempSync(path.join(tmpdir(), 'vitrine-child-copy-'));
      cpSync(path.join(dataDir, 'database'), path.join(copy, 'database'), { recursive: true });
      try {
        return await withCore(copy, (core) => faultsOf(core, acknowledged));
      } finally {
        rmSync(copy, { recursive: true, force: true });
      }
    },
    async close() {
      await observer?.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
