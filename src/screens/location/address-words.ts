import type { Address, FormField } from '#contract/place.ts';
import { formatAddressLine } from '#domain/place/address.ts';
import { addedText } from '#domain/place/address-form.ts';

export interface KnownAddress {
  id: string;
  address: Address;
  title: string;
  detail: string;
  kind: 'HOME' | 'WORK' | 'OTHER';
  isCurrent: boolean;
}

const names = { HOME: 'Casa', WORK: 'Trabalho', OTHER: null };
const sameness = ({ postalCode, streetNumber, complement }: Address): string =>
  JSON.stringify([postalCode, streetNumber, complement]);

/**
 * One's own addresses to choose from, the one in use marked; one that is in use and not saved is first. An
 * address without a street is a point, not a choice.
 */
export function knownAddresses(
  addresses: readonly Address[],
  current: Address | null,
  fields: readonly FormField[] = [],
): KnownAddress[] {
  const isNew = current?.address && !addresses.some((address) => sameness(address) === sameness(current));
  return [...(isNew ? [current] : []), ...addresses].map((address, index) => {
    const kind = address.addressType ?? 'OTHER';
    const line = formatAddressLine(address);
    const name = address.alias ?? names[kind];
    const town = [address.neighborhood, address.city].filter(Boolean).join(', ');
    return {
      id: address.id ?? `${index}-${sameness(address)}`,
      address,
      title: name ?? line,
      detail: [name ? line : town, addedText(address, fields)].filter(Boolean).join(' · '),
      kind,
      isCurrent: current !== null && sameness(address) === sameness(current),
    };
  });
}
