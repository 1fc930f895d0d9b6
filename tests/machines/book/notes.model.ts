import type { Note, NoteChange, NoteList } from '#machines/book/note.ts';
import { type NotesContext, draftAt, notesMachine } from '#machines/book/notes.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { bug } from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';

const place = { chart: 'pix', state: 'expired', transition: null };
const other = { chart: 'pix', state: 'waiting', transition: 'pix.paid → paid' };
const note: Note = {
  ...place,
  name: '2026-11-27-pix-o-valor.md',
  author: 'Ana',
  date: '2026-11-27T08:00:00.000Z',
  resolved: null,
  text: 'O valor some.',
};
const empty: NoteList = { notes: [], broken: [], isWritable: true };
const full: NoteList = { notes: [note], broken: [{ name: 'a.md', reason: 'falta' }], isWritable: true };
const builtIn: NoteList = { ...full, isWritable: false };
const left: NoteChange = { do: 'leave', draft: { ...place, author: 'Ana', text: 'O valor some.' } };
const resolved: NoteChange = { do: 'resolve', name: note.name, isResolved: true };

export const machine = notesMachine;
export const model: Model<typeof notesMachine> = {
  inputs: [{ author: '' }],
  events: [
    { type: 'author.typed', author: 'Ana' },
    { type: 'text.typed', place, text: 'O valor some.' },
    { type: 'text.typed', place: other, text: 'E aqui?' },
    { type: 'note.changed', change: left },
    { type: 'note.changed', change: resolved },
    { type: 'load.retried' },
    { type: 'save.retried' },
    { type: 'save.dropped' },
  ],
  outcomes: { loadNotes: [{ ok: empty }, { ok: builtIn }, bug], changeNotes: [{ ok: full }, bug] },
  reduceContext: (given) => {
    const context = given as NotesContext;
    const { list, author, change, saved } = context;
    return [
      list.isWritable,
      list.notes.length,
      author,
      change?.do ?? null,
      saved,
      draftAt(context, place),
      draftAt(context, other),
    ];
  },
};

/** What is typed is there until it is a note; nothing is saved where nothing can be written. */
export const oracle: Oracle = (snapshot, { steps, before }) => {
  const context = snapshot.context as NotesContext;
  const { list, change, author, saved } = context;
  const value = String(snapshot.value);
  expectThat((change !== null) === ['saving', 'unsaved'].includes(value), 'a change is on its way or stuck');
  expectThat(change === null || list.isWritable, 'nothing is written where nothing can be');
  const event = steps.at(-1);
  if (!event || !before) return expectThat(value === 'loading', 'the notes are read at first');
  const was = before.context as NotesContext;
  const wasAt = String(before.value);
  const isSaved = event.type.startsWith('xstate.done') && wasAt === 'saving';
  const typed = event.type === 'text.typed' ? JSON.stringify(event['place']) : null;
  const takes = (wasAt === 'ready' || wasAt === 'unsaved') && was.list.isWritable;
  for (const one of [place, other]) {
    const isTyped = takes && typed === JSON.stringify(one);
    const isNote = isSaved && was.change?.do === 'leave' && one === place;
    const expected = isTyped ? event['text'] : isNote ? '' : draftAt(was, one);
    expectThat(draftAt(context, one) === expected, 'what is typed stays until it is a note');
  }
  expectThat(
    author === (event.type === 'author.typed' && takes ? 'Ana' : was.author),
    'who writes is who says so',
  );
  if (event.type === 'note.changed')
    expectThat(
      takes
        ? value === 'saving' && change === event['change'] && saved === null
        : value === wasAt && change === was.change,
      'a change is saved',
    );
  if (isSaved)
    expectThat(value === 'ready' && list === full && saved === (was.change?.do ?? null), 'saved, and said');
  if (event.type.startsWith('xstate.done') && wasAt === 'loading')
    expectThat(value === 'ready' && [empty, builtIn].includes(list), 'as they were read');
  if (event.type.startsWith('xstate.error'))
    expectThat(
      value === (wasAt === 'saving' ? 'unsaved' : 'failed') && list === was.list && change === was.change,
      'a failure loses nothing',
    );
  if (event.type === 'load.retried')
    expectThat(value === (wasAt === 'failed' ? 'loading' : wasAt), 'read again');
  if (event.type === 'save.retried')
    expectThat(
      value === (wasAt === 'unsaved' ? 'saving' : wasAt) && change === was.change,
      'the same is saved again',
    );
  if (event.type === 'save.dropped')
    expectThat(value === (wasAt === 'unsaved' ? 'loading' : wasAt), 'let go, and read again');
};
