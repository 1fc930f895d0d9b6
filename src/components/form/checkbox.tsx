import type { ReactNode } from 'react';
import styles from './checkbox.module.css';
import { fieldId } from './field.tsx';

interface Props {
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  name: string;
  help?: string | undefined;
  error?: string | null | undefined;
  disabled?: boolean | undefined;
}

export function Checkbox({ label, checked, onChange, name, help, error, disabled }: Props) {
  const id = fieldId(name);
  const described = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ') || undefined;
  return (
    <div>
      <label className={styles.row}>
        <input
          id={id}
          type="checkbox"
          name={name}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          className={styles.box}
          aria-invalid={error ? true : undefined}
          aria-describedby={described}
        />
        <span>{label}</span>
      </label>
      {error ? (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      ) : null}
      {help ? (
        <p id={`${id}-help`} className={styles.help}>
          {help}
        </p>
      ) : null}
    </div>
  );
}
