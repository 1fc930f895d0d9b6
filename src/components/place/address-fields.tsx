import type { Address, FormField } from '#contract/place.ts';
import type { AddressValues } from '#domain/place/address-form.ts';
import { type FieldsOf, textOf } from '#components/form/fields-of.ts';
import { SelectField } from '#components/form/select-field.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { askedField } from './asked-field.ts';

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
  form: FieldsOf<AddressValues>;
  /** as the store has them */
  fields?: readonly FormField[];
  /** fields that the postal code told, read-only until unlocked; all of them while it is looked up */
  locked: readonly (keyof Address)[] | 'all';
  onUnlock: () => void;
}

/**
 * Street, neighbourhood, city and state. What the postal code told is closed but can be opened: nobody gets
 * stuck on a wrong street.
 */
export function AddressFields({ form, fields, locked, onUnlock }: Props) {
  const isLocked = (name: keyof Address) => locked === 'all' || locked.includes(name);
  const field = (name: 'address' | 'neighborhood' | 'city') => {
    const asked = askedField(fields, name, form.values);
    return asked ? (
      <TextField
        label={asked.label}
        {...textOf(form.field(name))}
        maxLength={asked.maxLength}
        placeholder={asked.placeholder}
        help={asked.help}
        disabled={isLocked(name)}
        required={asked.required && name !== 'address'}
        autoComplete={
          name === 'address' ? 'address-line1' : name === 'city' ? 'address-level2' : 'address-level3'
        }
      />
    ) : null;
  };
  const state = askedField(fields, 'administrativeArea', form.values);
  return (
    <Stack gap={4}>
      {field('address')}
      {field('neighborhood')}
      {field('city')}
      {state ? (
        <SelectField
          label={state.label}
          {...textOf(form.field('administrativeArea'))}
          options={STATES.map((value) => ({ value, label: value }))}
          placeholder="Escolha"
          help={state.help}
          disabled={isLocked('administrativeArea')}
          required={state.required}
        />
      ) : null}
      {locked.length ? <TextLink onClick={onUnlock}>Corrigir o endereço</TextLink> : null}
    </Stack>
  );
}
