import { paramNames, placeOf } from '#machines/navigation/place.ts';
import { type Place, type ScreenId, definition, screenIds } from '#machines/navigation/screens.ts';

const patterns = screenIds.map((screen) => {
  const { path } = definition(screen);
  const source = path.replace(/[.*+?^()|[\]\\]/g, '\\$&').replace(/\$\w+/g, '([^/]+)');
  return { screen, names: paramNames(path), shape: new RegExp(`^${source}/?$`) };
});
/** Fixed words before parameters, as the router's tree has it: `/signup/name` is not `/$type/…`. */
const bySpecificity = patterns.sort((a, b) => a.names.length - b.names.length);

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

function paramsOf(
  screen: ScreenId,
  names: readonly string[],
  values: readonly string[],
): Record<string, string> | null {
  const { only } = definition(screen);
  const params: Record<string, string> = {};
  for (const [index, name] of names.entries()) {
    const value = decoded(values[index] ?? '');
    if (value === null || (only?.[name] && !only[name].includes(value))) return null;
    params[name] = value;
  }
  return params;
}

/**
 * The place that an address names, or null. The same table as the router's tree, without a router: a server
 * decides before it draws.
 */
export function matchPlace({ pathname, searchParams }: URL): Place | null {
  for (const { screen, names, shape } of bySpecificity) {
    const found = shape.exec(pathname);
    const params = found && paramsOf(screen, names, found.slice(1));
    if (params)
      return placeOf(screen, params, definition(screen).search?.(Object.fromEntries(searchParams)) ?? {});
  }
  return null;
}
