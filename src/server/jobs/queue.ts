import { PgBoss } from 'pg-boss';

/** Every queue there is. */
export const jobNames = [
  'message.send',
  'message.email',
  'message.push',
  'order.news',
  'payment.check',
] as const;
export type JobName = (typeof jobNames)[number];

type ExecuteSql = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;

export const QUEUE_SCHEMA = 'pgboss';
/**
 * Seconds after which a job that is being done by nobody any more counts as left; whoever does it says so
 * more often.
 */
export const HEARTBEAT = 20;

/** pg-boss over a given way to run SQL. The role of the shop may use its tables, never change them. */
export function bossOf(
  engine: 'pglite' | 'postgres',
  executeSql: ExecuteSql,
  options: { install: boolean },
): PgBoss {
  const db = {
    executeSql: async (text: string, values?: unknown[]) => ({
      rows: (await executeSql(text, values)).rows as Record<string, unknown>[],
    }),
  }; // rows of named columns
  return new PgBoss({
    db,
    schema: QUEUE_SCHEMA,
    backend: engine,
    migrate: options.install,
    createSchema: options.install,
    supervise: !options.install,
    // A job of a process that was killed is given to another within a minute: {@link HEARTBEAT} and two
    // rounds of this.
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    // Recurring work is driven by the one clock, not by the database's.
    schedule: false,
    reindex: false,
    monitorVacuum: false,
  });
}

/** Makes or updates the queue's own tables as their owner and opens them to `app`. */
export async function installQueue(engine: 'pglite' | 'postgres', executeSql: ExecuteSql): Promise<void> {
  const boss = bossOf(engine, executeSql, { install: true });
  await boss.start();
  for (const name of jobNames)
    if (!(await boss.getQueue(name)))
      await boss.createQueue(name, {
        retryLimit: 10,
        retryDelay: 1,
        retryBackoff: true,
        retryDelayMax: 300,
        expireInSeconds: 60,
      });
  await boss.stop({ graceful: false, close: false });
  await executeSql(
    `grant usage on schema ${QUEUE_SCHEMA} to app; grant select, insert, update, delete on all tables in schema ${QUEUE_SCHEMA} to app; grant execute on all functions in schema ${QUEUE_SCHEMA} to app; grant usage on all sequences in schema ${QUEUE_SCHEMA} to app`,
  );
}
