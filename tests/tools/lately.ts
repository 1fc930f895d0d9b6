import { globSync, mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What decides how a source is judged: when one of these changed, every source did. */
const JUDGES = ['.oxlintrc.json', 'tsconfig.json', 'package-lock.json'];

const changed = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/**
 * The sources that changed since a stamp was set: all of them when there is none, or when what judges them
 * changed after it.
 * @param root the folder of the project
 * @param stamp a file, absolute, whose time is that of the last look
 * @returns paths from the root
 */
export function changedSince(root: string, stamp: string): string[] {
  const last = changed(stamp);
  const isJudgedAnew = JUDGES.some((file) => changed(path.join(root, file)) > last);
  return globSync('{src,machines,tests}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => isJudgedAnew || changed(path.join(root, file)) > last,
  );
}

/** Sets the stamp to the time when a look began: what changed while it ran is looked at again. */
export function stampAt(stamp: string, begun: Date): void {
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, '');
  utimesSync(stamp, begun, begun);
}
