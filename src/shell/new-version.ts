import { type CodeLost, whatOf } from '#client/code-lost.ts';

const KEY = 'vitrine:version';
type Box = () => Pick<Storage, 'getItem' | 'setItem'>;

/**
 * Whether the page was not yet reloaded for this file: losing the same file again is no matter of versions.
 */
export function isNewVersionDue(lost: CodeLost, storage: Box): boolean {
  try {
    const box = storage();
    // One that cannot be written would forget that it was done.
    box.setItem(`${KEY}:try`, '1');
    return lost.isOutdated && box.getItem(KEY) !== whatOf(lost);
  } catch {
    return false;
  }
}
/** Takes the page of the new version, once for what was lost. */
export function takeNewVersion(lost: CodeLost, storage: Box, reload: () => void): void {
  if (!isNewVersionDue(lost, storage)) return;
  try {
    storage().setItem(KEY, whatOf(lost));
  } catch {
    // Without a storage nobody would know that it was done: the person presses.
    return;
  }
  reload();
}
