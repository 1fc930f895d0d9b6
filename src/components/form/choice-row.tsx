import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import styles from './choice-row.module.css';
import { VisuallyHidden } from '#components/layout/visually-hidden.tsx';

interface GroupProps {
  legend: string;
  legendHidden?: boolean | undefined;
  /** Said under the legend and read with it. */
  help?: string | undefined;
  children: ReactNode;
}

export function ChoiceGroup({ legend, legendHidden, help, children }: GroupProps) {
  const id = useId();
  return (
    <fieldset className={styles.group} aria-describedby={help ? id : undefined}>
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
}

/** One real radio; the whole row is its label. */
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
}: RowProps) {
  return (
    <label
      className={classNames(styles.row, detail && styles.tall, checked && styles.on, disabled && styles.off)}
    >
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={() => onChoose(value)}
        className={styles.radio}
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
