/** Where the server says that it is there; a worker keeps no answer of it. */
const ALIVE = '/livez';

/** Code that a screen needs could not be had. `isOutdated`: the server is there and has it no more, so a newer version of the shop is out. */
export class CodeLost extends Error {
  readonly isOutdated: boolean;
  constructor(isOutdated: boolean, cause: unknown) {
    // Not in the browser's words: the router loads a page again that speaks them, network or not.
    super(isOutdated ? 'this version of the shop is gone' : 'the code of a screen did not arrive', { cause });
    this.name = 'CodeLost';
    this.isOutdated = isOutdated;
  }
}

/** Finds out why code did not come. @throws CodeLost, always */
export async function codeLost(cause: unknown): Promise<never> {
  const isThere = await fetch(ALIVE, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  throw new CodeLost(isThere, cause);
}

const KEY = 'vitrine:version';
type Box = () => Pick<Storage, 'getItem' | 'setItem'>;
// The browser's words name the file, and a file's name its version.
const whatOf = ({ cause }: CodeLost): string => (cause instanceof Error ? cause.message : String(cause));

/** Whether the new version has not been asked for yet because of this: losing the same again is no matter of versions. */
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
