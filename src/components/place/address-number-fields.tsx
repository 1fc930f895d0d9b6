import type { Address } from '#contract/place.ts';
import { NO_NUMBER } from '#domain/place/address.ts';
import { ADDRESS_LENGTHS } from '#domain/constants.ts';
import { Checkbox } from '#components/form/checkbox.tsx';
import { type FieldsOf, textOf } from '#components/form/fields-of.ts';
import { TextField } from '#components/form/text-field.tsx';

interface Props {
  form: FieldsOf<Address>;
  autoFocus?: boolean | undefined;
}

/** The number of a place, or that it has none, and the door in it: what no postal code knows. */
export function AddressNumberFields({ form, autoFocus }: Props) {
  const hasNumber = form.values.hasNumber !== false;
  const number = textOf(form.field('streetNumber'));
  return (
    <>
      <TextField
        label="Número"
        {...number}
        value={hasNumber ? number.value : ''}
        maxLength={ADDRESS_LENGTHS.streetNumber}
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
      <TextField
        label="Complemento"
        {...textOf(form.field('complement'))}
        optional
        maxLength={ADDRESS_LENGTHS.complement}
        placeholder="Apto, bloco, fundos"
        enterKeyHint="done"
      />
    </>
  );
}
