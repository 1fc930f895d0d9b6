import { type Cents, centsOfReais, reaisOf } from '#contract/money.ts';

/** An amount as people type it: `12,50`, `12.5`, `1.234,56`, `R$ 12`; null for anything else. */
export function parseReais(text: string): Cents | null {
  const typed = text.replace(/^\s*R\$/, '').replace(/\s/g, '');
  const match = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:[.,](\d{1,2}))?$/.exec(typed);
  return match ? centsOfReais(Number(`${match[1]?.replaceAll('.', '')}.${match[2] ?? '0'}`)) : null;
}

/** An amount as it stands in a field: `56,15`, which {@link parseReais} reads. */
export const typedReais = (amount: Cents): string => reaisOf(amount).toFixed(2).replace('.', ',');
