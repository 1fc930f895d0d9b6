/** Where the server says that it is there; a worker keeps no answer of it. */
const ALIVE = '/livez';

/**
 * Code that a screen needs could not be had. `isOutdated`: the server is there and has it no more, so a newer
 * version of the shop is out.
 */
export class CodeLost extends Error {
  readonly isOutdated: boolean;
  constructor(isOutdated: boolean, cause: unknown) {
    // Not in the browser's words: the router loads a page again that speaks them, network or not.
    super(isOutdated ? 'this version of the shop is gone' : 'the code of a screen did not arrive', { cause });
    this.name = 'CodeLost';
    this.isOutdated = isOutdated;
  }
}

/** The browser's message: it names the file, and the file's name holds its version. */
export const whatOf = ({ cause }: Pick<Error, 'cause'>): string =>
  cause instanceof Error ? cause.message : String(cause);
/** Failed while there was no network. Chromium never requests such a module again in the same document. */
const kept = new Set<string>();
/** Whether the network is to blame, now or earlier in this document. */
export const isOfNetwork = (lost: unknown): lost is CodeLost =>
  lost instanceof CodeLost && kept.has(whatOf(lost));

/** Finds out why code did not come. @throws CodeLost, always */
export async function codeLost(cause: unknown): Promise<never> {
  const isThere = await fetch(ALIVE, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isThere) kept.add(whatOf({ cause }));
  throw new CodeLost(isThere, cause);
}
