import path from 'node:path';
import type { Plugin } from 'vite';
import type { NoteList } from '#machines/book/note.ts';
import { readNotes } from './notes-folder.ts';
import { notesHandler } from './notes-server.ts';

const root = path.resolve(import.meta.dirname, '../../..');
/** The notes of this project, beside its code. */
export const NOTES_FOLDER = path.join(root, 'docs/flows/notes');

/**
 * The notes of the flow book: its development server reads and writes them, a build has those that were there, for
 * reading (`src/flows/notes/built.ts`).
 */
export function notes(folder = NOTES_FOLDER): Plugin {
  let isBuild = false;
  return {
    name: 'notes',
    enforce: 'pre',
    config: (_, { command }) => void (isBuild = command === 'build'),
    configureServer: ({ middlewares }) => void middlewares.use(notesHandler(folder)),
    async load(id) {
      if (!isBuild || !id.endsWith('/src/flows/notes/built.ts')) return null;
      const list: NoteList = { ...(await readNotes(folder)), isWritable: false };
      return `export const builtNotes = ${JSON.stringify(list)};`;
    },
  };
}
