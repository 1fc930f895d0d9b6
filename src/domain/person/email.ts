/** Same shape as the contract's: one @, a dotted domain, no blanks or brackets. */
const SHAPE = /^[^\s@<>"]+@[^\s@<>".]+(\.[^\s@<>".]+)+$/;

/**
 * A trimmed address in lower case, or null when it does not look like one. At most 254 characters (RFC 5321).
 */
export function normaliseEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  return email.length <= 254 && SHAPE.test(email) ? email : null;
}

export const isEmail = (text: string): boolean => normaliseEmail(text) !== null;

/** `m•••@exemplo.com`: the length of the name is not shown. Empty when it is no address. */
export function maskEmail(text: string): string {
  const email = normaliseEmail(text);
  return email ? `${[...email][0]}•••${email.slice(email.lastIndexOf('@'))}` : '';
}
