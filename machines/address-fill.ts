import type { Address } from '#contract/place.ts';
import { missingAddressParts } from '#domain/address.ts';

const found = ['address', 'neighborhood', 'city', 'administrativeArea'] as const;
export type LockedField = (typeof found)[number];

/** Fields that a lookup filled and that are read-only for it; what it did not know stays open (§5, D32). Every one of them can be unlocked. */
export const lockedBy = (address: Address): LockedField[] => found.filter((field) => Boolean(address[field]?.trim()));

/** Whether a person has given all that a person can give: coordinates come from the lookup or a map, not from a form. */
export function isFilled(address: Address | null): address is Address {
  if (!address) return false;
  const missing = missingAddressParts(address).filter((part) => part !== 'latitude' && part !== 'longitude');
  return (
    missing.length === 0 &&
    Boolean(address.neighborhood?.trim()) &&
    Boolean(address.city?.trim()) &&
    Boolean(address.administrativeArea?.trim())
  );
}

/** The address with what a person typed; a read-only field keeps what the lookup said. */
export function filled(address: Address | null, patch: Address, locked: readonly LockedField[]): Address {
  const open = Object.fromEntries(Object.entries(patch).filter(([field]) => !locked.some((name) => name === field)));
  return { ...address, ...open };
}
