import { useTenant } from '#client/hooks.ts';
import type { Address, Form } from '#contract/place.ts';
import {
  type AddressValues,
  addedFields,
  addressAnswer,
  addressForm,
  addressValues,
  placeFields,
} from '#domain/place/address-form.ts';
import { useMemo } from 'react';

/** The parts of an address that stand in a form; its coordinates stay with its chart. */
const parts = [
  'address',
  'neighborhood',
  'city',
  'administrativeArea',
  'streetNumber',
  'hasNumber',
  'complement',
  'reference',
  'addressType',
  'reception',
  'alias',
];

interface AddressForm {
  asked: Form;
  schema: ReturnType<typeof addressAnswer>;
  /** the address that a chart keeps, as the form shows it: a part that the chart has not is empty */
  given: Partial<AddressValues>;
}

/**
 * The form of an address as the store has it, with what is known of the address.
 * @param isPlace asks only where the place is
 */
export function useAddressForm(address: Address | null, isPlace = false): AddressForm {
  const { addressForm: own } = useTenant();
  const asked = useMemo(() => {
    const whole = addressForm(own);
    return isPlace ? { ...whole, fields: placeFields(whole.fields) } : whole;
  }, [own, isPlace]);
  const schema = useMemo(() => addressAnswer(asked.fields), [asked]);
  const given = useMemo(() => {
    const values = addressValues(address ?? {});
    const names = [...parts, ...addedFields(asked.fields).map(({ name }) => name)];
    return Object.fromEntries(names.map((name) => [name, values[name]]));
  }, [address, asked]);
  return { asked, schema, given };
}
