import type { Pause } from '#contract/scalars.ts';
import { instantOf } from './instant.ts';

/** A pause that is in force: what the shop says of it, and until when (epoch ms; null = until somebody ends it). */
export interface PauseNow {
  text: string;
  until: number | null;
}

/** The pause that holds at an instant; at its end it is over. @param now epoch ms */
export function pauseNow(pause: Pause | undefined, now: number): PauseNow | null {
  if (!pause) return null;
  const until = instantOf(pause.until);
  return until !== null && until <= now ? null : { text: pause.reason, until };
}
