import { assign, sendTo, setup } from 'xstate';
import type { Campaign } from '#contract/campaign.ts';
import type { CatalogPreview, Item } from '#contract/catalog.ts';
import { matchesSearch, searchTexts } from '#domain/search.ts';
import { toParent } from '#machines/notify.ts';
import { backOffAfter, failure, isFault, isRefusedAs, port, retry, fromEvent } from '#machines/port.ts';

/** What a page carries of a catalog: its address name and the first items. */
export interface CatalogSeed {
  ref: string;
  preview: CatalogPreview;
}
/** Which catalog, and what of it: `campaign` is an id or a slug, `tag` a category. */
export interface CatalogRequest {
  campaign: string;
  tag?: string;
  q?: string;
}
export type CatalogEvent =
  | ({ type: 'catalog.asked' } & CatalogRequest)
  | { type: 'campaign.changed' }
  | { type: 'session.closed' }
  | { type: 'load.retried' }
  | { type: 'network.restored' };
/** What it tells the app. */
export type CatalogNotification = { type: 'campaign.met'; campaign: Campaign | null };
export interface CatalogContext {
  ref: string | null;
  tag: string | null;
  q: string | null;
  preview: CatalogPreview | null;
  /** every item known so far: the first ones of the preview, then all */
  items: Item[];
  failures: number;
}

const LONGEST_BACK_OFF = 60_000;
const isSame = ({ ref, preview }: CatalogContext, campaign: string): boolean =>
  ref === campaign ||
  (preview !== null && (preview.campaign.id === campaign || preview.campaign.slug === campaign));

/** The items that the chosen category and the typed words leave, in the order of the shelf. */
export const visibleItems = ({ items, tag, q }: Pick<CatalogContext, 'items' | 'tag' | 'q'>): Item[] =>
  items.filter(
    (item) =>
      (tag === null || item.tags.includes(tag)) && (q === null || matchesSearch(q, searchTexts(item))),
  );

const planted = (ref: string, preview: CatalogPreview) => ({
  ref,
  preview,
  items: preview.highlights,
  failures: 0,
});

/**
 * The catalog of one campaign: the first items at once, the rest behind them; category and search only filter
 * and never load.
 * Another campaign starts anew; the same one is kept. Tells the app `campaign.met`, so that its status is
 * known outside the list too.
 */
export const catalogMachine = setup({
  types: {
    input: {} as { seed?: CatalogSeed | undefined },
    context: {} as CatalogContext,
    events: {} as CatalogEvent,
    tags: {} as 'busy' | 'offline' | 'failed' | 'empty' | 'whole',
  },
  actors: {
    loadPreview: port<CatalogPreview, { campaign: string }>('loadPreview'),
    loadItems: port<Item[], { campaign: string }>('loadItems'),
  },
  guards: {
    isSameCatalog: ({ context }, { campaign }: { campaign: string }) => isSame(context, campaign),
    isPlanted: ({ context }) => context.preview !== null,
    isWhole: ({ context: { preview, items } }) => items.length >= (preview?.totalElements ?? Infinity),
    isEmpty: ({ context }) => visibleItems(context).length === 0,
    isFilled: ({ context }) => visibleItems(context).length > 0,
    isFault,
    isUnknown: isRefusedAs('NOT_FOUND', 'MALFORMED'),
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    open: assign((_, { campaign, tag, q }: CatalogRequest) => ({
      ref: campaign,
      tag: tag ?? null,
      q: q ?? null,
      preview: null,
      items: [],
      failures: 0,
    })),
    filter: assign((_, { tag, q }: CatalogRequest) => ({ tag: tag ?? null, q: q ?? null })),
    plant: assign(({ context }, { preview }: { preview: CatalogPreview }) =>
      planted(requested(context), preview),
    ),
    fill: assign((_, { items }: { items: Item[] }) => ({ items, failures: 0 })),
    close: assign({ ref: null, tag: null, q: null, preview: null, items: [], failures: 0 }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    notifyMet: sendTo(toParent<CatalogNotification>, ({ context }) => ({
      type: 'campaign.met',
      campaign: context.preview?.campaign ?? null,
    })),
  },
}).createMachine({
  id: 'catalog',
  description: 'Os produtos de uma campanha: os primeiros na hora, o resto logo atrás.',
  initial: 'starting',
  context: ({ input }) => {
    const start: CatalogContext = {
      ref: null,
      tag: null,
      q: null,
      preview: null,
      items: [],
      failures: 0,
    };
    return input.seed ? { ...start, ...planted(input.seed.ref, input.seed.preview) } : start;
  },
  on: {
    'catalog.asked': {
      target: '.open.loading',
      reenter: true,
      actions: { type: 'open', params: fromEvent },
    },
    // What an intranet store shows is not for the next person.
    'session.closed': { target: '.idle', actions: 'close' },
  },
  states: {
    starting: {
      description: 'Os produtos que vieram com a página são aproveitados, se houver.',
      always: [{ guard: 'isPlanted', target: 'open.completing', actions: 'notifyMet' }, { target: 'idle' }],
    },
    idle: { description: 'Nenhuma campanha foi aberta ainda; abrir uma faz buscar os produtos dela.' },
    /** A campaign is at hand: a category or words to search for filter it, and load nothing. */
    open: {
      description: 'Uma campanha está aberta; busca e categoria só filtram o que ela tem.',
      initial: 'loading',
      on: {
        'catalog.asked': {
          guard: { type: 'isSameCatalog', params: fromEvent },
          actions: { type: 'filter', params: fromEvent },
        },
      },
      states: {
        loading: {
          description: 'Os primeiros produtos da campanha estão sendo buscados.',
          tags: 'busy',
          invoke: {
            id: 'loadPreview',
            src: 'loadPreview',
            input: ({ context }) => ({ campaign: requested(context) }),
            onDone: {
              target: 'completing',
              actions: [{ type: 'plant', params: ({ event }) => ({ preview: event.output }) }, 'notifyMet'],
            },
            onError: [
              { guard: { type: 'isUnknown', params: failure }, target: '#catalog.missing' },
              {
                guard: { type: 'isFault', params: failure },
                target: '#catalog.offline',
                actions: 'countFailure',
              },
              { target: '#catalog.failed', actions: 'countFailure' },
            ],
          },
        },
        /** Something to show; the rest is on its way. */
        completing: {
          description: 'Os primeiros produtos já se veem; o resto está chegando.',
          always: { guard: 'isWhole', target: 'ready' },
          invoke: {
            id: 'loadItems',
            src: 'loadItems',
            input: ({ context }) => ({ campaign: requested(context) }),
            onDone: {
              target: 'ready',
              actions: { type: 'fill', params: ({ event }) => ({ items: event.output }) },
            },
            onError: { target: 'partial', actions: 'countFailure' },
          },
        },
        ready: {
          description: 'Todos os produtos estão à vista; busca e categoria só filtram.',
          tags: 'whole',
          always: { guard: 'isEmpty', target: 'empty' },
          on: {
            'campaign.changed': 'refreshing',
          },
        },
        empty: {
          description:
            'Nenhum produto combina com a busca ou a categoria; mudar o filtro traz produtos de volta.',
          tags: ['empty', 'whole'],
          always: { guard: 'isFilled', target: 'ready' },
          on: {
            'campaign.changed': 'refreshing',
          },
        },
        /** Prices or stock changed: what is shown stays until the new is there. */
        refreshing: {
          description: 'Preço ou estoque mudou: os produtos são buscados de novo, com os de antes à vista.',
          tags: 'whole',
          invoke: {
            id: 'refreshItems',
            src: 'loadItems',
            input: ({ context }) => ({ campaign: requested(context) }),
            onDone: {
              target: 'ready',
              actions: { type: 'fill', params: ({ event }) => ({ items: event.output }) },
            },
            onError: 'ready',
          },
        },
        partial: {
          description: 'Só os primeiros produtos vieram; tentar de novo ou a volta da internet traz o resto.',
          on: {
            'load.retried': 'completing',
            'network.restored': 'completing',
            'campaign.changed': 'completing',
          },
        },
      },
    },
    offline: {
      description: 'Sem internet para buscar os produtos; a loja tenta de novo sozinha.',
      tags: 'offline',
      ...retry('open'),
    },
    failed: {
      description: 'O servidor não entregou os produtos; a pessoa pode tentar de novo.',
      tags: 'failed',
      on: { 'load.retried': 'open' },
    },
    missing: {
      description: 'Esta campanha não existe; a pessoa pode tentar de novo ou voltar ao início.',
      tags: 'empty',
      on: { 'load.retried': 'open' },
    },
  },
});

/** Outside `idle` a campaign has been asked for; said once for the compiler. */
function requested({ ref }: CatalogContext): string {
  if (ref === null) throw new Error('no campaign');
  return ref;
}
