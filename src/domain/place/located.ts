import { isInBrazil } from './country.ts';
import type { Point } from './point.ts';

/** Where a device says that it is, how sure it is in metres, or why it does not say. */
export type Located = (Point & { accuracy: number }) | { problem: 'denied' | 'timedOut' };
export type Position = Extract<Located, Point>;

/** Metres: a door further off than this is another house. Source: D82. */
export const FARTHEST_ACCURACY = 200;

export const isPosition = (located: Located): located is Position => 'latitude' in located;
export const isAbroad = (located: Located): boolean => isPosition(located) && !isInBrazil(located);
export const isRough = (located: Located): boolean =>
  isPosition(located) && located.accuracy > FARTHEST_ACCURACY;
