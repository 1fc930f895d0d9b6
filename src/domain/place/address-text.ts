import { type Address, formatAddressLine, joined, text } from './address.ts';

/** An address in lines: street; neighbourhood and city; CEP. Lines without content are left out. */
export function formatAddress(address: Address): string[] {
  const town = joined([text(address.city), text(address.administrativeArea)], ' – ');
  const cep = text(address.postalCode);
  return [
    formatAddressLine(address),
    joined([text(address.neighborhood), text(town)], ', '),
    cep ? `CEP ${cep}` : '',
  ].filter((line) => line !== '');
}

/**
 * Text of the postal code lookup: commas and spaced hyphens become hyphens, as later systems split at them.
 * Source: spec §5.
 */
export const cleanLookupText = (found: string): string => found.replaceAll(',', '-').replace(/\s+-\s+/g, '-');
