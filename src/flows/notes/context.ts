import { createContext, use } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { notesMachine } from '#machines/book/notes.machine.ts';

export type NotesActor = ActorRefFrom<typeof notesMachine>;

const Context = createContext<NotesActor | null>(null);
export const NotesProvider = Context.Provider;

/** The notes of the book. @throws Error outside of it */
export function useNotes(): NotesActor {
  const notes = use(Context);
  if (!notes) throw new Error('not in the book');
  return notes;
}
