/** A test by its file and its exact name (the text given to `it` or `test`; for `it.each`, as written, with its `%s`). */
export type TestName = `tests/${string}: ${string}`;

/**
 * One thing that is asked for, and what answers it. Leave `where` and `test` out while it is "not yet".
 */
export interface Row {
  /** Unique and stable; the part before the first dot is the kind. */
  id: string;
  /** Section of the specification, or the decision that fills a gap of it. */
  spec: `§${number}` | `D${number}`;
  /** What is asked, in the specification's words. */
  what: string;
  /**
   * Files that do it, from the repository's root; a state may follow:
   * `machines/checkout/checkout.machine.ts#payment`.
   */
  where?: string | readonly string[];
  test?: TestName | readonly TestName[];
  /** What of it is still to come; such a row is not done. */
  open?: string;
  /** Of a call: the files of the browser's program that make it. */
  browser?: readonly string[];
}
