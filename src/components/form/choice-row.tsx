import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './choice-row.module.css';
import { VisuallyHidden } from '#components/layout/visually-hidden.tsx';

interface GroupProps {
  legend: string;
  legendHidden?: boolean | undefined;
  /** Said under the legend and read with it. */
  help?: string | undefined;
  /** What is wrong with what was chosen, under the choices. */
  error?: string | undefined;
  children: ReactNode;
}

export function ChoiceGroup({ legend, legendHidden, help, error, children }: GroupProps) {
  const id = useId();
  const described = [help && id, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <fieldset className={styles.group} aria-describedby={described}>
      <legend className={styles.legend}>
        {legendHidden ? (
          <VisuallyHidden>{legend}</VisuallyHidden>
        ) : (
          <span className={styles.title}>{legend}</span>
        )}
      </legend>
      {help ? (
        <p id={id} className={styles.help}>
          {help}
        </p>
      ) : null}
      {children}
      {error ? (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

interface RowProps {
  name: string;
  value: string;
  checked: boolean;
  onChoose: (value: string) => void;
  title: ReactNode;
  detail?: ReactNode;
  end?: ReactNode;
  disabled?: boolean | undefined;
  /** Stands at the end of a choice that cannot be made: it stays, with its reason. */
  disabledText?: string | undefined;
  /** One of several that may stand together: a box instead of a radio. */
  many?: boolean | undefined;
}

/** One real radio or box; the whole row is its label. */
export function ChoiceRow({
  name,
  value,
  checked,
  onChoose,
  title,
  detail,
  end,
  disabled,
  disabledText = 'Lotado',
  many,
}: RowProps) {
  return (
    <label
      className={classNames(styles.row, detail && styles.tall, checked && styles.on, disabled && styles.off)}
    >
      <input
        type={many ? 'checkbox' : 'radio'}
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={() => onChoose(value)}
        className={classNames(styles.radio, many && styles.box)}
      />
      <span className={styles.text}>
        <span className={styles.name}>{title}</span>
        {detail ? <span className={styles.detail}>{detail}</span> : null}
      </span>
      {disabled ? (
        <span className={styles.end}>{disabledText}</span>
      ) : end ? (
        <span className={styles.end}>{end}</span>
      ) : null}
    </label>
  );
}
