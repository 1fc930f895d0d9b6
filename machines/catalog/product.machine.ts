import { assign, setup } from 'xstate';
import type { Item } from '#contract/catalog.ts';
import { clampQuantity } from '#domain/line-limits.ts';
import { backOffAfter, failure, isFault, isRefusedAs, port, retry, fromEvent } from '#machines/port.ts';

export interface ProductRequest {
  /** id or slug, as in the address */
  campaignId: string;
  itemId: string;
}
/** How it is wanted, where its address says so. */
export interface ProductWish {
  quantity?: number | undefined;
  packageId?: string | undefined;
}
export interface ProductSeed extends ProductRequest {
  item: Item;
}
export type ProductEvent =
  | ({ type: 'product.asked' } & ProductRequest & ProductWish)
  | { type: 'quantity.changed'; quantity: number }
  | { type: 'package.chosen'; packageId: string | null }
  | { type: 'campaign.changed' }
  | { type: 'session.closed' }
  | { type: 'load.retried' }
  | { type: 'network.restored' };
export interface ProductContext {
  campaignId: string | null;
  itemId: string | null;
  item: Item | null;
  quantity: number;
  packageId: string | null;
  failures: number;
}

const LONGEST_BACK_OFF = 60_000;
const nothing: ProductContext = {
  campaignId: null,
  itemId: null,
  item: null,
  quantity: 1,
  packageId: null,
  failures: 0,
};

/**
 * As many as there may be of the item as it is chosen, and at least one: what cannot be bought says so by its
 * stock.
 */
function counted({ item, packageId }: ProductContext, quantity: number): number {
  const units = item?.packages.find(({ id }) => id === packageId)?.units;
  return Math.max(1, clampQuantity(quantity, { stock: item?.quantity, max: item?.max, units }).quantity);
}

/** What an address asks for, as far as there is such a thing; the rest stays as it was chosen. */
function wanted(context: ProductContext, wish: ProductWish): Pick<ProductContext, 'quantity' | 'packageId'> {
  const isOffered = context.item?.packages.some(({ id }) => id === wish.packageId) ?? false;
  const packageId = isOffered && wish.packageId !== undefined ? wish.packageId : context.packageId;
  return { packageId, quantity: counted({ ...context, packageId }, wish.quantity ?? context.quantity) };
}

/**
 * One item as it is being looked at, with the quantity and package chosen so far. A choice belongs to the
 * item: another one starts with a single unit.
 */
export const productMachine = setup({
  types: {
    input: {} as { seed?: ProductSeed | undefined },
    context: {} as ProductContext,
    events: {} as ProductEvent,
    tags: {} as 'busy' | 'offline' | 'failed' | 'empty',
  },
  actors: { loadItem: port<Item | null, ProductRequest>('loadItem') },
  guards: {
    isPlanted: ({ context }) => context.item !== null,
    isSameItem: ({ context }, request: ProductRequest) =>
      context.campaignId === request.campaignId && context.itemId === request.itemId,
    isOffered: ({ context }, { packageId }: { packageId: string | null }) =>
      packageId === null || (context.item?.packages.some(({ id }) => id === packageId) ?? false),
    isGone: (_, { item }: { item: Item | null }) => item === null,
    isFault,
    isUnknown: isRefusedAs('NOT_FOUND', 'MALFORMED'),
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    open: assign((_, { campaignId, itemId, quantity, packageId }: ProductRequest & ProductWish) => ({
      ...nothing,
      campaignId,
      itemId,
      quantity: quantity ?? nothing.quantity,
      packageId: packageId ?? nothing.packageId,
    })),
    // An address without a word about it leaves what was chosen.
    want: assign(({ context }, { quantity, packageId }: ProductWish) =>
      wanted(context, { quantity, packageId }),
    ),
    keep: assign(({ context }, { item }: { item: Item | null }) => {
      const packageId = item?.packages.some(({ id }) => id === context.packageId) ? context.packageId : null;
      const next = { ...context, item, packageId, failures: 0 };
      return { ...next, quantity: counted(next, context.quantity) };
    }),
    count: assign({
      quantity: ({ context }, { quantity }: { quantity: number }) => counted(context, quantity),
    }),
    choose: assign(({ context }, { packageId }: { packageId: string | null }) => ({
      packageId,
      quantity: counted({ ...context, packageId }, context.quantity),
    })),
    close: assign(nothing),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
  },
}).createMachine({
  id: 'product',
  description: 'Um produto aberto: preço, quantidade e embalagem escolhida.',
  initial: 'starting',
  context: ({ input }) => (input.seed ? { ...nothing, ...input.seed } : nothing),
  on: {
    'product.asked': {
      target: '.loading',
      reenter: true,
      actions: { type: 'open', params: fromEvent },
    },
    'session.closed': { target: '.idle', actions: 'close' },
  },
  states: {
    starting: {
      description: 'O produto que veio com a página é aproveitado, se houver.',
      always: [{ guard: 'isPlanted', target: 'ready' }, { target: 'idle' }],
    },
    idle: { description: 'Nenhum produto foi aberto ainda; abrir um faz buscá-lo.' },
    loading: {
      description: 'O produto está sendo buscado.',
      tags: 'busy',
      invoke: {
        id: 'loadItem',
        src: 'loadItem',
        input: ({ context }) => requested(context),
        onDone: [
          { guard: { type: 'isGone', params: ({ event }) => ({ item: event.output }) }, target: 'gone' },
          { target: 'ready', actions: { type: 'keep', params: ({ event }) => ({ item: event.output }) } },
        ],
        onError: [
          { guard: { type: 'isUnknown', params: failure }, target: 'gone' },
          { guard: { type: 'isFault', params: failure }, target: 'offline', actions: 'countFailure' },
          { target: 'failed', actions: 'countFailure' },
        ],
      },
    },
    ready: {
      description: 'O produto está à vista; a pessoa escolhe quantidade e embalagem.',
      initial: 'resting',
      on: {
        'quantity.changed': { actions: { type: 'count', params: fromEvent } },
        'package.chosen': {
          guard: { type: 'isOffered', params: fromEvent },
          actions: { type: 'choose', params: fromEvent },
        },
        'product.asked': {
          guard: { type: 'isSameItem', params: fromEvent },
          target: '.refreshing',
          actions: { type: 'want', params: fromEvent },
        },
        'campaign.changed': '.refreshing',
      },
      states: {
        resting: { description: 'O produto está em dia; nada é buscado até alguma coisa mudar.' },
        /** The price or stock may have changed: what is shown, and chosen, stays meanwhile. */
        refreshing: {
          description: 'Preço ou estoque pode ter mudado: o produto é conferido sem perder a escolha.',
          invoke: {
            id: 'refreshItem',
            src: 'loadItem',
            input: ({ context }) => requested(context),
            onDone: [
              {
                guard: { type: 'isGone', params: ({ event }) => ({ item: event.output }) },
                target: '#product.gone',
              },
              {
                target: 'resting',
                actions: { type: 'keep', params: ({ event }) => ({ item: event.output }) },
              },
            ],
            onError: [
              { guard: { type: 'isUnknown', params: failure }, target: '#product.gone' },
              { target: 'resting' },
            ],
          },
        },
      },
    },
    gone: {
      description: 'Este produto não está mais à venda; a pessoa pode procurar outro.',
      tags: 'empty',
      on: { 'load.retried': 'loading' },
    },
    offline: {
      description: 'Sem internet para buscar o produto; a loja tenta de novo sozinha.',
      tags: 'offline',
      ...retry('loading'),
    },
    failed: {
      description: 'O servidor não entregou o produto; a pessoa pode tentar de novo.',
      tags: 'failed',
      on: { 'load.retried': 'loading' },
    },
  },
});

/** Outside `idle` an item has been asked for; said once for the compiler. */
function requested({ campaignId, itemId }: ProductContext): ProductRequest {
  if (campaignId === null || itemId === null) throw new Error('no item');
  return { campaignId, itemId };
}
