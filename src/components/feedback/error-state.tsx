import { IconAlertTriangle, IconCheck, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '#components/form/button.tsx';
import { Card } from '#components/layout/card.tsx';
import styles from './error-state.module.css';

interface Props {
  icon?: ReactNode;
  /** What happened, in plain words. */
  title: string;
  /** What it means, first of all for money: "Nada foi cobrado." */
  text: ReactNode;
  kept?: { title?: string | undefined; items: string[] } | undefined;
  /** Other ways out: a RowList of ListRow. */
  ways?: ReactNode;
  retry?: { label?: string | undefined; onClick: () => void; busy?: boolean | undefined } | undefined;
  heading?: boolean | undefined;
}

export function ErrorState({
  icon = <IconAlertTriangle size={28} />,
  title,
  text,
  kept,
  ways,
  retry,
  heading,
}: Props) {
  const Title = heading ? 'h1' : 'h2';
  const KeptTitle = heading ? 'h2' : 'h3';
  return (
    <div className={styles.error}>
      <div role="alert">
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
        <Title
          className={styles.title}
          tabIndex={-1}
          data-problem=""
          {...(heading && { 'data-screen-heading': '' })}
        >
          {title}
        </Title>
        <p className={styles.text}>{text}</p>
      </div>
      {kept ? (
        <Card>
          <KeptTitle className={styles.keptTitle}>{kept.title ?? 'O que está guardado'}</KeptTitle>
          <ul className={styles.kept}>
            {kept.items.map((item) => (
              <li key={item}>
                <IconCheck size={22} aria-hidden="true" />
                {item}
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      {ways ? <Card pad={false}>{ways}</Card> : null}
      {retry ? (
        <Button onClick={retry.onClick} busy={retry.busy} icon={<IconRefresh size={22} />}>
          {retry.label ?? 'Tentar de novo'}
        </Button>
      ) : null}
    </div>
  );
}
