import { assign, setup } from 'xstate';
import type { Item, Tag } from '#contract/catalog.ts';
import { MARKETPLACE_PAGE } from '#contract/constants.ts';
import { backOffAfter, failure, fromEvent, isFault, port, retry } from '#machines/port.ts';
import type { ClosedBy } from '#machines/session/setup.ts';
import { type ProductsQuery, isSameQuery } from './products-query.ts';

/** What of a query is there, from its first item on. */
export interface ProductsFound {
  items: Item[];
  /** the categories that are left to choose from */
  tags: Tag[];
  /** how many items there are at all */
  total: number;
}
export interface ProductsSeed extends ProductsFound {
  query: ProductsQuery;
}
/** `pages` pages from `page` on, each of sixty items (§9). */
export interface ProductsRequest {
  query: ProductsQuery;
  page: number;
  pages: number;
}
export type ProductsEvent =
  | { type: 'products.asked'; query: ProductsQuery }
  | { type: 'more.asked' }
  /** somebody comes back to the list, or to its page */
  | { type: 'list.returned' }
  | { type: 'session.closed'; by: ClosedBy }
  | { type: 'load.retried' }
  | { type: 'network.restored' };
export interface ProductsContext extends ProductsFound {
  query: ProductsQuery | null;
  failures: number;
}

const LONGEST_BACK_OFF = 60_000;
const nothing: ProductsContext = { query: null, items: [], tags: [], total: 0, failures: 0 };

const hasMore = ({ items, total }: ProductsFound): boolean => items.length < total;
/** The page that begins where the known ones end; one that is known in part is asked for whole. */
const nextPage = ({ items }: ProductsContext): number => Math.floor(items.length / MARKETPLACE_PAGE);
const pagesKnown = ({ items }: ProductsContext): number =>
  Math.max(1, Math.ceil(items.length / MARKETPLACE_PAGE));

const fromFound = ({ event }: { event: { output: ProductsFound } }) => event.output;

/**
 * All products of the campaigns offered to somebody, page by page: words, categories and order are the
 * server's to apply, so that a change of one begins anew. What is shown stays until the new is there.
 * Times in ms. Source: D36, D37, D77; spec.md §7, §9.
 */
export const productsMachine = setup({
  types: {
    input: {} as { seed?: ProductsSeed | undefined },
    context: {} as ProductsContext,
    events: {} as ProductsEvent,
    tags: {} as 'busy' | 'more' | 'stuck' | 'empty' | 'offline' | 'failed',
  },
  actors: { loadProducts: port<ProductsFound, ProductsRequest>('loadProducts') },
  guards: {
    isFault,
    isPlanted: ({ context }) => context.query !== null,
    isBegun: ({ context }) => nextPage(context) === 0 && context.items.length > 0 && hasMore(context),
    isEmpty: ({ context }) => context.items.length === 0,
    hasMore: ({ context }) => hasMore(context),
    isSame: ({ context }, { query }: { query: ProductsQuery }) => isSameQuery(context.query, query),
    isLeaving: (_, { by }: { by: ClosedBy }) => by === 'signout' || by === 'elsewhere',
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    ask: assign((_, { query }: { query: ProductsQuery }) => ({ query, failures: 0 })),
    replace: assign((_, { items, tags, total }: ProductsFound) => ({ items, tags, total, failures: 0 })),
    append: assign(({ context }, { items, tags, total }: ProductsFound) => {
      const known = context.items.slice(0, nextPage(context) * MARKETPLACE_PAGE);
      // What was sold out or came meanwhile moves the others from one page to the next.
      const isKnown = new Set(known.map(({ id }) => id));
      return { items: [...known, ...items.filter(({ id }) => !isKnown.has(id))], tags, total, failures: 0 };
    }),
    forget: assign(nothing),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
  },
}).createMachine({
  id: 'products',
  description: 'Todos os produtos das campanhas oferecidas, de sessenta em sessenta.',
  initial: 'starting',
  context: ({ input }) => ({ ...nothing, ...input.seed }),
  on: {
    'products.asked': [
      { guard: { type: 'isSame', params: fromEvent } },
      { target: '.loading', reenter: true, actions: { type: 'ask', params: fromEvent } },
    ],
    // What an intranet store shows is not for the next person.
    'session.closed': {
      guard: { type: 'isLeaving', params: fromEvent },
      target: '.waiting',
      actions: 'forget',
    },
  },
  states: {
    starting: {
      description:
        'A lista que veio com a página é aproveitada; o que faltar da primeira página chega em seguida.',
      always: [
        { guard: 'isBegun', target: 'shown.more' },
        { guard: 'isPlanted', target: 'shown' },
        { target: 'waiting' },
      ],
    },
    waiting: {
      description: 'Ainda não se sabe quais campanhas há aqui; sabendo, os produtos delas são buscados.',
      tags: 'busy',
    },
    loading: {
      description: 'Os primeiros produtos do que se procura estão sendo buscados.',
      tags: 'busy',
      invoke: {
        id: 'loadProducts',
        src: 'loadProducts',
        input: ({ context }) => ({ query: requested(context), page: 0, pages: 1 }),
        onDone: { target: 'shown', actions: { type: 'replace', params: fromFound } },
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'offline', actions: 'countFailure' },
          { target: 'failed', actions: 'countFailure' },
        ],
      },
    },
    shown: {
      description: 'Há produtos à vista; chegar ao fim da lista traz mais.',
      initial: 'resting',
      states: {
        resting: {
          description: 'A lista está em dia; nada é buscado até a pessoa pedir mais ou voltar.',
          always: { guard: 'isEmpty', target: '#products.empty' },
          on: {
            'more.asked': { guard: 'hasMore', target: 'more' },
            'list.returned': 'refreshing',
          },
        },
        more: {
          description: 'Mais produtos estão chegando, atrás dos que já se veem.',
          tags: 'more',
          invoke: {
            id: 'loadMore',
            src: 'loadProducts',
            input: ({ context }) => ({ query: requested(context), page: nextPage(context), pages: 1 }),
            onDone: { target: 'resting', actions: { type: 'append', params: fromFound } },
            onError: 'stuck',
          },
        },
        stuck: {
          description: 'Os próximos produtos não vieram; pedir de novo ou a volta da internet os traz.',
          tags: 'stuck',
          on: { 'more.asked': 'more', 'network.restored': 'more' },
        },
        /** Prices or stock may have changed: what is shown stays until the new is there. */
        refreshing: {
          description: 'A pessoa voltou à lista: preço e estoque são conferidos, com os de antes à vista.',
          invoke: {
            id: 'refreshProducts',
            src: 'loadProducts',
            input: ({ context }) => ({ query: requested(context), page: 0, pages: pagesKnown(context) }),
            onDone: { target: 'resting', actions: { type: 'replace', params: fromFound } },
            onError: 'resting',
          },
        },
      },
    },
    empty: {
      description: 'Nada combina com o que se procura; limpar os filtros traz produtos de volta.',
      tags: 'empty',
      on: { 'list.returned': 'loading' },
    },
    offline: {
      description: 'Sem internet não há como procurar; a busca recomeça sozinha quando ela volta.',
      tags: 'offline',
      ...retry('loading'),
    },
    failed: {
      description: 'O servidor não entregou a lista; a pessoa pode tentar de novo ou procurar outra coisa.',
      tags: 'failed',
      on: { 'load.retried': 'loading', 'list.returned': 'loading' },
    },
  },
});

/** Outside `waiting` something has been asked for; said once for the compiler. */
function requested({ query }: ProductsContext): ProductsQuery {
  if (query === null) throw new Error('nothing is loaded before products are asked for');
  return query;
}
