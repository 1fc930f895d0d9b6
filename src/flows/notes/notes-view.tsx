import { Switch } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { useRef, useState } from 'react';
import type { Note } from '#machines/book/note.ts';
import type { ChartFacts } from '../facts.ts';
import { type BookActor, pageNames } from '../history.ts';
import { lostOf } from './about.ts';
import { useNotes } from './context.ts';
import { NoteCard } from './note-card.tsx';
import { NotesTrouble } from './notes-trouble.tsx';
import { WrittenElsewhere } from './place-notes.tsx';
import styles from './notes.module.css';

interface Props {
  book: BookActor;
  charts: readonly ChartFacts[];
}

/** Of what a note speaks, and the way there. */
function Place({ book, charts, note }: Props & { note: Note }) {
  const { chart, state, transition } = note;
  const lost = lostOf(charts, note);
  const isChartThere = charts.some(({ id }) => id === chart);
  const name = state === '' ? chart : `${chart} › ${state}`;
  return (
    <>
      <h3 className={styles.about}>
        {isChartThere ? (
          <button type="button" onClick={() => book.send({ type: 'chart.requested', chart, state })}>
            {name}
          </button>
        ) : (
          name
        )}
      </h3>
      {transition !== null && <p className={styles.transition}>{transition}</p>}
      {lost !== null && <p className={styles.lost}>{lost}</p>}
    </>
  );
}

/** All notes of the book, those that are open first of all. */
export function NotesView({ book, charts }: Props) {
  const actor = useNotes();
  const { list } = useSelector(actor, ({ context }) => context);
  const isLoading = useSelector(actor, (snapshot) => snapshot.matches('loading'));
  const isFailed = useSelector(actor, (snapshot) => snapshot.hasTag('failed'));
  const [isAll, setAll] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const open = list.notes.filter(({ resolved }) => resolved === null);
  const shown = isAll ? list.notes : open;
  return (
    <main className={styles.view}>
      <h2 ref={heading} tabIndex={-1} className={styles.name}>
        {pageNames.notes}
      </h2>
      {list.isWritable || isLoading || isFailed ? (
        <p className={styles.quiet}>
          Deixa-se uma anotação em um estado ou em uma seta, no painel ao lado do desenho. Cada uma é um
          arquivo em <code>docs/flows/notes</code>, que segue com o código.
        </p>
      ) : (
        <WrittenElsewhere />
      )}
      <NotesTrouble of={null} />
      <div className={styles.tools}>
        <p role="status">
          {isLoading
            ? 'Lendo as anotações…'
            : isFailed
              ? null
              : open.length === 0
                ? 'Nenhuma anotação aberta.'
                : open.length === 1
                  ? '1 anotação aberta'
                  : `${open.length} anotações abertas`}
        </p>
        {open.length < list.notes.length && (
          <Switch
            label={`Também as resolvidas (${list.notes.length - open.length})`}
            checked={isAll}
            onChange={({ currentTarget }) => setAll(currentTarget.checked)}
          />
        )}
      </div>
      <ul className={styles.notes}>
        {shown.map((note) => (
          <NoteCard key={note.name} note={note} onRemove={() => heading.current?.focus()}>
            <Place book={book} charts={charts} note={note} />
          </NoteCard>
        ))}
      </ul>
      {list.broken.length > 0 && (
        <section aria-labelledby="broken">
          <h3 id="broken" className={styles.about}>
            Arquivos que não se leem como anotação
          </h3>
          <ul className={styles.notes}>
            {list.broken.map(({ name, reason }) => (
              <li key={name} className={styles.note}>
                <strong className={styles.file}>{name}</strong>
                <p className={styles.lost}>{reason}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </main>
  );
}
