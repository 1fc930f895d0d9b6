import type { Address } from '#contract/place.ts';

/** Whether two addresses are one: by their ids, else by where they are. */
export const isSameAddress = (a: Address, b: Address): boolean =>
  a.id && b.id
    ? a.id === b.id
    : a.postalCode === b.postalCode && a.streetNumber === b.streetNumber && a.complement === b.complement;
