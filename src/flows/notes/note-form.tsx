import { Button, TextInput, Textarea } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { type FormEvent, useRef, useState } from 'react';
import { MOST_AUTHOR_LETTERS, MOST_NOTE_LETTERS, type NotePlace } from '#machines/book/note.ts';
import { draftAt } from '#machines/book/notes.machine.ts';
import { useNotes } from './context.ts';
import styles from './notes.module.css';

/** Writes a note at a place. What is typed stays until it is a file, and on the way to another state and back. */
export function NoteForm({ place }: { place: NotePlace }) {
  const notes = useNotes();
  const text = useSelector(notes, ({ context }) => draftAt(context, place));
  const author = useSelector(notes, ({ context }) => context.author);
  const isReady = useSelector(notes, (snapshot) => snapshot.hasTag('ready'));
  const isSaving = useSelector(notes, (snapshot) => snapshot.matches('saving'));
  const [isChecked, setChecked] = useState(false);
  const [textField, authorField] = [useRef<HTMLTextAreaElement>(null), useRef<HTMLInputElement>(null)];
  const isTextMissing = text.trim() === '';
  const isAuthorMissing = author.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(isTextMissing || isAuthorMissing);
    if (isTextMissing) return textField.current?.focus();
    if (isAuthorMissing) return authorField.current?.focus();
    notes.send({ type: 'note.changed', change: { do: 'leave', draft: { ...place, author, text } } });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Textarea
        ref={textField}
        label="Anotação"
        rows={4}
        maxLength={MOST_NOTE_LETTERS}
        readOnly={!isReady}
        value={text}
        error={isChecked && isTextMissing ? 'Escreva a anotação.' : null}
        onChange={({ currentTarget }) => notes.send({ type: 'text.typed', place, text: currentTarget.value })}
      />
      <TextInput
        ref={authorField}
        label="Quem escreve"
        autoComplete="name"
        maxLength={MOST_AUTHOR_LETTERS}
        readOnly={!isReady}
        value={author}
        error={isChecked && isAuthorMissing ? 'Diga quem escreve.' : null}
        onChange={({ currentTarget }) => notes.send({ type: 'author.typed', author: currentTarget.value })}
      />
      <Button type="submit" size="sm">
        {isSaving ? 'Salvando…' : 'Deixar anotação'}
      </Button>
    </form>
  );
}
