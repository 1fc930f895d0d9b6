import { IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from '#components/layout/info-card.module.css';
import type { Pressable } from '#components/form/link.ts';
import { TextLink } from '#components/layout/text-link.tsx';

interface Props {
  /** What was settled, for the ear: "entrega". */
  what: string;
  /** The same over it, where each stands for itself. */
  label?: string | undefined;
  title: ReactNode;
  detail?: ReactNode;
  icon?: ReactNode;
  change?: Pressable | undefined;
  changeText?: string | undefined;
}

/** A finished step of the checkout, folded to what was chosen. */
export function FinishedStep({
  what,
  label,
  title,
  detail,
  icon = <IconCircleCheck size={24} />,
  change,
  changeText = 'Alterar',
}: Props) {
  return (
    <section className={styles.card} aria-label={`Pronto: ${what}`}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <div className={styles.text}>
        {label ? <p className={styles.label}>{label}</p> : null}
        <p className={styles.title}>{title}</p>
        {detail ? <p className={styles.detail}>{detail}</p> : null}
      </div>
      {change ? (
        <TextLink {...change} label={`${changeText} ${what}`}>
          {changeText}
        </TextLink>
      ) : null}
    </section>
  );
}
