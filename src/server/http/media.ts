import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Handler } from 'hono';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import { TENANTS_TOPIC } from '#server/platform/tenant-directory.ts';
import { mediaPlaces, picturesPlace } from '#server/tenants/media-places.ts';
import type { AppEnv } from './app-env.ts';
import { IMMUTABLE, StaticFolder, TYPES } from './static.ts';

/** The pictures of tenants, each folder read once and again when some process imported a tenant. */
export function mediaFolders({
  env,
  events,
}: Pick<Core, 'env' | 'events'>): (client: string) => StaticFolder | undefined {
  const placeOf = mediaPlaces(env.DATA_DIR);
  const opened = new Map<string, StaticFolder>();
  const forget = () => opened.clear();
  events.subscribe('*', TENANTS_TOPIC, forget);
  events.onReconnect(forget);
  return (client) => {
    const known = opened.get(client);
    if (known) return known;
    const place = placeOf(client);
    if (place === undefined) return undefined;
    const folder = new StaticFolder(place);
    opened.set(client, folder);
    return folder;
  };
}

/** What the import made of a photograph: `/media/{client}/{name}/{folder}/{side}.{type}`, the same for ever. */
export const servePictures =
  (dataDir: string): Handler<AppEnv, '/media/:client/:name/:folder/:file'> =>
  async (c) => {
    const { client, folder, file } = c.req.param();
    const end = /^\d{1,4}(\.(?:avif|webp|jpeg|png))$/.exec(file)?.[1];
    const type = end && TYPES[end];
    if (!type || !/^[a-z0-9-]{3,40}$/.test(client) || !/^[0-9a-f]{12}$/.test(folder))
      throw new ApiProblem('NOT_FOUND');
    const etag = `"${folder}-${file}"`;
    const headers = { 'Content-Type': type, 'Cache-Control': IMMUTABLE, ETag: etag };
    if (c.req.header('If-None-Match') === etag) return new Response(null, { status: 304, headers });
    const bytes = await readFile(join(picturesPlace(dataDir, client), folder, file)).catch(() => null);
    if (!bytes) throw new ApiProblem('NOT_FOUND');
    return new Response(c.req.method === 'HEAD' ? null : new Uint8Array(bytes), { headers });
  };
