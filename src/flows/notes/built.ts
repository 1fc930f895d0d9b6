import type { NoteList } from '#machines/book/note.ts';

/** The notes that a build of the book has in itself (`src/build/notes/notes.ts`): none for the development server. */
export const builtNotes: NoteList | null = null;
