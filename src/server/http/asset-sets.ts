import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Sets of hashed files of earlier builds that stay served: a page that was opened before still finds its
 * chunks (REL-13).
 */
const KEPT = 3;
const LIST = 'asset-sets.json';

/** Names below `client/assets`, a list per build, newest first. */
function setsOf(dist: string): string[][] {
  const list = join(dist, LIST);
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as string[][]) : []; // written below
}

const namesIn = (assets: string): string[] =>
  existsSync(assets)
    ? readdirSync(assets, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(assets.length + 1))
    : [];

/**
 * Takes the hashed files of the last builds over into a new one. Names carry the hash of their content, so
 * none is ever replaced.
 * @param dist  the build that is in use; may be missing
 * @param fresh the new one, whole but for this
 */
export function keepFormerAssets(dist: string, fresh: string): void {
  const [from, to] = [join(dist, 'client/assets'), join(fresh, 'client/assets')];
  const own = namesIn(to);
  const former = setsOf(dist);
  // A build from before there was a list is one set.
  const sets = (former.length > 0 ? former : [namesIn(from)]).filter((set) => set.length > 0).slice(0, KEPT);
  for (const name of new Set(sets.flat())) {
    if (existsSync(join(to, name)) || !existsSync(join(from, name))) continue;
    mkdirSync(dirname(join(to, name)), { recursive: true });
    copyFileSync(join(from, name), join(to, name));
  }
  writeFileSync(join(fresh, LIST), `${JSON.stringify([own, ...sets])}\n`);
}
