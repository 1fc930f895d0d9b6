import { fromEvent } from '#machines/port.ts';
import { type ScreenOf, screensOf } from './screens.ts';

/**
 * One edge per screen that a chart owns, from wherever it is. Gates are edges of the state that is entered.
 * `actions` of a screen are what becomes of the request.
 */
export const screenTransitions = <C extends string, const A = 'take'>(
  chart: C,
  actions: (screen: ScreenOf<C>) => A = () => 'take' as A, // the default goes with the default of A
) =>
  Object.fromEntries(
    screensOf(chart).map((id) => [`asked.${id}`, { target: `#${id}`, actions: actions(id) }]),
    // fromEntries forgets its keys
  ) as { [K in ScreenOf<C> as `asked.${K}`]: { target: `#${K}`; actions: A } };
/** Takes the request as it came. */
export const take = { type: 'take', params: fromEvent } as const;
