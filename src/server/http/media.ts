import { mediaPlaces } from '#server/tenants/media-places.ts';
import { StaticFolder } from './static.ts';

/** The pictures of tenants, each folder read once. */
export function mediaFolders(dataDir: string): (client: string) => StaticFolder | undefined {
  const placeOf = mediaPlaces(dataDir);
  const opened = new Map<string, StaticFolder>();
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
