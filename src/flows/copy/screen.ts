import type { ScreenDef } from '#machines/navigation/screen-def.ts';
import { screenOf } from '../search.ts';

/** The chart and the state of a screen. */
export const placeOf = (screen: string): { chart: string; state: string } => {
  const [chart = ''] = screen.split('.');
  return { chart, state: screen.slice(chart.length + 1) };
};
/** The row of a screen; null for none. */
export function screenAt(screen: string | null): ScreenDef | null {
  if (screen === null) return null;
  const { chart, state } = placeOf(screen);
  return screenOf(chart, state);
}
