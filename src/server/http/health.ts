import { statfs } from 'node:fs/promises';
import type { Hono } from 'hono';
import type { AppEnv } from './app-env.ts';
import type { Core } from '#server/platform/core.ts';
import { hasSpace } from '#server/db/disk.ts';
import { migrationsMissing } from '#server/db/migrate.ts';

/** Least share of free space on the data disk. */
const LEAST_SPACE = 0.05;
/**
 * Sweeps and the queue say every second that they live; whoever was silent for longer is stuck, in ms. Told
 * within the 5 s of OPS-02.
 */
const LONGEST_SILENCE = 3_000;
const PATIENCE = 2_000;

const within = async <T>(work: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), PATIENCE);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
};

/** `/livez`: the process runs. `/readyz`: it can serve people; 503 with the names of what cannot. */
export function registerHealth(app: Hono<AppEnv>, core: Core, state: { isDraining: boolean }): void {
  app.get('/livez', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    const checks: Record<string, () => Promise<boolean>> = {
      accepting: async () => !state.isDraining,
      database: async () => (await within(core.db.ping()), true),
      // One that knows more is a newer server's.
      migrations: async () => (await within(migrationsMissing((text) => core.db.executeSql(text)))) === 0,
      disk: async () => {
        if (core.db.engine !== 'pglite') return true;
        const { bavail, blocks } = await statfs(core.env.DATA_DIR);
        return bavail / blocks >= LEAST_SPACE && (await hasSpace(core.env.DATA_DIR));
      },
      queue: async () => {
        const beat = core.jobs.heartbeat();
        return beat === null || Date.now() - beat < LONGEST_SILENCE;
      },
    };
    const failed: string[] = [];
    for (const [name, check] of Object.entries(checks)) {
      // What stands on a database that is gone is no news.
      if (failed.includes('database') && ['migrations', 'queue'].includes(name)) continue;
      if (!(await check().catch(() => false))) failed.push(name);
    }
    return failed.length === 0
      ? c.json({ status: 'ok' })
      : c.json({ status: 'unavailable', failed }, 503, { 'Retry-After': '2' });
  });
}
