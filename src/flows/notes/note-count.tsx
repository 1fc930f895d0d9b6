import { useSelector } from '@xstate/react';
import { openCount } from './about.ts';
import { useNotes } from './context.ts';
import styles from './notes.module.css';

/** How many open notes a chart or a state has; nothing for none. */
export function NoteCount({ chart, state }: { chart?: string; state?: string }) {
  const count = useSelector(useNotes(), ({ context }) => openCount(context.list, chart, state));
  if (count === 0) return null;
  return (
    <span className={styles.count}>
      <span aria-hidden>{count}</span>
      <span className={styles.hidden}>
        {count === 1 ? '1 anotação aberta' : `${count} anotações abertas`}
      </span>
    </span>
  );
}
