/**
 * Opens the store's database as a start does, and kills itself before the nth step; says how many there were.
 * Steps are messages to the embedded engine, or what is
 * done to its files. Told all of it by arguments: directory, n, kind of step.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { PGlite } from '@electric-sql/pglite';
import { openDatabase } from '#server/backup/before-migration.ts';
import { readEnv } from '#server/platform/env.ts';
import { createLog } from '#server/platform/log.ts';

const [DATA_DIR, at, kind] = process.argv.slice(2);
let steps = 0;
function watch<T extends object, K extends keyof T & string>(owner: T, names: readonly K[]): void {
  for (const name of names) {
    // Functions of the engine and of the file system
    const done = owner[name] as (...given: unknown[]) => unknown;
    owner[name] = function (this: unknown, ...given: unknown[]) {
      if (++steps === Number(at)) process.kill(process.pid, 'SIGKILL');
      return done.apply(this, given);
    } as T[K]; // the same function, counted
  }
}
if (kind === 'messages') watch(PGlite.prototype, ['execProtocolRaw', 'execProtocolRawStream']);
else {
  watch(fs, [
    'openSync',
    'writeSync',
    'mkdirSync',
    'renameSync',
    'ftruncateSync',
    'linkSync',
    'writeFileSync',
  ]);
  syncBuiltinESMExports();
}
const db = await openDatabase(
  readEnv({ SANDBOX: '1', DATA_DIR, SECRET_KEYS: 'a:0123456789abcdef0123456789abcdef' }),
  createLog('silent'),
);
await db.close();
process.send?.({ steps });
process.disconnect();
