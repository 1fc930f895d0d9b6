import { IconChevronDown } from '@tabler/icons-react';
import { Field, type FieldProps, inputProps } from './field.tsx';
import styles from './field.module.css';

interface Props extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  options: { value: string; label: string }[];
  placeholder?: string | undefined;
  autoComplete?: string | undefined;
}

/** The phone's own picker: nothing to load and nothing to learn. */
export function SelectField(props: Props) {
  const { value, onChange, onBlur, options, placeholder = 'Escolha', autoComplete } = props;
  return (
    <Field {...props} after={<IconChevronDown size={20} aria-hidden="true" />}>
      <select
        {...inputProps(props)}
        className={styles.input}
        value={value}
        autoComplete={autoComplete}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur && (() => onBlur())}
      >
        <option value="" disabled={props.required}>
          {placeholder}
        </option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}
