/**
 * One thing that the specification asks for, and what answers it. Leave `where` and `test` out while it is
 * "not yet".
 */
export interface Row {
  /** Unique and stable; the part before the first dot is the kind. */
  id: string;
  /** Section of the specification. */
  spec: `§${number}`;
  /** What is asked, in the specification's words. */
  what: string;
  /**
   * Files that do it, from the repository's root; a state may follow:
   * `machines/checkout/checkout.machine.ts#payment`.
   */
  where?: string | readonly string[];
  /** Exact names of tests (the text given to `it` or `test`; for `it.each`, as written, with its `%s`). */
  test?: string | readonly string[];
}
