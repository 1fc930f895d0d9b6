import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Where a tenant's pictures lie: in the folder of a shipped tenant, or in the copy that the importer made
 * below the data directory.
 */
export function mediaPlaces(dataDir: string): (client: string) => string | undefined {
  const shipped = join(import.meta.dirname, '../../shops');
  const places = new Map<string, string>();
  for (const entry of readdirSync(shipped, { withFileTypes: true })) {
    const about = join(shipped, entry.name, 'tenant.json');
    if (!entry.isDirectory() || !existsSync(about)) continue;
    // Checked when it was imported
    const { client } = JSON.parse(readFileSync(about, 'utf8')) as { client?: unknown };
    if (typeof client === 'string') places.set(client, join(shipped, entry.name, 'media'));
  }
  return (client) => {
    if (!/^[a-z0-9-]{3,40}$/.test(client)) return undefined;
    const imported = join(dataDir, 'media', client);
    return existsSync(imported) ? imported : places.get(client);
  };
}

/** Where the files made of a tenant's photographs lie: a folder per photograph, named by what is in it. */
export const picturesPlace = (dataDir: string, client: string): string => join(dataDir, 'pictures', client);
