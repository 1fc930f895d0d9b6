/**
 * Database tests: one real PostgreSQL for the whole run. A test file asks for it with
 * `inject('postgres').host` and `freshDatabase(host)`.
 */
import type { TestProject } from 'vitest/node';
import { migratedDatabase, startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** `template`: a migrated database, to copy. */
    postgres: { host: string; template: string };
  }
}

export async function setup(project: TestProject) {
  const server = await startPostgres();
  const { name: template } = await migratedDatabase(server.host);
  project.provide('postgres', { host: server.host, template });
  return () => server.stop();
}
