import type { Address } from '#contract/place.ts';
import { NO_NUMBER } from '#domain/place/address.ts';
import { ADDRESS_LENGTHS } from '#domain/constants.ts';
import { Checkbox } from '#components/form/checkbox.tsx';
import { TextField } from '#components/form/text-field.tsx';

interface Props {
  address: Address;
  onChange: (patch: Partial<Address>) => void;
  error?: string | undefined;
  autoFocus?: boolean | undefined;
}

/** The number of a place, or that it has none, and the door in it: what no postal code knows. */
export function AddressNumberFields({ address, onChange, error, autoFocus }: Props) {
  const hasNumber = address.hasNumber !== false;
  return (
    <>
      <TextField
        label="Número"
        name="streetNumber"
        value={hasNumber ? (address.streetNumber ?? '') : ''}
        onChange={(streetNumber) => onChange({ streetNumber })}
        maxLength={ADDRESS_LENGTHS.streetNumber}
        disabled={!hasNumber}
        required={hasNumber}
        error={error}
        autoComplete="address-line2"
        enterKeyHint="next"
        autoFocus={autoFocus}
      />
      <Checkbox
        name="noNumber"
        label="Este endereço não tem número"
        checked={!hasNumber}
        onChange={(none) =>
          onChange(
            none ? { hasNumber: false, streetNumber: NO_NUMBER } : { hasNumber: true, streetNumber: '' },
          )
        }
      />
      <TextField
        label="Complemento"
        name="complement"
        optional
        value={address.complement ?? ''}
        onChange={(complement) => onChange({ complement })}
        maxLength={ADDRESS_LENGTHS.complement}
        placeholder="Apto, bloco, fundos"
        enterKeyHint="done"
      />
    </>
  );
}
