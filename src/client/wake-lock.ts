import { useEffect } from 'react';

/** Keeps the screen from going dark while a code is shown, where the browser can. It lets go of it when hidden. */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return;
    let lock: Promise<WakeLockSentinel | null> | undefined;
    const hold = () => {
      if (!document.hidden) lock = navigator.wakeLock.request('screen').catch(() => null);
    };
    hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      document.removeEventListener('visibilitychange', hold);
      void lock?.then((held) => held?.release());
    };
  }, [isWanted]);
}
