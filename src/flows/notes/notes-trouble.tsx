import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { Note, NotePlace } from '#machines/book/note.ts';
import { isAbout } from './about.ts';
import { useNotes } from './context.ts';
import styles from './notes.module.css';

/** What went wrong, and what can be done. @param of only of what was done to these; null for all of it */
export function NotesTrouble({ of }: { of: { place: NotePlace; notes: readonly Note[] } | null }) {
  const notes = useNotes();
  const isFailed = useSelector(notes, (snapshot) => snapshot.hasTag('failed'));
  const isUnsaved = useSelector(
    notes,
    (snapshot) =>
      snapshot.hasTag('unsaved') && (of === null || isAbout(snapshot.context.change, of.place, of.notes)),
  );
  if (isFailed)
    return (
      <div role="alert" className={styles.trouble}>
        <p>Não foi possível ler as anotações.</p>
        <Button size="sm" onClick={() => notes.send({ type: 'load.retried' })}>
          Ler de novo
        </Button>
      </div>
    );
  if (!isUnsaved) return null;
  return (
    <div role="alert" className={styles.trouble}>
      <p>Não foi possível salvar. Nada do que se escreveu se perdeu; veja se “npm run flows” ainda roda.</p>
      <div className={styles.tools}>
        <Button size="sm" onClick={() => notes.send({ type: 'save.retried' })}>
          Tentar de novo
        </Button>
        <Button size="sm" variant="default" onClick={() => notes.send({ type: 'save.dropped' })}>
          Deixar e reler
        </Button>
      </div>
    </div>
  );
}

const saidOf = { leave: 'Anotação salva.', resolve: 'Anotação atualizada.', remove: 'Anotação apagada.' };

/** Says to who hears the page that something was saved: to who sees it the list says so. */
export function NotesStatus() {
  const notes = useNotes();
  const saved = useSelector(notes, ({ context }) => context.saved);
  const isSaving = useSelector(notes, (snapshot) => snapshot.matches('saving'));
  return (
    <p role="status" className={styles.hidden}>
      {isSaving ? 'Salvando…' : saved === null ? null : saidOf[saved]}
    </p>
  );
}
