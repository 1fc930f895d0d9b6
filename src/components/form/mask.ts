import { formatCep } from '#domain/place/cep.ts';
import { formatCpf } from '#domain/person/cpf.ts';
import { formatPhone } from '#domain/person/phone.ts';

export type Mask = 'phone' | 'cpf' | 'cep';

const masks = {
  phone: { format: formatPhone, digits: 11 },
  cpf: { format: formatCpf, digits: 11 },
  cep: { format: formatCep, digits: 8 },
} as const;

/** How bare digits are shown, also while they are being typed. */
export const maskText = (mask: Mask, digits: string): string => masks[mask].format(digits);

/**
 * The bare digits of what was typed or pasted, without a country code or a trunk zero: "+55 (11) 98765-4321"
 * → 11987654321.
 */
export function digitsOf(mask: Mask, text: string): string {
  let digits = text.replace(/\D/g, '');
  // 55 is an area code too: only a plus sign or the length tells the country from it.
  if (mask === 'phone' && digits.startsWith('55') && (digits.length > 11 || /^\s*\+/.test(text)))
    digits = digits.slice(2);
  if (mask === 'phone') digits = digits.replace(/^0+/, '');
  return digits.slice(0, masks[mask].digits);
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
