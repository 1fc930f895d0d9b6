import { useEffect, useState } from 'react';

const SECOND = 1_000;

/**
 * The time now, from a time that was true when given (epoch ms, corrected by the server). While `live` it
 * moves on by itself, measured
 * against the page's own steady clock, so a wrong or changed device clock never shows. The first render is
 * always exactly what was given.
 */
export function useTicking(now: number, live: boolean): number {
  const [tick, setTick] = useState({ from: now, at: now });
  useEffect(() => {
    if (!live) return;
    const start = performance.now();
    const move = () => setTick({ from: now, at: now + performance.now() - start });
    const timer = setInterval(move, SECOND);
    // A page in the background is not woken every second: look again when it is seen.
    document.addEventListener('visibilitychange', move);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', move);
    };
  }, [now, live]);
  return live && tick.from === now ? tick.at : now;
}
