const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The 16 characters of an order code from whatever spelling: any case, dashes or blanks, I and L for 1, O for
 * 0. Null when it is none. Source: D48.
 */
export function normaliseOrderCode(text: string): string | null {
  const code = text.replace(/[\s-]/g, '').toUpperCase().replace(/[IL]/g, '1').replaceAll('O', '0');
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(code) ? code : null;
}

/** `XXXX-XXXX-XXXX-XXXX`; also of a part of a code, while typing. */
export const formatOrderCode = (text: string): string =>
  (
    text
      .replace(/[^0-9a-z]/gi, '')
      .toUpperCase()
      .slice(0, 16)
      .match(/.{1,4}/g) ?? []
  ).join('-');

/** The code of 80 random bits. @throws RangeError when there are not exactly ten bytes */
export function orderCodeFrom(bytes: Uint8Array): string {
  if (bytes.length !== 10) throw new RangeError(`an order code takes 10 bytes, not ${bytes.length}`);
  let bits = bytes.reduce((all, byte) => (all << 8n) | BigInt(byte), 0n);
  let code = '';
  for (let index = 0; index < 16; index += 1) {
    code = `${CROCKFORD[Number(bits & 31n)]}${code}`;
    bits >>= 5n;
  }
  return code;
}

/** The code that somebody typed, pasted or scanned, alone or inside a link to its order; null when there is none. */
export const orderCodeIn = (text: string): string | null =>
  normaliseOrderCode(/\/order\/(?:tracking\/)?([^/?#\s]+)/.exec(text)?.[1] ?? text);
