import { IconAlertCircle } from '@tabler/icons-react';
import { type ChangeEvent, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';
import styles from './code-input.module.css';
import fieldStyles from './field.module.css';
import { fieldId } from './field.tsx';

const LENGTH = 6;

/** "Faltam 3 números", "Falta 1 número"; nothing when it is whole. */
export function missingText(value: string, length: number = LENGTH): string | null {
  const missing = length - value.length;
  if (missing <= 0) return null;
  return missing === 1 ? 'Falta 1 número' : `Faltam ${missing} números`;
}

interface Props {
  label: string;
  name?: string | undefined;
  value: string;
  onChange: (digits: string) => void;
  /** Once for each whole code. */
  onComplete: (code: string) => void;
  length?: number | undefined;
  error?: string | null | undefined;
  disabled?: boolean | undefined;
  autoFocus?: boolean | undefined;
}

/** One real input over drawn cells: phones fill only the first of six boxes, and a reader hears one field. */
export function CodeInput({
  label,
  name = 'code',
  value,
  onChange,
  onComplete,
  length = LENGTH,
  error,
  disabled,
  autoFocus,
}: Props) {
  const id = fieldId(name);
  const sent = useRef('');
  const complete = useRef(onComplete);
  useEffect(() => {
    complete.current = onComplete;
  });
  useEffect(() => {
    if (value.length < length) sent.current = '';
    if (value.length !== length || sent.current === value || disabled) return;
    sent.current = value;
    complete.current(value);
  }, [value, length, disabled]);

  const change = ({ target }: ChangeEvent<HTMLInputElement>) =>
    onChange(target.value.replace(/\D/g, '').slice(0, length));
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={classNames(styles.code, error && styles.wrong, disabled && styles.off)}>
        {Array.from({ length }, (_, index) => (
          <i
            key={index}
            aria-hidden="true"
            className={classNames(
              styles.cell,
              index === Math.min(value.length, length - 1) && styles.current,
              index === value.length && styles.empty,
            )}
          >
            {value[index] ?? ''}
          </i>
        ))}
        <input
          id={id}
          name={name}
          className={styles.input}
          value={value}
          onChange={change}
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          // No maxLength: it would cut "123 456" before its space is dropped.
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field is the whole screen
          autoFocus={autoFocus}
          readOnly={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onSelect={({ currentTarget }) =>
            currentTarget.setSelectionRange(currentTarget.value.length, currentTarget.value.length)
          }
        />
      </div>
      {error ? (
        <p id={`${id}-error`} role="alert" className={fieldStyles.error}>
          <IconAlertCircle size={18} aria-hidden="true" />
          {error}
        </p>
      ) : null}
    </div>
  );
}
