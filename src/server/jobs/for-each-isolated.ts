/**
 * Does the same for each, one after the other; one that fails keeps none of the others from being done.
 * @throws the first fault, after all were tried
 */
export async function forEachIsolated<T>(
  all: readonly T[],
  work: (one: T) => Promise<unknown>,
): Promise<void> {
  const faults: unknown[] = [];
  for (const one of all) await work(one).catch((fault: unknown) => faults.push(fault));
  if (faults.length > 0) throw faults[0];
}
