import type { Clock } from './clock.ts';

/** The service behind it failed too often just now; nobody waited for it. */
export class CircuitOpen extends Error {
  override readonly name = 'CircuitOpen';
}

/**
 * Failures in a row after which nobody waits any more, and for how long until one call tries again (ms).
 * Source: REL-22.
 */
const FAILURES = 5;
const RESTS = 30_000;

/**
 * Keeps calls away from a service that is down. After five failures in a row it refuses at once; after half a
 * minute one call is let through, and its end decides.
 * @param isAnswer faults that are answers all the same: whoever says no is there
 * @returns runs work through it. @throws CircuitOpen, or what the work threw
 */
export function circuitOf(
  clock: Pick<Clock, 'now'>,
  isAnswer: (fault: unknown) => boolean = () => false,
): <T>(work: () => Promise<T>) => Promise<T> {
  let failures = 0;
  let closedUntil = 0;
  return async (work) => {
    const isDown = failures >= FAILURES;
    if (isDown && clock.now() < closedUntil) throw new CircuitOpen('it failed too often just now');
    // While one tries, the others are kept away.
    if (isDown) closedUntil = clock.now() + RESTS;
    try {
      const done = await work();
      failures = 0;
      return done;
    } catch (error) {
      failures = isAnswer(error) ? 0 : failures + 1;
      closedUntil = clock.now() + RESTS;
      throw error;
    }
  };
}
