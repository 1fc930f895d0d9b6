import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTenant } from '#server/tenants/read.ts';

/** A shipped tenant's folder. */
export const folderOf = (name: string) => join(import.meta.dirname, '../../../src/shops', name);

/** Writes a file of a folder anew. */
export const change = async (folder: string, file: string, anew: (text: string) => string): Promise<void> =>
  writeFile(join(folder, file), anew(await readFile(join(folder, file), 'utf8')));

/** What the reader says of the company store's folder with one file changed; `read` when it takes it. */
export const spoil = (file: string, anew: (text: string) => string): Promise<string> =>
  spoilFolder((folder) => change(folder, file, anew));

/** The same of a folder that is changed as a whole. */
export async function spoilFolder(alter: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tenant-'));
  try {
    await cp(folderOf('clube'), folder, { recursive: true });
    await alter(folder);
    return await readTenant(folder).then(
      () => 'read',
      (error: Error) => error.message,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
