import type { Address, FormField } from '#contract/place.ts';
import { formatAddressLine } from '#domain/place/address.ts';
import { addedText } from '#domain/place/address-form.ts';
import { formatKm } from '#domain/place/location.ts';
import type { Way } from '#domain/place/pin.ts';
import { isSameAddress } from '#domain/place/same-address.ts';

export interface KnownAddress {
  id: string;
  address: Address;
  title: string;
  detail: string;
  kind: 'HOME' | 'WORK' | 'OTHER';
  isCurrent: boolean;
  /** it stands in the account */
  isSaved: boolean;
  /** the first of the account */
  isDefault: boolean;
}

const names = { HOME: 'Casa', WORK: 'Trabalho', OTHER: null };
/** What an address is called, else where it is: `Casa`, `Rua Harmonia, 482`. */
export const addressTitle = (address: Address): string =>
  address.alias ?? names[address.addressType ?? 'OTHER'] ?? formatAddressLine(address);

/**
 * One's own addresses to choose from, the one of always first and the one in use marked; one that is in use and not
 * saved stands before them. An address without a street is a point, not a choice.
 */
export function knownAddresses(
  addresses: readonly Address[],
  current: Address | null,
  fields: readonly FormField[] = [],
): KnownAddress[] {
  const isNew = current?.address && !addresses.some((address) => isSameAddress(address, current));
  return [...(isNew ? [current] : []), ...addresses].map((address, index) => {
    const line = formatAddressLine(address);
    const title = addressTitle(address);
    const town = [address.neighborhood, address.city].filter(Boolean).join(', ');
    const isSaved = addresses.includes(address);
    const isDefault = isSaved && address === addresses[0] && addresses.length > 1;
    return {
      id: address.id ?? `${index}`,
      address,
      title,
      detail: [isDefault ? 'O de sempre' : null, title === line ? town : line, addedText(address, fields)]
        .filter(Boolean)
        .join(' · '),
      kind: address.addressType ?? 'OTHER',
      isCurrent: current !== null && isSameAddress(address, current),
      isSaved,
      isDefault,
    };
  });
}

/** All that an address says, in one line, to be compared. */
export const wholeText = ({ alias, reference, ...address }: Address): string =>
  [alias, formatAddressLine(address), townLine(address), reference].filter(Boolean).join(' · ');

/** `Pinheiros, São Paulo – SP, 05435-000` */
export const townLine = ({ neighborhood, city, administrativeArea, postalCode }: Address): string =>
  [neighborhood, [city, administrativeArea].filter(Boolean).join(' – '), postalCode]
    .filter(Boolean)
    .join(', ');

/** `30 m`, `1,2 km`: how sure a device is of where it is. */
export const accuracyText = (metres: number): string =>
  metres < 1000 ? `${Math.ceil(metres)} m` : formatKm(metres / 1000);

/** `40 m ao norte e 10 m a leste de onde estava` */
export function wayText({ north, east }: Way): string {
  const parts = [
    north === 0 ? null : `${Math.abs(north)} m ${north > 0 ? 'ao norte' : 'ao sul'}`,
    east === 0 ? null : `${Math.abs(east)} m ${east > 0 ? 'a leste' : 'a oeste'}`,
  ].filter((part) => part !== null);
  return parts.length > 0 ? `${parts.join(' e ')} de onde estava` : 'O ponto está onde estava.';
}
