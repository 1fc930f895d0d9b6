import { IconMapPin } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from '#components/layout/info-card.module.css';

interface Props {
  title: ReactNode;
  detail?: ReactNode;
  icon?: ReactNode;
  /** A TextLink: "Alterar". */
  action?: ReactNode;
  /** What is missing or does not fit: "Fora da área desta campanha". */
  warning?: ReactNode;
}

/** Where, or who: one fact in two lines and one thing to do about it. Wraps, never cuts. */
export function AddressCard({ title, detail, icon = <IconMapPin size={24} />, action, warning }: Props) {
  return (
    <div className={styles.card}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        {detail ? <p className={styles.detail}>{detail}</p> : null}
        {warning ? <p className={styles.warning}>{warning}</p> : null}
      </div>
      {action}
    </div>
  );
}
