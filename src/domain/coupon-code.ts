/** Longest code, in letters. Source: src/contract/coupon.ts. */
const LONGEST = 40;

/** A code as it is kept, however it was typed: capitals without blanks. Null for what cannot be one. */
export function couponCode(text: string): string | null {
  const code = text.replaceAll(/\s/g, '').toUpperCase();
  return code !== '' && code.length <= LONGEST ? code : null;
}
