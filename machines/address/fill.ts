import type { Address } from '#contract/place.ts';
import { addressGaps } from '#domain/place/address-errors.ts';

/** What the lookup of a postal code may tell. */
export const lookedUp = ['address', 'neighborhood', 'city', 'administrativeArea'] as const;
export type LockedField = (typeof lookedUp)[number];

/**
 * Fields that a lookup filled and that are read-only for it; what it did not know stays open (§5, D32). Every
 * one of them can be unlocked.
 */
export const lockedBy = (address: Address): LockedField[] =>
  lookedUp.filter((field) => Boolean(address[field]?.trim()));

/** Whether a person has given all that a person can give. */
export const isFilled = (address: Address | null): address is Address =>
  Boolean(address?.postalCode?.trim()) && addressGaps(address ?? {}).length === 0;
/** The field where something is missing: the first one, in the order of the form. */
export const firstGap = (address: Address | null): string => addressGaps(address ?? {})[0] ?? 'postalCode';

/** The address with what a person typed; a read-only field keeps what the lookup said. */
export function filled(address: Address | null, patch: Address, locked: readonly LockedField[]): Address {
  const open = Object.fromEntries(
    Object.entries(patch).filter(([field]) => !locked.some((name) => name === field)),
  );
  return { ...address, ...open };
}
