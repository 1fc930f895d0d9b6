import { assign, setup } from 'xstate';
import type { Item } from '#contract/catalog.ts';
import { searchText } from '#domain/search.ts';
import { fromEvent, port } from '#machines/port.ts';

export interface Typed {
  text: string;
  /** the campaigns that are offered here, in their order */
  campaigns: readonly string[];
}
export interface SuggestionsRequest {
  q: string;
  campaigns: readonly string[];
}
export interface SuggestionsContext extends SuggestionsRequest {
  /** What the server found last; it may be of fewer letters than are typed by now. */
  found: Item[];
}
export type SuggestionsEvent = ({ type: 'text.typed' } & Typed) | { type: 'suggestions.dismissed' };

/** Typing settles for this long before the server is asked, ms. */
const SETTLE = 150;
/** Letters from which on something is suggested. */
const FEWEST = 2;

/**
 * What is suggested while somebody types. Asks the server once typing rests; an answer that comes late or not
 * at all leaves what is known here, and nothing waits for it: searching is done without this chart.
 */
export const suggestionsMachine = setup({
  types: {
    context: {} as SuggestionsContext,
    events: {} as SuggestionsEvent,
    tags: {} as 'open',
  },
  actors: { loadSuggestions: port<Item[], SuggestionsRequest>('loadSuggestions') },
  guards: { isWorth: (_, { text }: Typed) => searchText(text).length >= FEWEST },
  delays: { settle: SETTLE },
  actions: {
    take: assign((_, { text, campaigns }: Typed) => ({ q: searchText(text), campaigns })),
    keep: assign((_, { found }: { found: Item[] }) => ({ found })),
    forget: assign({ q: '', found: [] }),
  },
}).createMachine({
  id: 'suggestions',
  description: 'O que a busca sugere enquanto a pessoa escreve.',
  initial: 'closed',
  context: { q: '', campaigns: [], found: [] },
  on: {
    'text.typed': [
      {
        guard: { type: 'isWorth', params: fromEvent },
        target: '.settling',
        reenter: true,
        actions: { type: 'take', params: fromEvent },
      },
      { target: '.closed', actions: 'forget' },
    ],
    'suggestions.dismissed': { target: '.closed', actions: 'forget' },
  },
  states: {
    closed: { description: 'Nada é sugerido; escrever duas letras abre as sugestões.' },
    settling: {
      description: 'A pessoa está escrevendo; o servidor só é perguntado quando ela para um instante.',
      tags: 'open',
      after: { settle: 'looking' },
    },
    looking: {
      description: 'O servidor procura sugestões; as que já se conhecem estão à vista.',
      tags: 'open',
      invoke: {
        id: 'loadSuggestions',
        src: 'loadSuggestions',
        input: ({ context: { q, campaigns } }) => ({ q, campaigns }),
        onDone: {
          target: 'open',
          actions: { type: 'keep', params: ({ event }) => ({ found: event.output }) },
        },
        onError: 'open',
      },
    },
    open: {
      description: 'As sugestões estão à vista; escolher uma, buscar ou fechar encerra.',
      tags: 'open',
    },
  },
});
