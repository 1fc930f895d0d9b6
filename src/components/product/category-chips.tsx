import { useEffect, useRef } from 'react';
import styles from './category-chips.module.css';
import type { LinkTarget } from '#components/form/link.ts';

export interface Category {
  id: string;
  name: string;
  link: LinkTarget;
  /** One of several that may be chosen together; left out where one is the page that is open. */
  isChosen?: boolean;
  /** How many items it has. */
  count?: number;
}

interface Props {
  label: string;
  items: Category[];
  current: string;
}

/** Sticks under the bar; the chosen one is brought into view. */
export function CategoryChips({ label, items, current }: Props) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const strip = list.current;
    const chosen = strip?.querySelector<HTMLElement>('[aria-current]');
    // Only the strip moves: scrollIntoView would move the page as well.
    if (strip && chosen)
      strip.scrollTo({ left: chosen.offsetLeft - strip.clientWidth / 2 + chosen.clientWidth / 2 });
  }, [current]);
  return (
    <nav aria-label={label} className={styles.bar}>
      <ul ref={list} className={styles.chips}>
        {items.map(({ id, name, link, isChosen, count }) => (
          <li key={id}>
            <a
              {...link}
              className={styles.chip}
              aria-current={id === current ? 'page' : isChosen || undefined}
            >
              <span>
                {name}
                {isChosen === undefined || count === undefined ? null : ` ${count}`}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
