/**
 * How a screen comes: in from the right, out to the right on Back; the app screen from the bottom. Source:
 * spec.md §2 "Behaviours"; look.md.
 */
export type Direction = 'forward' | 'back' | 'up';

/** @param before index of the history entry that is left @param next of the one that comes */
export const directionOf = (before: number, next: number, pathname: string): Direction =>
  next < before ? 'back' : pathname === '/' ? 'up' : 'forward';
