import { formatCep } from '#domain/place/cep.ts';
import { formatCpf } from '#domain/person/cpf.ts';
import { formatPhone } from '#domain/person/phone.ts';

/** A usual one, or a pattern in which each 9 is a digit (`999/99`). */
export type Mask = keyof typeof masks | { pattern: string };

const masks = {
  phone: { format: formatPhone, digits: 11 },
  cpf: { format: formatCpf, digits: 11 },
  cep: { format: formatCep, digits: 8 },
} as const;

/** Digits of a number with its country's code (E.164). */
const LONGEST = 15;

/** Digits in the places of a pattern, as far as they reach. */
function fill(pattern: string, digits: string): string {
  let text = '';
  let at = 0;
  for (const sign of pattern) {
    if (at >= digits.length) break;
    text += sign === '9' ? digits.charAt(at++) : sign;
  }
  return text;
}
const most = (mask: Mask): number =>
  typeof mask === 'string' ? masks[mask].digits : mask.pattern.replace(/[^9]/g, '').length;

/** How bare digits are shown, also while they are being typed. */
export const maskText = (mask: Mask, digits: string): string =>
  typeof mask === 'string' ? masks[mask].format(digits) : fill(mask.pattern, digits);

/**
 * The bare digits of what was typed or pasted, without a country code or a trunk zero: "+55 (11) 98765-4321"
 * → 11987654321. A number of another country keeps its plus sign: "+351 912 345 678" → +351912345678.
 */
export function digitsOf(mask: Mask, text: string): string {
  let digits = text.replace(/\D/g, '');
  // 55 is an area code too: only a plus sign or the length tells the country from it.
  if (mask === 'phone' && digits.startsWith('55') && (digits.length > 11 || /^\s*\+/.test(text)))
    digits = digits.slice(2);
  else if (mask === 'phone' && /^\s*\+/.test(text)) return `+${digits.slice(0, LONGEST)}`;
  if (mask === 'phone') digits = digits.replace(/^0+/, '');
  return digits.slice(0, most(mask));
}

/** Where the caret belongs in a masked text so that it keeps as many digits before it as it had. */
export function caretAfter(text: string, digitsBefore: number): number {
  if (digitsBefore <= 0) return 0;
  let seen = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (/\d/.test(text.charAt(index))) seen += 1;
    if (seen === digitsBefore) return index + 1;
  }
  return text.length;
}
