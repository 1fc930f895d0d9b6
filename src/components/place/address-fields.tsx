import type { Address } from '#contract/place.ts';
import { ADDRESS_LENGTHS } from '#domain/constants.ts';
import { type FieldsOf, textOf } from '#components/form/fields-of.ts';
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
  form: FieldsOf<Address>;
  /** fields that the postal code told, read-only until unlocked; all of them while it is looked up */
  locked: readonly (keyof Address)[] | 'all';
  onUnlock: () => void;
}

/**
 * Street, neighbourhood, city and state. What the postal code told is closed but can be opened: nobody gets
 * stuck on a wrong street.
 */
export function AddressFields({ form, locked, onUnlock }: Props) {
  const isLocked = (name: keyof Address) => locked === 'all' || locked.includes(name);
  const field = (name: 'address' | 'neighborhood' | 'city', label: string, maxLength: number) => (
    <TextField
      label={label}
      {...textOf(form.field(name))}
      maxLength={maxLength}
      disabled={isLocked(name)}
      required={name !== 'address'}
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
        {...textOf(form.field('administrativeArea'))}
        options={STATES.map((value) => ({ value, label: value }))}
        placeholder="Escolha"
        disabled={isLocked('administrativeArea')}
        required
      />
      {locked.length ? <TextLink onClick={onUnlock}>Corrigir o endereço</TextLink> : null}
    </Stack>
  );
}
