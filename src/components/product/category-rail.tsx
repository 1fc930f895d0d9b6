import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Category } from './category-chips.tsx';
import styles from './category-rail.module.css';
import type { LinkTarget } from '#components/form/link.ts';

interface Props {
  label: string;
  items: (Category & { icon?: ReactNode })[];
  current: string;
  back?: { text: string; link: LinkTarget } | undefined;
}

/** Desktop only: the chips' twin, with room for counts. */
export function CategoryRail({ label, items, current, back }: Props) {
  return (
    <nav aria-label={label} className={styles.rail}>
      {back ? (
        <a {...back.link} className={styles.back}>
          <IconArrowLeft size={20} aria-hidden="true" />
          {back.text}
        </a>
      ) : null}
      <ul>
        {items.map(({ id, name, icon, count, link, isChosen }) => (
          <li key={id}>
            <a
              {...link}
              className={styles.item}
              aria-current={id === current ? 'page' : isChosen || undefined}
            >
              {icon ? <span aria-hidden="true">{icon}</span> : null}
              <span className={styles.name}>{name}</span>
              {count === undefined ? null : <span className={styles.count}>{count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
