export { CPF_MASK } from './constants.ts';

/** The digits of whatever was typed. */
export const cpfDigits = (text: string): string => text.replace(/\D/g, '');

/** Check digit over the digits before it, weights falling to 2; a result of 10 or 11 counts as 0. */
function checkDigit(digits: string): number {
  let total = 0;
  for (let index = 0; index < digits.length; index += 1) total += Number(digits[index]) * (digits.length + 1 - index);
  const rest = 11 - (total % 11);
  return rest > 9 ? 0 : rest;
}

/** Whether a text is a CPF by the specification's rule: punctuation ignored, all zeros refused, both check digits right. Other repeated digits pass. Source: spec §5, D34. */
export function isCpf(text: string): boolean {
  const digits = cpfDigits(text);
  if (digits.length !== 11 || digits === '00000000000') return false;
  return checkDigit(digits.slice(0, 9)) === Number(digits[9]) && checkDigit(digits.slice(0, 10)) === Number(digits[10]);
}

/** Eleven times the same digit: passes the rule, but deserves a "confira". Source: D34. */
export const isRepeatedCpf = (text: string): boolean => /^(\d)\1{10}$/.test(cpfDigits(text));

/** `123.456.789-09`; also while typing. */
export const formatCpf = (text: string): string =>
  cpfDigits(text)
    .slice(0, 11)
    .replace(/^(\d{3})(\d)/, '$1.$2')
    .replace(/^(\d{3}\.\d{3})(\d)/, '$1.$2')
    .replace(/^(\d{3}\.\d{3}\.\d{3})(\d)/, '$1-$2');

/** `***.456.789-**`: enough to recognise, not enough to use. */
export function maskCpf(text: string): string {
  const digits = cpfDigits(text);
  return digits.length === 11 ? `***.${digits.slice(3, 6)}.${digits.slice(6, 9)}-**` : '';
}
