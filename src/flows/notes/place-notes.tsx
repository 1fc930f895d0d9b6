import { useSelector } from '@xstate/react';
import { useRef, useState } from 'react';
import { type NotePlace, placeKey } from '#machines/book/note.ts';
import { notesAt } from './about.ts';
import { useNotes } from './context.ts';
import { NoteCard } from './note-card.tsx';
import { NoteForm } from './note-form.tsx';
import { NotesTrouble } from './notes-trouble.tsx';
import styles from './notes.module.css';

/** Where no development server is, there is nothing to write to. */
export function WrittenElsewhere() {
  return (
    <p className={styles.quiet}>
      Aqui as anotações são só lidas. Escrevem-se com <code>npm run flows</code>, e seguem com o código.
    </p>
  );
}

interface Props {
  place: NotePlace;
  /** of a state: its transitions, by their words. What was said of others is shown at the state. */
  transitions?: readonly string[];
  /** the step of a storyboard that it stands at, by its number: closed there until it is opened */
  step?: number;
}

function OfPlace({ place, transitions = [], step }: Props) {
  const notes = useNotes();
  const list = useSelector(notes, ({ context }) => context.list);
  const isFailed = useSelector(notes, (snapshot) => snapshot.hasTag('failed'));
  const found = notesAt(list, place, transitions);
  const open = found.filter(({ resolved }) => resolved === null).length;
  const isPanel = place.transition === null && step === undefined;
  // What is there to read is open, until it is closed: the list comes after the panel.
  const [chosen, choose] = useState<boolean | null>(null);
  const isOpen = chosen ?? (isPanel && open > 0);
  const summary = useRef<HTMLElement>(null);
  // Where there is none and none can be written, a transition or a step says nothing.
  if (!isPanel && found.length === 0 && !list.isWritable) return null;
  return (
    <details
      className={styles.place}
      open={isOpen}
      onToggle={({ currentTarget }) => choose(currentTarget.open)}
    >
      <summary ref={summary}>
        {isPanel || found.length > 0 ? `Anotações (${open})` : 'Anotar'}
        {place.transition !== null && <span className={styles.hidden}> em {place.transition}</span>}
        {step !== undefined && (
          <span className={styles.hidden}>
            {' '}
            no passo {step}, {place.state}
          </span>
        )}
      </summary>
      {isOpen && (
        <>
          {(list.isWritable || isFailed) && <NotesTrouble of={{ place, notes: found }} />}
          {found.length > 0 && (
            <ul className={styles.notes}>
              {found.map((note) => (
                <NoteCard key={note.name} note={note} onRemove={() => summary.current?.focus()}>
                  {note.transition !== place.transition && (
                    <p className={styles.lost}>De uma seta que não existe mais: {note.transition}</p>
                  )}
                </NoteCard>
              ))}
            </ul>
          )}
          {list.isWritable ? <NoteForm place={place} /> : !isFailed && <WrittenElsewhere />}
        </>
      )}
    </details>
  );
}

/** The notes of a state or of a transition, and a new one. */
export const PlaceNotes = (props: Props) => <OfPlace key={placeKey(props.place)} {...props} />;
