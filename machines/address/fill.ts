import type { Address, Form, FormField } from '#contract/place.ts';
import { addressErrors, addressFields, placeFields } from '#domain/place/address-form.ts';

/** What the lookup of a postal code may tell. */
export const lookedUp = ['address', 'neighborhood', 'city', 'administrativeArea'] as const;
export type LockedField = (typeof lookedUp)[number];

/**
 * Fields that a lookup filled and that are read-only for it; what it did not know stays open (§5, D32). Every
 * one of them can be unlocked.
 */
export const lockedBy = (address: Address, form?: Form): LockedField[] =>
  lookedUp.filter(
    (field) =>
      Boolean(address[field]?.trim()) &&
      // A store may leave one of them open.
      !addressFields(form).some(({ name, editable }) => name === field && editable),
  );

const wrongIn = (address: Address | null, fields: readonly FormField[]) =>
  Object.keys(addressErrors(address ?? {}, fields));
/** Whether a person has given all that the form of the store asks. */
export const isFilled = (address: Address | null, form?: Form): address is Address =>
  Boolean(address?.postalCode?.trim()) && wrongIn(address, addressFields(form)).length === 0;
/** Whether it is known where the place is, down to its number; what the store asks beside may be missing. */
export const isNumbered = (address: Address | null, form?: Form): boolean =>
  Boolean(address?.postalCode?.trim()) && wrongIn(address, placeFields(addressFields(form))).length === 0;
/** The field where something is missing: the first one, in the order of the form. */
export const firstGap = (address: Address | null, form?: Form): string =>
  wrongIn(address, addressFields(form))[0] ?? 'postalCode';
/** Whether a field stands on the screen of the number. */
export const isPlaceField = (name: string): boolean =>
  placeFields(addressFields(undefined)).some((field) => field.name === name);

/**
 * The address with what a person typed; a read-only field keeps what the lookup said, and what a store asks
 * beside them is kept together.
 */
export function filled(address: Address | null, patch: Address, locked: readonly LockedField[]): Address {
  const open = Object.fromEntries(
    Object.entries(patch).filter(([field]) => !locked.some((name) => name === field)),
  );
  return { ...address, ...open, ...(patch.attrs ? { attrs: { ...address?.attrs, ...patch.attrs } } : {}) };
}
/**
 * Whether the point that the postal code told may be far from the door: there is no number, or the code told a town
 * and no street. A point that the person has set is where they say. Source: D82.
 */
export const isVague = (address: Address | null, locked: readonly LockedField[]): boolean =>
  address?.hasCustomCoordinates !== true &&
  (address?.hasNumber === false || (locked.includes('city') && !locked.includes('address')));
