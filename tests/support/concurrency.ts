import pg from 'pg';
import type { Answer, TestServer } from './store/server.ts';

/** How many who ask at the same time come to be in the database at the same time. */
export type Crowd = <T>(work: () => Promise<T>) => Promise<T>;

/** By chance: most of the time. */
export const asTheyCome: Crowd = (work) => work();

/**
 * Surely: nobody may write to `table` until `count` wait for something, each having read what it decides by.
 * What a missing guard lets through is then let through on every machine.
 * Only for PostgreSQL, and only where `work` itself needs no write to the table before its race.
 */
export const atOnce =
  ({ adminUrl }: TestServer, table: string, count = 2): Crowd =>
  async (work) => {
    const [holder, watcher] = [
      new pg.Client({ connectionString: adminUrl ?? '' }),
      new pg.Client({ connectionString: adminUrl ?? '' }),
    ];
    await Promise.all([holder.connect(), watcher.connect()]);
    try {
      await holder.query(`begin; lock table ${pg.escapeIdentifier(table)} in share mode`);
      let isOver = false;
      const done = work().finally(() => (isOver = true));
      const waiting = async () =>
        (
          await watcher.query<{ count: number }>(
            "select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          )
        ).rows[0]?.count ?? 0;
      while (!isOver && (await waiting()) < count);
      await holder.query('commit');
      return await done;
    } finally {
      await Promise.all([holder.end(), watcher.end()]);
    }
  };

/** The same work as often as is said, at once. */
export const times = (count: number, work: (at: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));
export const passed = (answers: Answer[]) => answers.filter(({ status }) => status < 300).length;
/** What those who did not pass were told. */
export const codes = (answers: Answer[]) => [
  ...new Set(answers.filter(({ status }) => status >= 300).map(({ json }) => json.code as string)),
];
export const faults = (answers: Answer[]) =>
  answers.filter(({ status }) => status >= 500).map(({ json }) => json.code);
