/** Area codes in use. Source: Anatel numbering plan. */
const AREA_CODE = /^(?:[14689][1-9]|2[12478]|3[1-578]|5[1345]|7[134579])/;

function normaliseBrazilian(digits: string): string | null {
  const isShaped = /^\d{2}(9\d{8}|[2-5]\d{7})$/.test(digits);
  return isShaped && AREA_CODE.test(digits) ? `+55${digits}` : null;
}

/**
 * A phone in international form, or null: `(11) 98765-4321`, `011987654321`, `5511987654321` and `+55 11
 * 98765-4321` → `+5511987654321`. Brazilian numbers need a real
 * area code and a mobile (9…) or landline (2–5…) shape; other countries are taken with their plus sign, or
 * when `countryCode` (digits) names one. Source: spec §5; E.164.
 */
export function normalisePhone(text: string, countryCode = '55'): string | null {
  const digits = text.replace(/\D/g, '');
  if (text.trim().startsWith('+')) {
    if (digits.startsWith('55')) return normaliseBrazilian(digits.slice(2));
    return isE164(digits) ? `+${digits}` : null;
  }
  const own = digits.replace(/^0/, '');
  if (countryCode !== '55') return isE164(countryCode + own) ? `+${countryCode}${own}` : null;
  // 55 is also an area code: only the length tells the country from it.
  return normaliseBrazilian(digits.length >= 12 && digits.startsWith('55') ? digits.slice(2) : own);
}
const isE164 = (digits: string) => /^[1-9]\d{7,14}$/.test(digits);

/** Whether a number in international form is a Brazilian mobile: the only ones that get a code by SMS. */
export const isMobile = (phone: string): boolean => /^\+55\d{2}9\d{8}$/.test(phone);
