/**
 * Database tests: one real PostgreSQL for the whole run. A test file asks for it with
 * `inject('postgres').host` and `freshDatabase(host)`.
 */
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string };
  }
}

export async function setup(project: TestProject) {
  const server = await startPostgres();
  project.provide('postgres', { host: server.host });
  return () => server.stop();
}
