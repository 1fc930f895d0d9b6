import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './note.module.css';

interface Props {
  tone: 'bad' | 'warn' | 'ok' | 'info';
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}
const icons = { bad: IconAlertTriangle, warn: IconAlertTriangle, ok: IconCircleCheck, info: IconInfoCircle };

/** What somebody has to know now, with what they can do. */
export function Note({ tone, title, children, action }: Props) {
  const Icon = icons[tone];
  return (
    <div className={styles.note} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon size={20} aria-hidden className={styles.icon} />
      <p className={styles.text}>
        <b>{title}</b>
        {children ? <> {children}</> : null}
      </p>
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}
