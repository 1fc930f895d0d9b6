import type { FormField } from '#contract/place.ts';
import { addressFields } from '#domain/place/address-form.ts';
import { isAsked } from '#domain/form-errors.ts';

/** A field of the form of an address, by its name; null where a store does not ask for it. */
export function askedField(
  fields: readonly FormField[] = addressFields(undefined),
  name: string,
  values: Readonly<Record<string, unknown>>,
): FormField | null {
  const found = fields.find((field) => field.name === name);
  return found && isAsked(found, values) ? found : null;
}
