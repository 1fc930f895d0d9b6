/** Joins the class names that apply: `classNames('row', isTall && 'tall')`. */
export const classNames = (...names: unknown[]): string =>
  names.filter((name) => typeof name === 'string' && name !== '').join(' ');
