import { cpfDigits } from '#contract/people/cpf.ts';

export { cpfDigits, isCpf } from '#contract/people/cpf.ts';

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
