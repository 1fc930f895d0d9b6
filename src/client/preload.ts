import type { ScreenId } from '#machines/navigation/screens.ts';
import { useEffect } from 'react';
import { useShell } from './context.ts';

/**
 * Loads the screens that come next while there is a connection: losing it must not stop anybody in the middle
 * of something.
 */
export function usePreload(screens: readonly ScreenId[]): void {
  const { preload } = useShell();
  useEffect(() => screens.forEach(preload), [screens, preload]);
}
