import type { Address, Form } from '#contract/place.ts';
import { addressErrors, addressFields } from '#domain/place/address-form.ts';

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

const wrongIn = (address: Address | null, form: Form | undefined) =>
  Object.keys(addressErrors(address ?? {}, addressFields(form)));
/** Whether a person has given all that the form of the store asks. */
export const isFilled = (address: Address | null, form?: Form): address is Address =>
  Boolean(address?.postalCode?.trim()) && wrongIn(address, form).length === 0;
/** The field where something is missing: the first one, in the order of the form. */
export const firstGap = (address: Address | null, form?: Form): string =>
  wrongIn(address, form)[0] ?? 'postalCode';

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
