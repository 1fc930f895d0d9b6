export { PHONE_MASK } from './constants.ts';

/** Area codes in use. Source: Anatel numbering plan. */
const AREA_CODES = new Set(
  '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'.split(
    ' ',
  ),
);

function normaliseBrazilian(digits: string): string | null {
  const isShaped = /^\d{2}(9\d{8}|[2-5]\d{7})$/.test(digits);
  return isShaped && AREA_CODES.has(digits.slice(0, 2)) ? `+55${digits}` : null;
}

/**
 * A phone in international form, or null: `(11) 98765-4321`, `011987654321`, `5511987654321` and `+55 11 98765-4321` → `+5511987654321`. Brazilian numbers need a real
 * area code and a mobile (9…) or landline (2–5…) shape; other countries are taken with their plus sign. Source: spec §5; E.164.
 */
export function normalisePhone(text: string): string | null {
  const digits = text.replace(/\D/g, '');
  if (text.trim().startsWith('+')) {
    if (digits.startsWith('55')) return normaliseBrazilian(digits.slice(2));
    return /^[1-9]\d{7,14}$/.test(digits) ? `+${digits}` : null;
  }
  // 55 is also an area code: only the length tells the country from it.
  const national = digits.length >= 12 && digits.startsWith('55') ? digits.slice(2) : digits.replace(/^0/, '');
  return normaliseBrazilian(national);
}

/** Whether a number in international form is a Brazilian mobile: the only ones that get a code by SMS. */
export const isMobile = (phone: string): boolean => /^\+55\d{2}9\d{8}$/.test(phone);

/** The digits after +55 of a Brazilian number; of other numbers all digits. */
export const nationalDigits = (phone: string): string => phone.replace(/^\+55/, '').replace(/\D/g, '');

/** The three fields of a phone on the wire. Null for a number that is not Brazilian: its country code cannot be told by shape. */
export function phoneParts(phone: string): { phone: string; phoneCountryCode: '55'; phoneCountryIsoCode: 'BR' } | null {
  const normalised = normalisePhone(phone);
  return normalised?.startsWith('+55') ? { phone: normalised, phoneCountryCode: '55', phoneCountryIsoCode: 'BR' } : null;
}

/** `(11) 98765-4321`; also while typing, for a landline and with a pasted country code. A foreign number stays as it is. */
export function formatPhone(text: string): string {
  if (/^\+(?!55)/.test(text.trim())) return text.trim();
  const all = text.replace(/\D/g, '');
  const digits = (text.trim().startsWith('+') || (all.length >= 12 && all.startsWith('55')) ? all.slice(2) : all).slice(0, 11);
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
