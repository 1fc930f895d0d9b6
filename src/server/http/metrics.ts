import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import type { Database } from '#server/db/database.ts';
import { QUEUE_SCHEMA } from '#server/jobs/queue.ts';
import { type Values, within } from '#server/platform/metrics.ts';
import type { App } from './app-env.ts';

interface Watched {
  cache: { served(): number; size(): { bytes: number } };
  pages: { figures(): { served: number; drawings: number; bytes: number } };
  inFlight(): number;
}

/** What the process reads from its parts when it is asked. */
export function watch({ metrics, db, events, jobs }: Core, { cache, pages, inFlight }: Watched): void {
  metrics.read('vitrine_http_in_flight', 'Requests that are being answered.', inFlight);
  metrics.read(
    'vitrine_cached_answers',
    'Answers given straight from memory since the start.',
    () => cache.served() + pages.figures().served,
  );
  metrics.read(
    'vitrine_cached_bytes',
    'Memory of the kept answers.',
    () => cache.size().bytes + pages.figures().bytes,
  );
  metrics.read(
    'vitrine_drawn_pages',
    'Pages drawn for everybody since the start.',
    () => pages.figures().drawings,
  );
  metrics.read('vitrine_open_streams', 'Event streams that are open.', () => events.streams());
  metrics.read('vitrine_database_up', 'Whether the database answers.', () =>
    within(() => db.ping()).then(
      () => 1,
      () => 0,
    ),
  );
  metrics.read('vitrine_database_connections', 'Connections of this process to PostgreSQL.', () =>
    Object.entries(db.connections?.() ?? {}).map(([state, value]) => ({ labels: { state }, value })),
  );
  metrics.read('vitrine_jobs_waiting', 'Jobs by queue and state; those of message are the outbox.', () =>
    jobsWaiting(db),
  );
  metrics.read('vitrine_last_sweep_timestamp_seconds', 'When the last round of due work ended.', () => {
    const beat = jobs.heartbeat();
    return beat === null ? [] : beat / 1_000;
  });
}

async function jobsWaiting(db: Database): Promise<Values> {
  const { rows } = await db.executeSql(
    `select name, state::text as state, count(*)::int as count from ${QUEUE_SCHEMA}.job where state in ('created', 'retry', 'active', 'failed') group by 1, 2`,
  );
  return (rows as { name: string; state: string; count: number }[]).map(({ name, state, count }) => ({
    labels: { queue: name, state },
    value: count,
  })); // the columns just asked for
}

/** `GET /metrics` as Prometheus reads it. @throws ApiProblem UNAUTHENTICATED without the token */
export function registerMetrics(app: App, { metrics, secrets }: Core): void {
  app.get('/metrics', async (c) => {
    const token = /^Bearer (\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
    if (token === undefined || !secrets.matches('metrics', 'GET /metrics', token))
      throw new ApiProblem('UNAUTHENTICATED');
    c.header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8');
    return c.body(await metrics.text());
  });
}
