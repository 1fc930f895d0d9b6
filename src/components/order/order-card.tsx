import { IconChevronRight, IconPackage } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { LinkTarget } from '#components/form/link.ts';
import styles from './order-card.module.css';
import { StepProgress } from './step-progress.tsx';

interface Props {
  /** "Saiu para entrega" */
  title: string;
  /** Before the title where there is room: "Pedido FE-48190". */
  code?: string | undefined;
  /** "Chega entre 10h20 e 10h50" */
  detail: string;
  icon?: ReactNode;
  steps: { done: number; of?: number | undefined; part?: number | undefined; labels?: string[] | undefined };
  link: LinkTarget;
  actionText?: string | undefined;
}

/** The order on its way. On desktop it lies half over the story (see `over`). */
export function OrderCard({
  title,
  code,
  detail,
  icon = <IconPackage size={24} />,
  steps,
  link,
  actionText = 'Acompanhar',
}: Props) {
  return (
    <article className={styles.card}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <div className={styles.words}>
        {code ? <p className={styles.code}>{code}</p> : null}
        <h2 className={styles.title}>
          <a {...link} className={styles.link}>
            {title}
          </a>
        </h2>
        <p className={styles.detail} aria-live="polite">
          {detail}
        </p>
      </div>
      <IconChevronRight size={24} aria-hidden="true" className={styles.chevron} />
      <div className={styles.progress}>
        <StepProgress
          {...steps}
          label={`${title}, etapa ${Math.min(steps.done + 1, steps.of ?? 4)} de ${steps.of ?? 4}`}
        />
      </div>
      <span className={styles.action} aria-hidden="true">
        {actionText}
      </span>
    </article>
  );
}

/** Pulls what it holds over the end of the band before it, on desktop. */
export function OverStory({ children }: { children: ReactNode }) {
  return <div className={styles.over}>{children}</div>;
}
