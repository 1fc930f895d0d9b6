import type { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { type Driver, type Tx, faultOf, settled } from './database.ts';
import { refuseInside, withinTransaction } from './inside.ts';

/** The embedded engine: one connection, so transactions take turns. `pglite` must have been migrated. */
export async function pgliteDriver(pglite: PGlite): Promise<Driver> {
  await pglite.exec('set role app');
  const guarded = new Proxy(pglite, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => {
        refuseInside(`pglite.${String(name)}`);
        return Reflect.apply(value, target, given);
      };
    },
  });
  const global: Tx = drizzle({ client: guarded });
  return {
    engine: 'pglite',
    global,
    async transaction(work, mode, opening) {
      refuseInside('db.tenant');
      return withinTransaction(() =>
        drizzle({ client: pglite }).transaction(async (tx) => {
          if (mode === 'read') await tx.setTransaction({ accessMode: 'read only' });
          await tx.execute(opening);
          try {
            const done = await work(tx);
            await settled(tx);
            return done;
          } catch (error) {
            throw await faultOf(tx, error);
          }
        }),
      );
    },
    async executeSql(text, values) {
      // Several statements in one text only pass without values.
      if (values && values.length > 0) return { rows: (await pglite.query(text, values)).rows };
      const results = await pglite.exec(text);
      return { rows: results.at(-1)?.rows ?? [] };
    },
    listen: async (channel, heard) => void (await pglite.listen(channel, heard)),
    ping: async () => void (await pglite.query('select 1')),
    dump: () => pglite.dumpDataDir('none'),
    close: () => pglite.close(),
  };
}
