import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type Job, type JobResult, fromDrizzle } from 'pg-boss';
import type { Database, Tx } from '../db/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import { isDiskFull } from '../db/disk.ts';
import type { Logger } from '#server/platform/log.ts';
import type { TenantDirectory } from '#server/platform/tenant-directory.ts';
import { HEARTBEAT, type JobName, QUEUE_SCHEMA, bossOf } from './queue.ts';

export type { JobName } from './queue.ts';

/** What a job carries: ids, never personal data. */
export interface JobData {
  tenantId: string;
  [field: string]: string | number | boolean;
}

/**
 * Jobs of one queue that are done at the same time in one process: fewer than its connections to the
 * database.
 */
const BATCH = 8;

type Handler = (data: JobData) => Promise<void>;
/**
 * @param alive to be called between the steps of work that may take longer than a server may be silent
 * (`health.ts`)
 */
type Sweep = (tenantId: string, alive: () => void) => Promise<void>;
/** Work whose time is in the database: function `due_work` names the tenants that have some. */
type DueWork = 'order.due' | 'lock.expiry' | 'payment.check';

/** Work that outlives a request. */
export interface Jobs {
  /** Queues a job that exists only if `tx` commits. */
  send(tx: Tx, name: JobName, data: JobData): Promise<void>;
  /**
   * Says what a queue does. A handler that throws is called again later: 1 s, 2 s, 4 s … up to 10 times, so
   * it must bear repetition.
   */
  handle(name: JobName, handler: Handler): void;
  /**
   * Calls `sweep` for each tenant every `ms`. What is due is decided by the one clock; two processes may
   * sweep at once.
   */
  every(name: string, ms: number, sweep: Sweep): void;
  /**
   * Calls `sweep` every second for each tenant that has work of this kind now, by the one clock; asked of the
   * database once for all of them.
   */
  whenDue(name: DueWork, sweep: Sweep): void;
  start(): Promise<void>;
  /** Finishes what is being done and starts nothing more. */
  stop(): Promise<void>;
  /** Every sweep once, now. For tests and the sandbox's clock. */
  sweepNow(): Promise<void>;
  /** Does something while no sweep of this process is at work. */
  apart(work: () => Promise<void>): Promise<void>;
  /** Waits until the queues are empty. @throws Error after `ms` */
  drain(ms?: number): Promise<void>;
  /**
   * Epoch ms of the last sign of life, real time: the older of the sweeps' (one that did its work, or a round
   * without a fault) and the queue's (it asked the database for jobs, or does some); null before the start.
   */
  heartbeat(): number | null;
}

/** Drizzle types the rows of `execute` per engine; both answer `{rows}`. */
const adapterOf = (tx: Tx) => tx as unknown as Parameters<typeof fromDrizzle>[0];

/** Wires the queue and the sweeper. Handlers are given before `start`. */
export function createJobs(
  db: Database,
  tenants: () => TenantDirectory,
  clock: Pick<Clock, 'date'>,
  log: Logger,
): Jobs {
  let [asked, busy] = [0, 0];
  const boss = bossOf(
    db.engine,
    async (text, values) => {
      const answer = await db.executeSql(text, values);
      asked = Date.now();
      return answer;
    },
    { install: false },
  );
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'));
  const handlers = new Map<JobName, Handler>();
  const sweeps: { name: string; ms: number; sweep: Sweep; next: number }[] = [];
  const dueSweeps = new Map<string, Sweep>();
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let beat: number | null = null;
  let isStopped = true;

  /** Tenants with due work, in the order in which sweeps were given. */
  const dueNow = async (): Promise<{ name: string; id: string; sweep: Sweep }[]> => {
    if (dueSweeps.size === 0) return [];
    const { rows } = await db.executeSql('select sweep, tenant from due_work($1)', [clock.date()]);
    const named = rows as { sweep: string; tenant: string }[]; // the columns just asked for
    return [...dueSweeps].flatMap(([name, sweep]) =>
      named.flatMap((row) =>
        row.sweep === name && tenants().byId(row.tenant) ? [{ name, id: row.tenant, sweep }] : [],
      ),
    );
  };

  const alive = () => void (beat = Date.now());
  const round = async (all: boolean) => {
    const now = performance.now();
    let [due, faults] = [0, 0];
    const attempt = async (of: { name: string; id?: string }, work: () => Promise<unknown>) => {
      if (isStopped && !all) return;
      try {
        await work();
      } catch (error) {
        if (all) throw error;
        // A full disk is told by whoever is refused and by `/readyz`, not by every sweep of every second.
        if (isDiskFull(error)) return;
        faults++;
        log.error({ err: error, sweep: of.name, tenant: of.id }, 'sweep failed');
      }
    };
    const visit = (name: string, id: string, sweep: Sweep) =>
      attempt({ name, id }, async () => {
        await sweep(id, alive);
        alive();
      });
    let named: Awaited<ReturnType<typeof dueNow>> = [];
    await attempt({ name: 'due' }, async () => {
      named = await dueNow();
      due++;
    });
    for (const { name, id, sweep } of named) await visit(name, id, sweep);
    // Asked, and nothing of it failed: that is a sign of life, whatever else may fail.
    if (due > 0 && faults === 0) alive();
    for (const entry of sweeps) {
      if (!all && entry.next > now) continue;
      due++;
      entry.next = now + entry.ms;
      for (const { id } of tenants().all()) await visit(entry.name, id, entry.sweep);
    }
    // A round in which nothing could be asked says nothing.
    if (due > 0 && faults === 0 && (all || !isStopped)) alive();
  };
  // Never two rounds at once in one process.
  const sweepNow = async () => {
    await running;
    await (running = round(true).finally(() => (running = null)));
  };
  const tick = () => {
    running ??= round(false).finally(() => (running = null));
  };

  return {
    async send(tx, name, data) {
      await boss.send(name, data, { db: fromDrizzle(adapterOf(tx), sql), heartbeatSeconds: HEARTBEAT });
    },
    handle: (name, handler) => void handlers.set(name, handler),
    every: (name, ms, sweep) => void sweeps.push({ name, ms, sweep, next: 0 }),
    whenDue: (name, sweep) => void dueSweeps.set(name, sweep),
    async start() {
      isStopped = false;
      beat = asked = Date.now();
      await boss.start();
      for (const [name, handler] of handlers) {
        // While there is more than it takes, it goes on at once; what fails is tried again by itself.
        await boss.work<JobData>(
          name,
          { pollingIntervalSeconds: 0.5, batchSize: BATCH, burstWhenBatchFull: true, perJobResults: true },
          (jobs: Job<JobData>[]) => {
            // While it works it asks for nothing, and that may take as long as some other service.
            busy++;
            return Promise.all(
              jobs.map(({ id, data }) =>
                handler(data).then(
                  (): JobResult => ({ id, status: 'completed' }),
                  (error: unknown): JobResult => ({
                    id,
                    status: 'failed',
                    output: { message: error instanceof Error ? error.message : String(error) },
                  }),
                ),
              ),
            ).finally(() => busy--);
          },
        );
      }
      timer = setInterval(tick, 1_000).unref();
      tick();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running?.catch(() => undefined);
      await boss.stop({ graceful: true, close: false, timeout: 10_000 });
    },
    sweepNow,
    async apart(work) {
      while (running) await running.catch(() => undefined);
      await (running = work().finally(() => (running = null)));
    },
    async drain(ms = 10_000) {
      const until = performance.now() + ms;
      while (performance.now() < until) {
        const { rows } = await db.executeSql(
          `select count(*)::int as open from ${QUEUE_SCHEMA}.job where state < 'completed'`,
        );
        const [row] = rows as { open: number }[]; // the one column just asked for
        if (row?.open === 0) return;
        await pause(25);
      }
      throw new Error(`jobs are still open after ${ms} ms`);
    },
    heartbeat: () => (beat === null || busy > 0 ? beat : Math.min(beat, asked)),
  };
}
