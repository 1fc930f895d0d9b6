/**
 * The server's time as this page knows it. A wrong clock in a phone must not open or close a campaign on its
 * screen (REL-20).
 */
export interface Clock {
  /** Epoch ms. */
  now(): number;
  /**
   * Takes the time of the server from an answer.
   * @returns by how much that moved this clock, ms; 0 when it did not
   */
  hear(serverNow: number): number;
}

/** Differences below this (ms) are the road, not the clock: `Date` has whole seconds. */
const NOISE = 2_000;
/**
 * A clock that moved by more (ms) was set by hand or slept: what was timed by it has to be looked at again.
 */
export const LEAP = 30_000;

/**
 * @param serverNow what the server said when it made the page, or null to begin with the device's own clock
 * @param device epoch ms of this device
 */
export function createClock(serverNow: number | null, device: () => number = Date.now): Clock {
  let offset = 0;
  const hear = (now: number): number => {
    const moved = Math.abs(now - device() - offset);
    if (moved <= NOISE) return 0;
    offset = now - device();
    return moved;
  };
  if (serverNow !== null) hear(serverNow);
  return { now: () => device() + offset, hear };
}

/** A clock that stands still: one page is rendered at one instant. */
export const stoppedClock = (now: number): Clock => ({ now: () => now, hear: () => 0 });
