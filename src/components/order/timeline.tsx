import { IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './timeline.module.css';
import { VisuallyHidden } from '#components/layout/visually-hidden.tsx';

export interface Moment {
  id: string;
  title: ReactNode;
  detail?: ReactNode;
  /** "hoje, 9h58" */
  time?: string | undefined;
  state: 'done' | 'now' | 'next' | 'failed';
  icon?: ReactNode;
}

const spoken = { done: 'feito', now: 'agora', next: 'a seguir', failed: 'não deu certo' } as const;

export function Timeline({ label, items }: { label: string; items: Moment[] }) {
  return (
    <ol aria-label={label} className={styles.timeline}>
      {items.map(({ id, title, detail, time, state, icon }) => (
        <li key={id} className={styles[state]} aria-current={state === 'now' ? 'step' : undefined}>
          <span className={styles.dot} aria-hidden="true">
            {state === 'done' ? <IconCheck size={18} /> : state === 'failed' ? <IconX size={18} /> : icon}
          </span>
          <div className={styles.words}>
            <p className={styles.title}>
              {title}
              <VisuallyHidden>, {spoken[state]}</VisuallyHidden>
            </p>
            {detail ? <p className={styles.detail}>{detail}</p> : null}
          </div>
          {time ? <span className={styles.time}>{time}</span> : null}
        </li>
      ))}
    </ol>
  );
}
