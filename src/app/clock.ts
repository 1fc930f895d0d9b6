/** The server's time as this page knows it. A wrong clock in a phone must not open or close a campaign on its screen (REL-20). */
export interface Clock {
  /** Epoch ms. */
  now(): number;
  /** Takes the time of the server from an answer. @returns whether that moved this clock */
  hear(serverNow: number): boolean;
}

/** Differences below this (ms) are the road, not the clock: `Date` has whole seconds. */
const NOISE = 2_000;

/**
 * @param serverNow what the server said when it made the page, or null to begin with the device's own clock
 * @param device epoch ms of this device
 */
export function createClock(serverNow: number | null, device: () => number = Date.now): Clock {
  let offset = 0;
  const hear = (now: number): boolean => {
    const heard = now - device();
    const isMoved = Math.abs(heard - offset) > NOISE;
    if (isMoved) offset = heard;
    return isMoved;
  };
  if (serverNow !== null) hear(serverNow);
  return { now: () => device() + offset, hear };
}

/** A clock that stands still: one page is rendered at one instant. */
export const stoppedClock = (now: number): Clock => ({ now: () => now, hear: () => false });
