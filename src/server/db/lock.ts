import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { faultCode } from './faults.ts';

/** Another living process has the data directory open. */
export class DirectoryBusy extends Error {
  override readonly name = 'DirectoryBusy';
}

/** A process as its id and the moment it began, because ids are used again. */
function identityOf(pid: number): string | null {
  if (process.platform !== 'linux') {
    try {
      process.kill(pid, 0);
      return `${pid}`;
    } catch (fault) {
      return faultCode(fault) === 'EPERM' ? `${pid}` : null;
    }
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command may hold spaces and brackets: count from the last bracket. Field 22 is the start time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return null;
    return `${pid} ${fields[19]} ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
  } catch {
    return null;
  }
}

const readIfThere = (file: string) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
};

const isHeld = (owner: string) => owner !== '' && identityOf(Number(owner.split(' ')[0])) === owner;

/** Id of the living process that holds a lock; null when nobody does. */
export function holderOf(file: string): number | null {
  const owner = readIfThere(file);
  return owner !== null && isHeld(owner) ? Number(owner.split(' ')[0]) : null;
}

/**
 * Takes a directory for this process. PGlite does not do it: two processes would lose each other's writes
 * without an error.
 * The lock of a process that is gone is taken over.
 * @param file the lock, beside the directory it protects
 * @returns gives it back
 * @throws DirectoryBusy at once when another process has it
 */
export function lockDirectory(file: string): () => void {
  const mine = identityOf(process.pid) ?? `${process.pid}`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // Written whole before it gets its name, so that nobody ever reads half an owner.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, mine, { mode: 0o600 });
  try {
    for (let tries = 0; tries < 10; tries++) {
      try {
        linkSync(draft, file);
        return () => {
          if (readIfThere(file) === mine) rmSync(file, { force: true });
        };
      } catch (fault) {
        if (faultCode(fault) !== 'EEXIST') throw fault;
      }
      const owner = readIfThere(file);
      if (owner === null) continue;
      if (isHeld(owner))
        throw new DirectoryBusy(
          `The data in ${dirname(file)} is in use by process ${owner.split(' ')[0]}. Stop it first, or choose another DATA_DIR.`,
        );
      setAside(file, owner);
    }
    throw new DirectoryBusy(`The lock ${file} keeps changing hands.`);
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Removes a dead owner's lock; when someone else was quicker and it is a living one's by now, puts it back.
 */
function setAside(file: string, owner: string): void {
  const aside = `${file}.old.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (readIfThere(aside) !== owner) {
    try {
      linkSync(aside, file);
    } catch {
      // Taken again in the meantime: the loop looks at the new owner.
    }
  }
  rmSync(aside, { force: true });
}
