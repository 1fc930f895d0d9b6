import type { Form } from '#contract/place.ts';
import { isAddressPart, type AddressValues } from '#domain/place/address-form.ts';
import { AskedFields } from '#components/form/asked-fields.tsx';
import type { FieldsOf } from '#components/form/fields-of.ts';

interface Props {
  form: FieldsOf<AddressValues>;
  asked: Form;
}

const SHOWN_BY_A_STORE = ['addressType', 'reception'];

/** What a store asks of an address beside the usual, by the group that it stands in. */
export function AddedFields({ form, asked }: Props) {
  const fields = asked.fields.filter(({ name }) => !isAddressPart(name) || SHOWN_BY_A_STORE.includes(name));
  return <AskedFields form={form} asked={{ ...asked, fields }} />;
}
