import { IconChevronRight } from '@tabler/icons-react';
import { Children, type ReactNode } from 'react';
import { classNames } from '#components/form/class-names.ts';
import type { Pressable } from '#components/form/link.ts';
import { LinkOrButton } from '#components/form/link-or-button.tsx';
import styles from './list-row.module.css';

interface Props extends Pressable {
  icon?: ReactNode;
  title: ReactNode;
  detail?: ReactNode;
  /** Under the words: a chip that would take their room beside them. */
  note?: ReactNode;
  end?: ReactNode;
  tone?: 'plain' | 'brand' | undefined;
  height?: 56 | 72 | undefined;
  /** Outside a card: its words begin where the text around it does. */
  flush?: boolean | undefined;
  'aria-current'?: 'page' | 'true' | undefined;
}

/** One line of a list: what it is, a word more, and what is at its end. The whole line is the target. */
export function ListRow({
  icon,
  title,
  detail,
  note,
  end,
  tone = 'plain',
  height,
  flush,
  link,
  onClick,
  'aria-current': current,
}: Props) {
  const canPress = Boolean(link ?? onClick);
  const look = classNames(
    styles.row,
    styles[tone],
    (height === 72 || (detail && height !== 56)) && styles.tall,
    flush && styles.flush,
  );
  const content = (
    <>
      {icon ? (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      ) : null}
      <span className={styles.text}>
        <span className={styles.title}>{title}</span>
        {detail ? <span className={styles.detail}>{detail}</span> : null}
        {note ? <span className={styles.note}>{note}</span> : null}
      </span>
      {end ??
        (canPress && tone === 'plain' ? (
          <IconChevronRight size={24} aria-hidden="true" className={styles.chevron} />
        ) : null)}
    </>
  );
  return canPress ? (
    <LinkOrButton link={link} onClick={onClick} className={look} aria-current={current}>
      {content}
    </LinkOrButton>
  ) : (
    <div className={look}>{content}</div>
  );
}

interface ListProps {
  divided?: boolean | undefined;
  label?: string | undefined;
  children: ReactNode;
}

export function RowList({ divided, label, children }: ListProps) {
  return (
    <ul aria-label={label} className={classNames(styles.list, divided && styles.divided)}>
      {Children.map(children, (child) => (child ? <li>{child}</li> : null))}
    </ul>
  );
}
