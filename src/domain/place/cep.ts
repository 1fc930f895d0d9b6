/**
 * `01310-100` of whatever spelling, or null when it has not eight digits or is all zeros. Source: spec §5.
 */
export function normaliseCep(text: string): string | null {
  const digits = text.replace(/\D/g, '');
  return digits.length === 8 && digits !== '00000000' ? `${digits.slice(0, 5)}-${digits.slice(5)}` : null;
}

export const isCep = (text: string): boolean => normaliseCep(text) !== null;

/** The mask while typing: `01310-1`. */
export const formatCep = (text: string): string =>
  text
    .replace(/\D/g, '')
    .slice(0, 8)
    .replace(/^(\d{5})(\d)/, '$1-$2');
