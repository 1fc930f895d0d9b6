import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { LinkTarget } from '#components/form/link.ts';
import { LiveText } from '#components/layout/live-text.tsx';
import styles from './nudge.module.css';

interface Props {
  icon?: ReactNode;
  /** One sentence: "Faltam 2 para 10% off". */
  children: string;
  /** Pips count things (up to 8), a bar measures money. */
  progress?: { kind: 'pips' | 'bar'; done: number; of: number } | undefined;
  link?: LinkTarget | undefined;
}

/** Stands in the page where it matters; its sentence is read out when it changes. */
export function Nudge({ icon, children, progress, link }: Props) {
  const content = (
    <>
      {icon ? (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      ) : null}
      <span className={styles.words}>
        <span>{children}</span>
        {progress && (progress.kind === 'bar' || progress.of > 8) ? (
          <span className={styles.bar} aria-hidden="true">
            <i style={{ width: `${Math.min(100, (100 * progress.done) / progress.of)}%` }} />
          </span>
        ) : null}
      </span>
      {progress?.kind === 'pips' && progress.of <= 8 ? (
        <span className={styles.pips} aria-hidden="true">
          {Array.from({ length: progress.of }, (_, index) => (
            <i key={index} data-on={index < progress.done || undefined} />
          ))}
        </span>
      ) : null}
      {link ? <IconChevronRight size={22} aria-hidden="true" /> : null}
    </>
  );
  return (
    <>
      {link ? (
        <a {...link} className={styles.nudge}>
          {content}
        </a>
      ) : (
        <p className={styles.nudge}>{content}</p>
      )}
      <LiveText>{children}</LiveText>
    </>
  );
}
