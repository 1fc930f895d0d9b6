import type { ScreenId } from '#machines/navigation/screens.ts';
import { useEffect } from 'react';
import { components } from '#shell/screens.tsx';

/**
 * Loads the screens that come next while there is a connection: losing it must not stop anybody in the middle
 * of something.
 */
export function usePreload(screens: readonly ScreenId[]): void {
  useEffect(() => {
    for (const screen of screens) components[screen].preload?.()?.catch(() => undefined);
  }, [screens]);
}
