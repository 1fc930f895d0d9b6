import { Checkbox } from '#components/form/checkbox.tsx';
import type { FieldOf } from '#components/form/fields-of.ts';
import { maskText } from '#components/form/mask.ts';
import { MaskedField } from '#components/form/masked-field.tsx';
import { SelectField } from '#components/form/select-field.tsx';
import { TextField } from '#components/form/text-field.tsx';
import type { FormField } from '#contract/place.ts';
import { CPF_MASK } from '#domain/constants.ts';
import { EXTRA_LENGTH } from '#domain/extra.ts';

/** What stands in a question: a box is ticked or not, everything else is text. */
export type Answer = string | boolean;

interface Props {
  question: FormField;
  field: FieldOf<string, Answer>;
}

/** One question of a campaign or of a store's form, as a field of its kind. */
export function Question({ question, field: { value, onChange, ...field } }: Props) {
  const { name, label, type, required, mask, options = [], help, placeholder, editable } = question;
  const text = typeof value === 'string' ? value : '';
  const shared = {
    ...field,
    label,
    help,
    required,
    optional: !required,
    disabled: !editable,
    value: text,
    onChange,
    autoFocus: question.autofocus,
  };
  if (type === 'checkbox')
    return (
      <Checkbox
        {...field}
        label={label}
        help={help}
        disabled={!editable}
        checked={value === true}
        onChange={onChange}
      />
    );
  if (type === 'select') return <SelectField {...shared} options={options} placeholder={placeholder} />;
  if (type === 'tel')
    return <MaskedField {...shared} mask={mask === CPF_MASK ? 'cpf' : 'phone'} placeholder={placeholder} />;
  if (mask)
    return (
      <MaskedField
        {...shared}
        mask={{ pattern: mask }}
        placeholder={placeholder}
        onChange={(digits) => onChange(maskText({ pattern: mask }, digits))}
      />
    );
  return (
    <TextField
      {...shared}
      type={type === 'email' ? 'email' : 'text'}
      inputMode={type === 'number' ? 'decimal' : type === 'email' ? 'email' : 'text'}
      multiline={type === 'textarea'}
      autoComplete={name === 'name' || name === 'email' ? name : undefined}
      autoCapitalize={name === 'name' ? 'words' : type === 'email' ? 'none' : undefined}
      maxLength={question.maxLength ?? EXTRA_LENGTH}
      placeholder={placeholder}
    />
  );
}
