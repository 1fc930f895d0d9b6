import { assign, sendTo, setup, stateIn } from 'xstate';
import type { StatusLabel } from '#contract/document.ts';
import type { Marketplace } from '#contract/place.ts';
import { MARKETPLACES_EVERY } from '#domain/constants.ts';
import { DEFAULT_LOCATION, type Point } from '#domain/place/point.ts';
import type * as v from 'valibot';
import { toParent } from './notify.ts';
import { page } from './page.ts';
import {
  LONGEST_POLL_GAP,
  backOffAfter,
  failure,
  isFault,
  jittered,
  port,
  retryOnReturn,
  fromEvent,
  fromOutput,
} from './port.ts';

/** Copy that comes from the document store (§1, §7). */
export interface Documents {
  snack: Record<string, string>;
  routes: Record<string, string>;
  status: Record<string, v.InferOutput<typeof StatusLabel>>;
  /** the oldest version that the store still talks to (D64); missing while none is too old */
  minVersion?: string | undefined;
}
/** What every screen needs of a store: it stands in every page. */
export type Store = Pick<Marketplace, 'id' | 'name' | 'intranet'>;
export interface MarketplaceLoaded {
  marketplaces: Store[];
  documents: Documents;
}
export type MarketplaceEvent =
  | { type: 'location.changed'; point: Point }
  | { type: 'load.retried' }
  | { type: 'page.hidden' }
  | { type: 'page.shown'; now: number }
  | { type: 'restored'; now: number }
  | { type: 'network.restored' };
/** What it tells the app. */
export type MarketplaceNotification = {
  type: 'marketplace.loaded';
  intranet: boolean | null;
  messages: Record<string, string>;
};
interface MarketplaceContext {
  marketplaces: Store[];
  /** the nearest store: the first of the list */
  marketplace: Store | null;
  documents: Documents | null;
  point: Point;
  jitter: number;
  failures: number;
}

/**
 * The stores of this tenant with their copy: asked for once, then every 60 s while the page is seen (§9,
 * D75). What is known is kept when a refresh fails.
 */
export const marketplaceMachine = setup({
  types: {
    input: {} as { seed?: MarketplaceLoaded | undefined; jitter?: number; point?: Point },
    context: {} as MarketplaceContext,
    events: {} as MarketplaceEvent,
    tags: {} as 'busy' | 'offline' | 'failed',
  },
  actors: { loadMarketplace: port<MarketplaceLoaded, { point: Point }>('loadMarketplace') },
  guards: {
    isKnown: ({ context }) => context.documents !== null,
    isHidden: stateIn({ page: 'hidden' }),
    hasFailed: ({ context }) => context.failures > 0,
    isFault,
  },
  delays: {
    untilNext: ({ context }) =>
      Math.min(LONGEST_POLL_GAP, jittered(MARKETPLACES_EVERY, context.jitter) * 2 ** context.failures),
    backOff: ({ context }) => backOffAfter(context.failures, MARKETPLACES_EVERY),
  },
  actions: {
    keep: assign((_, loaded: MarketplaceLoaded) => ({
      ...loaded,
      marketplace: loaded.marketplaces[0] ?? null,
      failures: 0,
    })),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    move: assign((_, { point }: { point: Point }) => ({ point })),
    notifyLoaded: sendTo(toParent<MarketplaceNotification>, ({ context }) => ({
      type: 'marketplace.loaded',
      intranet: context.marketplace?.intranet ?? null,
      messages: context.documents?.snack ?? {},
    })),
  },
}).createMachine({
  id: 'marketplace',
  description: 'Os dados da loja: nome, cores, textos e regras, renovados a cada minuto.',
  type: 'parallel',
  context: ({ input }) => ({
    marketplaces: input.seed?.marketplaces ?? [],
    marketplace: input.seed?.marketplaces[0] ?? null,
    documents: input.seed?.documents ?? null,
    point: input.point ?? DEFAULT_LOCATION,
    jitter: input.jitter ?? 0,
    failures: 0,
  }),
  states: {
    page,
    store: {
      description: 'Os dados desta loja e o que os mantém em dia.',
      initial: 'starting',
      on: {
        'location.changed': { actions: { type: 'move', params: fromEvent } },
      },
      states: {
        starting: {
          description: 'Os dados que vieram com a página são aproveitados; se não há, são buscados.',
          always: [{ guard: 'isKnown', target: 'ready', actions: 'notifyLoaded' }, { target: 'loading' }],
        },
        loading: {
          description: 'Os dados da loja estão sendo buscados.',
          tags: 'busy',
          invoke: {
            id: 'loadMarketplace',
            src: 'loadMarketplace',
            input: ({ context }) => ({ point: context.point }),
            onDone: {
              target: 'ready',
              actions: [{ type: 'keep', params: fromOutput }, 'notifyLoaded'],
            },
            onError: [
              { guard: { type: 'isFault', params: failure }, target: 'offline', actions: 'countFailure' },
              { target: 'failed', actions: 'countFailure' },
            ],
          },
          on: {
            'location.changed': {
              target: 'loading',
              reenter: true,
              actions: { type: 'move', params: fromEvent },
            },
          },
        },
        ready: {
          description: 'Os dados da loja estão à mão; daqui em diante só são renovados.',
          initial: 'resting',
          states: {
            resting: {
              description: 'Nada a fazer até a próxima renovação ou até a pessoa mudar de lugar.',
              always: { guard: 'isHidden', target: 'paused' },
              after: { untilNext: 'refreshing' },
              on: {
                'location.changed': {
                  target: 'refreshing',
                  actions: { type: 'move', params: fromEvent },
                },
                'network.restored': { guard: 'hasFailed', target: 'refreshing' },
                restored: 'refreshing',
              },
            },
            refreshing: {
              description: 'Os dados da loja são buscados de novo, sem que nada suma da tela.',
              invoke: {
                id: 'refreshMarketplace',
                src: 'loadMarketplace',
                input: ({ context }) => ({ point: context.point }),
                onDone: {
                  target: 'resting',
                  actions: [{ type: 'keep', params: fromOutput }, 'notifyLoaded'],
                },
                onError: { target: 'resting', actions: 'countFailure' },
              },
              on: {
                'location.changed': {
                  target: 'refreshing',
                  reenter: true,
                  actions: { type: 'move', params: fromEvent },
                },
              },
            },
            paused: {
              description: 'A página está escondida e a renovação espera até ela ser vista de novo.',
              on: {
                'page.shown': 'refreshing',
                restored: 'refreshing',
              },
            },
          },
        },
        offline: {
          description: 'Sem internet para buscar os dados da loja; ela tenta de novo sozinha.',
          tags: 'offline',
          ...retryOnReturn('loading'),
        },
        failed: {
          description: 'O servidor não entregou os dados da loja; ela tenta de novo dali a pouco.',
          tags: 'failed',
          after: { backOff: 'loading' },
          on: { 'load.retried': 'loading', restored: 'loading' },
        },
      },
    },
  },
});
