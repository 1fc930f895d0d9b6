import { type NonReducibleUnknown, assign, setup } from 'xstate';
import { fromEvent, fromOutput, port } from '#machines/port.ts';
import { type NoteChange, type NoteList, type NotePlace, placeKey } from './note.ts';

export interface NotesContext {
  list: NoteList;
  /** what is being written, by its place */
  drafts: Readonly<Record<string, string>>;
  author: string;
  /** what is being saved, or could not be */
  change: NoteChange | null;
  /** what was saved last */
  saved: NoteChange['do'] | null;
}
export type NotesEvent =
  | { type: 'author.typed'; author: string }
  | { type: 'text.typed'; place: NotePlace; text: string }
  | { type: 'note.changed'; change: NoteChange }
  | { type: 'load.retried' }
  | { type: 'save.retried' }
  | { type: 'save.dropped' };

type Of<T extends NotesEvent['type']> = Extract<NotesEvent, { type: T }>;

/** What is written under a place, and is no note yet. */
export const draftAt = ({ drafts }: NotesContext, place: NotePlace): string => drafts[placeKey(place)] ?? '';

/** The notes of the flow book: files beside the code, written by the development server of the book. */
export const notesMachine = setup({
  types: {
    input: {} as { author: string },
    context: {} as NotesContext,
    events: {} as NotesEvent,
    tags: {} as 'busy' | 'failed' | 'ready' | 'unsaved',
  },
  actors: {
    loadNotes: port<NoteList, NonReducibleUnknown>('loadNotes'),
    changeNotes: port<NoteList, NoteChange>('changeNotes'),
  },
  guards: { isWritable: ({ context }) => context.list.isWritable },
  actions: {
    sign: assign((_, { author }: Of<'author.typed'>) => ({ author })),
    write: assign(({ context }, { place, text }: Of<'text.typed'>) => ({
      drafts: { ...context.drafts, [placeKey(place)]: text },
    })),
    ask: assign((_, { change }: Of<'note.changed'>) => ({ change, saved: null })),
    keep: assign((_, list: NoteList) => ({ list })),
    // What was written is a note now; what is written elsewhere stays.
    tidy: assign(({ context: { drafts, change } }) => {
      const left = change?.do === 'leave' ? placeKey(change.draft) : null;
      return {
        change: null,
        saved: change?.do ?? null,
        drafts: Object.fromEntries(Object.entries(drafts).filter(([key]) => key !== left)),
      };
    }),
    drop: assign({ change: null }),
  },
}).createMachine({
  id: 'notes',
  description: 'As anotações do livro: arquivos que seguem com o código, escritos pelo servidor do livro.',
  context: ({ input }) => ({
    list: { notes: [], broken: [], isWritable: false },
    drafts: {},
    author: input.author,
    change: null,
    saved: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      description: 'As anotações estão sendo lidas dos seus arquivos.',
      tags: 'busy',
      invoke: {
        id: 'loadNotes',
        src: 'loadNotes',
        onDone: { target: 'ready', actions: { type: 'keep', params: fromOutput } },
        onError: 'failed',
      },
    },
    failed: {
      description: 'As anotações não vieram; o livro segue sem elas, e dá para ler de novo.',
      tags: 'failed',
      on: { 'load.retried': 'loading' },
    },
    ready: {
      description: 'As anotações estão à vista; onde há o servidor do livro, escrevem-se e resolvem-se aqui.',
      tags: 'ready',
      on: {
        'author.typed': { guard: 'isWritable', actions: { type: 'sign', params: fromEvent } },
        'text.typed': { guard: 'isWritable', actions: { type: 'write', params: fromEvent } },
        'note.changed': {
          guard: 'isWritable',
          target: 'saving',
          actions: { type: 'ask', params: fromEvent },
        },
      },
    },
    saving: {
      description: 'Uma anotação está sendo escrita, resolvida ou apagada no seu arquivo.',
      tags: 'busy',
      invoke: {
        id: 'changeNotes',
        src: 'changeNotes',
        // In this state there is one.
        input: ({ context: { change } }) => change ?? { do: 'remove', name: '' },
        onDone: { target: 'ready', actions: [{ type: 'keep', params: fromOutput }, 'tidy'] },
        onError: 'unsaved',
      },
    },
    unsaved: {
      description: 'O arquivo não foi escrito; o texto continua na tela, e dá para tentar de novo ou deixar.',
      tags: ['ready', 'unsaved'],
      on: {
        'author.typed': { actions: { type: 'sign', params: fromEvent } },
        'text.typed': { actions: { type: 'write', params: fromEvent } },
        'note.changed': { target: 'saving', actions: { type: 'ask', params: fromEvent } },
        'save.retried': 'saving',
        'save.dropped': { target: 'loading', actions: 'drop' },
      },
    },
  },
});
