import { normalisePhone } from '#contract/people/phone.ts';

export { isMobile, normalisePhone } from '#contract/people/phone.ts';

/** The digits after +55 of a Brazilian number; of other numbers all digits. */
export const nationalDigits = (phone: string): string => phone.replace(/^\+55/, '').replace(/\D/g, '');

/**
 * The three fields of a phone on the wire. Null for a number that is not Brazilian: its country code cannot
 * be told by shape.
 */
export function phoneParts(
  phone: string,
): { phone: string; phoneCountryCode: '55'; phoneCountryIsoCode: 'BR' } | null {
  const normalised = normalisePhone(phone);
  return normalised?.startsWith('+55')
    ? { phone: normalised, phoneCountryCode: '55', phoneCountryIsoCode: 'BR' }
    : null;
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
