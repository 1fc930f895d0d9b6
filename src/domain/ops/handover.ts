import { orderCodeIn } from '#domain/order/order-code.ts';

/** Characters of a code that a buyer says at the counter: the last ones of it. */
const SPOKEN = 6;

/** What of an order's code a buyer shows at the counter. */
export const handoverCode = (code: string): string => code.slice(-SPOKEN);

/**
 * What was typed or scanned, as the end of a code: six characters, a whole code, or an address that has one. Null
 * when it is none of these.
 */
export function shownCode(text: string): string | null {
  const whole = orderCodeIn(text);
  if (whole !== null) return whole;
  const end = text.replace(/[\s-]/g, '').toUpperCase().replace(/[IL]/g, '1').replaceAll('O', '0');
  return /^[0-9A-HJKMNP-TV-Z]{6}$/.test(end) ? end : null;
}
