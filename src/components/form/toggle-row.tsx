import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './toggle-row.module.css';

interface Props {
  icon?: ReactNode;
  title: ReactNode;
  detail?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean | undefined;
  name?: string | undefined;
}

export function ToggleRow({ icon, title, detail, checked, onChange, disabled, name }: Props) {
  return (
    <label className={classNames(styles.row, detail && styles.tall)}>
      {icon ? (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      ) : null}
      <span className={styles.text}>
        <span className={styles.title}>{title}</span>
        {detail ? <span className={styles.detail}>{detail}</span> : null}
      </span>
      <input
        type="checkbox"
        role="switch"
        name={name}
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className={styles.switch}
      />
    </label>
  );
}
