import type { Core } from '#server/platform/core.ts';
import { faultCode } from '#server/db/faults.ts';
import { readEnv } from '#server/platform/env.ts';

const UNREACHED = /^(ECONN\w+|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|E(?:HOST|NET)UNREACH)$/;
/** SQLSTATE of a role, a password or a database that the server does not take. */
const UNKNOWN = /^(28...|3D000)$/;

/**
 * Faults whose message is made for a person who can do something about it, and what is wrong with the
 * database that was named.
 * @returns undefined for a bug, which needs its stack
 */
export function userMessage(fault: unknown): string | undefined {
  if (!(fault instanceof Error)) return String(fault);
  if (/Fault$|^(DirectoryBusy|DiskFull|TenantError)$/.test(fault.name)) return fault.message;
  const code = faultCode(fault) ?? '';
  if (UNREACHED.test(code) || ('syscall' in fault && fault.syscall === 'connect'))
    return `The database of DATABASE_URL or DATABASE_ADMIN_URL does not answer (${code}).`;
  return UNKNOWN.test(code)
    ? `The database of DATABASE_URL or DATABASE_ADMIN_URL does not take its role, password or name (${code}).`
    : undefined;
}

/** Ends with 2: the command was not called as it is meant. */
export function endWithUsage(usage: string): never {
  console.error(`Uso: ${usage}`);
  process.exit(2);
}

/**
 * Does the work of a command, and writes what it gives. Where it fails: one sentence without a stack, and
 * exit code 1.
 */
export async function runCommand(work: () => Promise<string>): Promise<void> {
  try {
    console.log(await work());
  } catch (fault) {
    console.error(userMessage(fault) ?? (fault instanceof Error ? fault.message || fault.name : fault));
    process.exitCode = 1;
  }
}

/** {@link runCommand} with the database that `source` names, opened for it and closed after it. */
export const runWithStore = (
  source: Record<string, string | undefined>,
  work: (core: Core) => Promise<string>,
): Promise<void> =>
  runCommand(async () => {
    const env = readEnv(source);
    // Loaded when needed: a start and other commands want the sentences alone.
    const [{ openDatabase }, { createLog }, { openCore }] = await Promise.all([
      import('#server/backup/before-migration.ts'),
      import('#server/platform/log.ts'),
      import('./main.ts'),
    ]);
    const log = createLog('warn');
    const db = await openDatabase(env, log);
    try {
      return await work(await openCore(env, db, log));
    } finally {
      await db.close();
    }
  });
