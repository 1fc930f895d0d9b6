/** The digits of whatever was typed. */
export const cpfDigits = (text: string): string => text.replace(/\D/g, '');

/** Check digit over the digits before it, weights falling to 2; a result of 10 or 11 counts as 0. */
function checkDigit(digits: string): number {
  let total = 0;
  for (let index = 0; index < digits.length; index += 1)
    total += Number(digits[index]) * (digits.length + 1 - index);
  const rest = 11 - (total % 11);
  return rest > 9 ? 0 : rest;
}

/**
 * Whether a text is a CPF by the specification's rule: punctuation ignored, all zeros refused, both check
 * digits right. Other repeated digits pass. Source: spec §5, D34.
 */
export function isCpf(text: string): boolean {
  const digits = cpfDigits(text);
  if (digits.length !== 11 || digits === '00000000000') return false;
  return (
    checkDigit(digits.slice(0, 9)) === Number(digits[9]) &&
    checkDigit(digits.slice(0, 10)) === Number(digits[10])
  );
}
