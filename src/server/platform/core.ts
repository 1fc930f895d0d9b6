import type { Clock } from './clock.ts';
import type { Database } from '#server/db/database.ts';
import type { Env } from './env.ts';
import type { Events } from './events.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Limits } from './limits.ts';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Secrets } from './secrets.ts';
import type { TenantDirectory } from './tenant-directory.ts';

/** What every service stands on. */
export interface Core {
  env: Env;
  db: Database;
  clock: Clock;
  events: Events;
  jobs: Jobs;
  limits: Limits;
  secrets: Secrets;
  tenants: TenantDirectory;
  log: Logger;
  metrics: Metrics;
}
