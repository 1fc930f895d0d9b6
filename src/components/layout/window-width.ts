import { DESKTOP_WIDTH } from '#domain/constants.ts';

/** The size of letters that the widths are meant at, px. */
const USUAL_LETTERS = 16;

/**
 * Whether the window is this wide, as the style sheets ask: larger letters need a wider one.
 * @param width px, at the usual size of letters
 */
export const isFrom = (width: number): boolean =>
  matchMedia(`(min-width: ${width / USUAL_LETTERS}em)`).matches;
export const isDesktop = (): boolean => isFrom(DESKTOP_WIDTH);
