import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from '#components/campaign/drawing.tsx';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  drawing?: DrawingName | undefined;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** The title is the screen's h1. */
  heading?: boolean | undefined;
  /** What else may help, below: the last order. */
  after?: ReactNode;
}

/** A drawing, one sentence, one action. */
export function EmptyState({ drawing = 'basket', title, text, action, heading, after }: EmptyStateProps) {
  const Title = heading ? 'h1' : 'h2';
  return (
    <div className={styles.empty}>
      <Drawing name={drawing} />
      <Title className={styles.title} {...(heading && { tabIndex: -1, 'data-screen-heading': '' })}>
        {title}
      </Title>
      {text ? <p className={styles.text}>{text}</p> : null}
      {action ? <div className={styles.action}>{action}</div> : null}
      {after ? <div className={styles.after}>{after}</div> : null}
    </div>
  );
}
