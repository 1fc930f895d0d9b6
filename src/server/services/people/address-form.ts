import { isDeepStrictEqual } from 'node:util';
import type { Address, FormField } from '#contract/place.ts';
import { ApiProblem } from '#contract/problem.ts';
import { isAddressIncomplete } from '#domain/place/address.ts';
import { isTooMany, withoutTwins } from '#domain/place/address-book.ts';
import { addressErrors, addressFields, fittingAddress, isAddressPart } from '#domain/place/address-form.ts';
import type { TenantDirectory } from '#server/platform/tenant-directory.ts';

/** The fields of an address as the store of a tenant has them. */
export const addressFieldsOf = (
  tenants: Pick<TenantDirectory, 'byId'>,
  tenantId: string,
): readonly FormField[] =>
  addressFields(tenants.byId(tenantId)?.settings.marketplaces[0]?.defaultForms.addressForm);

/** A place that still lacks parts, such as the point of a device, may be kept; what it has must fit. */
const errorsOf = (address: Address, fields: readonly FormField[]) =>
  addressErrors(
    address,
    isAddressIncomplete(address) ? fields.map((one) => ({ ...one, required: false })) : fields,
  );

/**
 * The addresses of a person, without what the store does not ask. Those that they had already were checked when
 * they were given, by the form of that day. Source: spec §5 (Address form), D17.
 * @throws ApiProblem MALFORMED with `addresses.{index}.{field}`
 */
export function settleAddresses(
  fields: readonly FormField[],
  given: readonly Address[],
  had: unknown,
): Address[] {
  const known = (Array.isArray(had) ? had : []) as Address[]; // validated when written
  const settled = given.map((address) =>
    known.some((one) => isDeepStrictEqual(one, address)) ? address : fittingAddress(address, fields),
  );
  const wrong = settled.flatMap((address, index) =>
    known.some((one) => isDeepStrictEqual(one, address))
      ? []
      : Object.entries(errorsOf(address, fields)).map(([name, message]) => ({
          field: `addresses.${index}.${isAddressPart(name) ? '' : 'attrs.'}${name}`,
          message,
        })),
  );
  if (wrong.length) throw new ApiProblem('MALFORMED', { fields: wrong });
  return settled;
}

/**
 * The same for an account: each place once, and no more than it may keep. What it has from the time of a higher
 * limit stays. Source: decision 137.
 * @throws ApiProblem MALFORMED, ADDRESS_LIMIT
 */
export function settleBook(
  fields: readonly FormField[],
  given: readonly Address[],
  had: readonly unknown[],
): Address[] {
  const book = withoutTwins(settleAddresses(fields, given, had));
  if (isTooMany(book, had)) throw new ApiProblem('ADDRESS_LIMIT');
  return book;
}
