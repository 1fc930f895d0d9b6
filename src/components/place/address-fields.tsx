import type { Address } from '#contract/place.ts';
import { ADDRESS_LENGTHS } from '#domain/constants.ts';
import { SelectField } from '#components/form/select-field.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { TextLink } from '#components/layout/text-link.tsx';

const STATES = [
  'AC',
  'AL',
  'AM',
  'AP',
  'BA',
  'CE',
  'DF',
  'ES',
  'GO',
  'MA',
  'MG',
  'MS',
  'MT',
  'PA',
  'PB',
  'PE',
  'PI',
  'PR',
  'RJ',
  'RN',
  'RO',
  'RR',
  'RS',
  'SC',
  'SE',
  'SP',
  'TO',
];

interface Props {
  address: Address;
  /** fields that the postal code told, read-only until unlocked */
  locked: readonly (keyof Address)[];
  onChange: (patch: Partial<Address>) => void;
  onUnlock: () => void;
  /** what is wrong, by field */
  errors?: Readonly<Record<string, string>> | undefined;
}

/**
 * Street, neighbourhood, city and state. What the postal code told is closed but can be opened: nobody gets
 * stuck on a wrong street.
 */
export function AddressFields({ address, locked, onChange, onUnlock, errors = {} }: Props) {
  const field = (name: 'address' | 'neighborhood' | 'city', label: string, maxLength: number) => (
    <TextField
      label={label}
      name={name}
      value={address[name] ?? ''}
      onChange={(text) => onChange({ [name]: text })}
      maxLength={maxLength}
      disabled={locked.includes(name)}
      required={name !== 'address'}
      error={errors[name]}
      autoComplete={
        name === 'address' ? 'address-line1' : name === 'city' ? 'address-level2' : 'address-level3'
      }
    />
  );
  return (
    <Stack gap={4}>
      {field('address', 'Rua', ADDRESS_LENGTHS.address)}
      {field('neighborhood', 'Bairro', ADDRESS_LENGTHS.neighborhood)}
      {field('city', 'Cidade', 60)}
      <SelectField
        label="Estado"
        name="administrativeArea"
        value={address.administrativeArea ?? ''}
        onChange={(administrativeArea) => onChange({ administrativeArea })}
        options={STATES.map((value) => ({ value, label: value }))}
        placeholder="Escolha"
        disabled={locked.includes('administrativeArea')}
        error={errors['administrativeArea']}
        required
      />
      {locked.length ? <TextLink onClick={onUnlock}>Corrigir o endereço</TextLink> : null}
    </Stack>
  );
}
