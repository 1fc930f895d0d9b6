import { normaliseOrderCode } from './order-code.ts';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 6;

/** What is said at the counter: six characters of 30 bits. Source: D86. @throws RangeError for fewer than four bytes */
export function pickupCodeFrom(bytes: Uint8Array): string {
  const [a, b, c, d] = bytes;
  if (a === undefined || b === undefined || c === undefined || d === undefined)
    throw new RangeError(`a pickup code takes 4 bytes, not ${bytes.length}`);
  const bits = ((a << 24) | (b << 16) | (c << 8) | d) >>> 2;
  return Array.from({ length: LENGTH }, (_, at) => CROCKFORD[(bits >>> (5 * (LENGTH - 1 - at))) & 31]).join(
    '',
  );
}

/** `K7M 2QX`: as it is read out. */
export const formatPickupCode = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;

/** What the counter's reader finds in the picture. Source: D86. */
export const pickupPayload = (orderCode: string, code: string): string => `VTR1:P:${orderCode}:${code}`;

/** What somebody at the counter said or showed; the picture says of which order it is. */
export interface ShownCode {
  code: string;
  orderCode?: string;
}

/** What was typed or scanned at the counter; null when it is no pickup code. The link or code of an order is none. */
export function pickupCodeIn(text: string): ShownCode | null {
  const scanned = /^VTR1:P:([^:]+):([^:]+)$/.exec(text.trim());
  const code = (scanned?.[2] ?? text)
    .replace(/[\s-]/g, '')
    .toUpperCase()
    .replace(/[IL]/g, '1')
    .replaceAll('O', '0');
  if (!/^[0-9A-HJKMNP-TV-Z]{6}$/.test(code)) return null;
  if (!scanned) return { code };
  const orderCode = normaliseOrderCode(scanned[1] ?? '');
  return orderCode === null ? null : { code, orderCode };
}
