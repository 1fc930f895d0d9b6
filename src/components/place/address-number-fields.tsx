import type { FormField } from '#contract/place.ts';
import { NO_NUMBER } from '#domain/place/address.ts';
import type { AddressValues } from '#domain/place/address-form.ts';
import { Checkbox } from '#components/form/checkbox.tsx';
import { type FieldsOf, textOf } from '#components/form/fields-of.ts';
import { TextField } from '#components/form/text-field.tsx';
import { askedField } from './asked-field.ts';

interface Props {
  form: FieldsOf<AddressValues>;
  /** as the store has them */
  fields?: readonly FormField[];
  autoFocus?: boolean | undefined;
}

/** The number of a place, or that it has none: what no postal code knows. */
export function AddressNumberFields({ form, fields, autoFocus }: Props) {
  const hasNumber = form.values.hasNumber !== false;
  const number = textOf(form.field('streetNumber'));
  const asked = askedField(fields, 'streetNumber', form.values);
  return (
    <>
      <TextField
        label={asked?.label ?? 'Número'}
        {...number}
        value={hasNumber ? number.value : ''}
        maxLength={asked?.maxLength}
        placeholder={asked?.placeholder}
        help={asked?.help}
        disabled={!hasNumber}
        required={hasNumber}
        autoComplete="address-line2"
        enterKeyHint="next"
        autoFocus={autoFocus}
      />
      <Checkbox
        name="noNumber"
        label="Este endereço não tem número"
        checked={!hasNumber}
        onChange={(none) =>
          form.change(
            none ? { hasNumber: false, streetNumber: NO_NUMBER } : { hasNumber: true, streetNumber: '' },
          )
        }
      />
    </>
  );
}
