import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { type ReactNode, useState } from 'react';
import type { Note } from '#machines/book/note.ts';
import { useNotes } from './context.ts';
import styles from './notes.module.css';

const day = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short' });

interface Props {
  note: Note;
  /** of what it speaks, where that is not said around it */
  children?: ReactNode;
  /** before the card goes, with the focus in it */
  onRemove: () => void;
}

/** A note, with what can be done to it. */
export function NoteCard({ note: { name, author, date, resolved, text }, children, onRemove }: Props) {
  const notes = useNotes();
  const isWritable = useSelector(notes, ({ context }) => context.list.isWritable);
  const [isAsked, setAsked] = useState(false);
  const isResolved = resolved !== null;
  return (
    <li className={styles.note} data-resolved={isResolved || undefined}>
      {children}
      <p className={styles.text}>{text}</p>
      <p className={styles.quiet}>
        {author}, <time dateTime={date}>{day.format(new Date(date))}</time>
        {resolved !== null && (
          <>
            {' · '}
            <strong>Resolvida</strong> em <time dateTime={resolved}>{day.format(new Date(resolved))}</time>
          </>
        )}
      </p>
      <p className={styles.file}>{name}</p>
      {isWritable && (
        <div className={styles.tools}>
          <Button
            size="sm"
            variant="default"
            onClick={() =>
              notes.send({ type: 'note.changed', change: { do: 'resolve', name, isResolved: !isResolved } })
            }
          >
            {isResolved ? 'Reabrir' : 'Resolver'}
          </Button>
          <Button
            size="sm"
            variant="default"
            onClick={() => {
              if (!isAsked) return setAsked(true);
              onRemove();
              notes.send({ type: 'note.changed', change: { do: 'remove', name } });
            }}
          >
            {isAsked ? 'Apagar o arquivo' : 'Apagar'}
          </Button>
          {isAsked && (
            <Button size="sm" variant="default" onClick={() => setAsked(false)}>
              Manter
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
