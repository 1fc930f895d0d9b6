import { normalisePhone } from '#contract/people/phone.ts';

export { isMobile, normalisePhone } from '#contract/people/phone.ts';

/** The digits after +55 of a Brazilian number; of other numbers all digits, after their plus sign. */
export const nationalDigits = (phone: string): string =>
  (/^\+(?!55)/.test(phone) ? '+' : '') + phone.replace(/^\+55/, '').replace(/\D/g, '');

interface PhoneParts {
  phone: string;
  phoneCountryCode?: string;
  phoneCountryIsoCode?: string;
}
/**
 * The fields of a phone on the wire; null for what is none. The country of a number abroad cannot be told by shape:
 * whoever sends it adds it (`countries.ts`).
 */
export function phoneParts(phone: string): PhoneParts | null {
  const normalised = normalisePhone(phone);
  if (normalised === null) return null;
  return normalised.startsWith('+55')
    ? { phone: normalised, phoneCountryCode: '55', phoneCountryIsoCode: 'BR' }
    : { phone: normalised };
}

/**
 * `(11) 98765-4321`; also while typing, for a landline and with a pasted country code. A foreign number stays
 * as it is.
 */
export function formatPhone(text: string): string {
  if (/^\+(?!55)/.test(text.trim())) return text.trim();
  const all = text.replace(/\D/g, '');
  const digits = (
    text.trim().startsWith('+') || (all.length >= 12 && all.startsWith('55')) ? all.slice(2) : all
  ).slice(0, 11);
  if (digits.length <= 2) return digits && `(${digits}`;
  const cut = digits.length > 10 || digits[2] === '9' ? 7 : 6;
  return `(${digits.slice(0, 2)}) ${digits.slice(2, cut)}${digits.length > cut ? `-${digits.slice(cut)}` : ''}`;
}

/** `(11) •••••-4321`: enough to recognise. A foreign number keeps its last four digits only. */
export function maskPhone(text: string): string {
  const phone = normalisePhone(text);
  if (!phone) return '';
  if (!phone.startsWith('+55')) return `•••• ${phone.slice(-4)}`;
  const digits = nationalDigits(phone);
  return `(${digits.slice(0, 2)}) ${'•'.repeat(digits.length - 6)}-${digits.slice(-4)}`;
}
