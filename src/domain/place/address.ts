import type { Address as ContractAddress } from '#contract/place.ts';

/** An address as far as it is known; `addressNumber` is the older spelling of `streetNumber` (spec §3). */
export type Address = ContractAddress & { addressNumber?: string | undefined };
export type AddressPart = 'postalCode' | 'address' | 'latitude' | 'longitude' | 'streetNumber';

/** What stands where a place has no number (D32). */
export const NO_NUMBER = 'S/N';

/** A part of an address that says something; null for an empty one. */
export const text = (value: string | undefined) => value?.trim() || null;
const isDegree = (value: number | undefined) => value !== undefined && Number.isFinite(value);

/** The number of an address, `S/N` for a place without one, null when it is not known yet. */
export const streetNumberOf = (address: Address): string | null =>
  text(address.streetNumber) ??
  text(address.addressNumber) ??
  (address.hasNumber === false ? NO_NUMBER : null);

/** The parts that an address still lacks, in the order of the form. Source: spec §5. */
export function missingAddressParts(address: Address): AddressPart[] {
  const missing: AddressPart[] = [];
  if (!text(address.postalCode)) missing.push('postalCode');
  if (!text(address.address)) missing.push('address');
  if (!streetNumberOf(address)) missing.push('streetNumber');
  if (!isDegree(address.latitude)) missing.push('latitude');
  if (!isDegree(address.longitude)) missing.push('longitude');
  return missing;
}

/**
 * Whether postalCode, address, latitude, longitude or a street number is missing. Zero degrees are a place.
 * Source: spec §5.
 */
export const isAddressIncomplete = (address: Address | null | undefined): boolean =>
  !address || missingAddressParts(address).length > 0;

/** What there is of some parts, in one line. */
export const joined = (parts: (string | null)[], separator: string) =>
  parts.filter((part) => part !== null).join(separator);

/** `Rua Harmonia, 482, apto 31` */
export const formatAddressLine = (address: Address): string =>
  joined([text(address.address), streetNumberOf(address), text(address.complement)], ', ');
