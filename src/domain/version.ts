const numbersOf = (version: string): number[] => version.split('.').map(Number);

/**
 * Whether this version is below the oldest that the store still talks to; without one none is (specification §2).
 * Each part counts as a number: 5.10.0 is newer than 5.9.9. Source: D64.
 */
export function isOutdated(version: string, minVersion: string | undefined): boolean {
  if (!minVersion) return false;
  const [have, need] = [numbersOf(version), numbersOf(minVersion)];
  const index = need.findIndex((part, at) => part !== have[at]);
  return index >= 0 && (have[index] ?? 0) < (need[index] ?? 0);
}
