import { type FieldsOf, textOf } from '#components/form/fields-of.ts';
import { TextField } from '#components/form/text-field.tsx';
import type { FormField } from '#contract/place.ts';
import type { AddressValues } from '#domain/place/address-form.ts';
import { askedField } from './asked-field.ts';

interface Props {
  form: FieldsOf<AddressValues>;
  /** as the store has them */
  fields?: readonly FormField[];
  names: readonly ('complement' | 'reference')[];
}

/** The door in a place, and how to find it. */
export const AddressMoreFields = ({ form, fields, names }: Props) =>
  names.map((name) => {
    const field = askedField(fields, name, form.values);
    return field ? (
      <TextField
        key={name}
        label={field.label}
        {...textOf(form.field(name))}
        required={field.required}
        optional={!field.required}
        maxLength={field.maxLength}
        placeholder={field.placeholder}
        help={field.help}
        enterKeyHint="done"
      />
    ) : null;
  });
