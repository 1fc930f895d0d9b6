import { statfs } from 'node:fs/promises';
import { faultCode } from './faults.ts';

/**
 * Free bytes below which an embedded database is not written to. The engine cannot bear a full disk (it never
 * answers again once its log cannot grow), so the
 * shop stops writing while there is still room for the log that is being written, the queue and the counters.
 * A test may move it.
 */
export const SPACE = { reserve: 64 * 1_048_576 };

/** How long a measurement is believed, in ms: also how soon the shop writes again. */
const BELIEVED = 250;

/**
 * The disk has no room for another write. Nothing was written; reading goes on. The code is PostgreSQL's own
 * for it.
 */
export class DiskFull extends Error {
  override readonly name = 'DiskFull';
  readonly code = '53100';
}

/** True when a write found no room, here or on the database's own machine. */
export const isDiskFull = (error: unknown): boolean => ['53100', 'ENOSPC'].includes(faultCode(error) ?? '');

/** True when there is room for writing below `dir`. */
export async function hasSpace(dir: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize >= SPACE.reserve;
}

/** Refuses while there is too little space below `dir`. @throws DiskFull */
export function spaceGuard(dir: string): () => Promise<void> {
  let measured = Number.NEGATIVE_INFINITY;
  let isFree = true;
  return async () => {
    const now = performance.now();
    if (now - measured > BELIEVED) {
      measured = now;
      isFree = await hasSpace(dir);
    }
    if (!isFree) throw new DiskFull('there is too little space to write');
  };
}
