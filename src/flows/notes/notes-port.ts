import { fromPromise } from 'xstate';
import { type NoteChange, type NoteList, notesIn } from '#machines/book/note.ts';
import { BASE } from '../address.ts';

const AUTHOR = 'vitrine-notes-author';

/** Where the book's development server has the notes. */
async function ask(change?: NoteChange): Promise<NoteList> {
  const answer = await fetch(
    `${BASE}notes.json`,
    change && {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(change),
    },
  );
  if (!answer.ok) throw new Error(`notes: ${answer.status} ${await answer.text()}`);
  return notesIn(await answer.json());
}

export const loadNotes = fromPromise<NoteList>(async () => {
  const { builtNotes } = await import('./built.ts');
  return builtNotes ?? ask();
});
/** Writes a change; who wrote the last note writes the next. */
export const changeNotes = fromPromise<NoteList, NoteChange>(async ({ input }) => {
  const list = await ask(input);
  if (input.do === 'leave') localStorage.setItem(AUTHOR, input.draft.author);
  return list;
});
export const lastAuthor = (): string => localStorage.getItem(AUTHOR) ?? '';
