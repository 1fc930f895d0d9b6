/** Parts of the time left; `total` in ms. All zero when it is over. */
export type Countdown = { days: number; hours: number; minutes: number; seconds: number; total: number };

/**
 * Time left until an instant (epoch ms). A started second counts whole, so that zero is shown only when it is
 * over.
 */
export function countdown(until: number, now: number): Countdown {
  const total = Math.max(0, until - now);
  const left = Math.ceil(total / 1_000);
  return {
    days: Math.floor(left / 86_400),
    hours: Math.floor(left / 3_600) % 24,
    minutes: Math.floor(left / 60) % 60,
    seconds: left % 60,
    total,
  };
}

const two = (value: number) => String(value).padStart(2, '0');

/** `2 d 04:13` (hours and minutes) from a day on; below it `04:13:09`; below an hour `13:09`. */
export function countdownText(until: number, now: number): string {
  const { days, hours, minutes, seconds } = countdown(until, now);
  if (days > 0) return `${days} d ${two(hours)}:${two(minutes)}`;
  return hours > 0 ? `${two(hours)}:${two(minutes)}:${two(seconds)}` : `${two(minutes)}:${two(seconds)}`;
}
