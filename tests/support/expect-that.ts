/**
 * For oracles, which also run outside of the test runner.
 * @throws Error with the sentence of what is wrong
 */
export function expectThat(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise);
}
