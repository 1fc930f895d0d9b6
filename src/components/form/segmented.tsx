import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './segmented.module.css';

interface Props<T extends string> {
  label: string;
  options: readonly { value: T; label: string; icon?: ReactNode; disabled?: boolean | undefined }[];
  value: T;
  onChange: (value: T) => void;
}

/** Two or three ways that exclude each other. Real radios, so arrows work. */
export function Segmented<T extends string>({ label, options, value, onChange }: Props<T>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={styles.group}>
      {options.map((option) => (
        <label
          key={option.value}
          className={classNames(
            styles.option,
            option.value === value && styles.on,
            option.disabled && styles.off,
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
            className={styles.input}
          />
          {option.icon ? <span aria-hidden="true">{option.icon}</span> : null}
          {option.label}
        </label>
      ))}
    </div>
  );
}
