import type { MouseEventHandler } from 'react';

/**
 * Where a real link leads. The app's own link hook returns this: a plain click asks the chart, any other
 * click is the browser's.
 */
export interface LinkTarget {
  href: string;
  onClick?: MouseEventHandler<HTMLAnchorElement> | undefined;
}

/** What may be pressed: a place to go to, or something to do. */
export interface Pressable {
  link?: LinkTarget | undefined;
  onClick?: (() => void) | undefined;
}
