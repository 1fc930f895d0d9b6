import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './field.module.css';

export interface FieldProps {
  label: string;
  name: string;
  help?: ReactNode;
  /** What is wrong and what to do, kind and short. */
  error?: string | null | undefined;
  required?: boolean | undefined;
  /** Says "opcional" beside the label; a needed field needs no star. */
  optional?: boolean | undefined;
  disabled?: boolean | undefined;
}

/** The id of a field by its name: what an error summary leads to. */
export const fieldId = (name: string): string => `field-${name}`;

/** The attributes that tie an input to its label, help and error. */
export const inputProps = ({ name, help, error, required, disabled }: FieldProps) => ({
  id: fieldId(name),
  name,
  disabled,
  'aria-required': required || undefined,
  'aria-invalid': error ? true : undefined,
  'aria-describedby':
    [error && `${fieldId(name)}-error`, help && `${fieldId(name)}-help`].filter(Boolean).join(' ') ||
    undefined,
});

/** Label above, help below, error below that: the same around every kind of input. */
export function Field({
  label,
  name,
  help,
  error,
  optional,
  disabled,
  big,
  bare,
  before,
  after,
  children,
}: FieldProps & {
  big?: boolean | undefined;
  /** without the box of a text */
  bare?: boolean | undefined;
  before?: ReactNode;
  after?: ReactNode | undefined;
  children: ReactNode;
}) {
  const id = fieldId(name);
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {optional ? <span className={styles.optional}>opcional</span> : null}
      </label>
      <div
        className={
          bare
            ? undefined
            : classNames(styles.box, big && styles.big, error && styles.wrong, disabled && styles.off)
        }
      >
        {before ? (
          <span className={styles.prefix} aria-hidden="true">
            {before}
          </span>
        ) : null}
        {children}
        {after}
      </div>
      {error ? (
        <p id={`${id}-error`} className={styles.error}>
          <IconAlertCircle size={18} aria-hidden="true" />
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
