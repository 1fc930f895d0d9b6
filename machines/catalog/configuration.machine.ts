import { assign, setup } from 'xstate';
import type { Item } from '#contract/catalog.ts';
import type { KitChoice } from '#domain/cart-line.ts';
import {
  type ChoiceGroup,
  choiceGroups,
  choiceIssues,
  possibleChoices,
  withChoice,
} from '#domain/choosing.ts';
import { backOffAfter, failure, fromEvent, isFault, port, retry } from '#machines/port.ts';

export interface ConfigurationInput {
  item: Item;
  /** What was chosen before: in the address, or what the item comes with. */
  selection: readonly KitChoice[];
  /** what it is filled with, where another screen has just asked for it; null: nobody has */
  known?: readonly Item[] | null;
}
export interface ConfigurationContext {
  item: Item;
  /** the items that it is filled with, as the catalog has them */
  children: readonly Item[];
  groups: ChoiceGroup[];
  selection: readonly KitChoice[];
  isKnown: boolean;
  /** how often somebody wanted to go on while something was missing */
  refusals: number;
  failures: number;
}
export type ConfigurationEvent =
  | { type: 'choice.changed'; id: string; quantity: number }
  /** the item is not what it was: price, stock or its groups */
  | { type: 'item.changed'; item: Item }
  | { type: 'choice.submitted' }
  | { type: 'load.retried' }
  | { type: 'network.restored' };
interface ChildrenRequest {
  campaignId: string;
  itemId: string;
}

const LONGEST_BACK_OFF = 60_000;

/** What can be chosen of an item, and of what was chosen what can still be had. */
function offered(
  item: Item,
  children: readonly Item[],
  selection: readonly KitChoice[],
): Pick<ConfigurationContext, 'item' | 'children' | 'groups' | 'selection'> {
  const groups = choiceGroups(item, children);
  return { item, children, groups, selection: possibleChoices(groups, selection) };
}

/**
 * What goes into a kit, or which flavours an item has: chosen group by group, never more than a group and its
 * stock allow, and put into the cart only when nothing is missing. Source: D35, D73; features A4.
 */
export const configurationMachine = setup({
  types: {
    input: {} as ConfigurationInput,
    context: {} as ConfigurationContext,
    events: {} as ConfigurationEvent,
    tags: {} as 'busy' | 'offline' | 'failed' | 'refused' | 'whole',
  },
  actors: { loadChildren: port<Item[], ChildrenRequest>('loadChildren') },
  guards: {
    isFault,
    isKnown: ({ context }) => context.isKnown,
    isWhole: ({ context: { item, selection } }) => choiceIssues(item, selection).length === 0,
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    keep: assign(({ context: { item, selection } }, { children }: { children: Item[] }) => ({
      ...offered(item, children, selection),
      failures: 0,
    })),
    replace: assign((_, { item }: { item: Item }) => ({ item })),
    offerAgain: assign(({ context: { children, selection } }, { item }: { item: Item }) =>
      offered(item, children, selection),
    ),
    choose: assign(
      ({ context: { groups, selection } }, { id, quantity }: { id: string; quantity: number }) => ({
        selection: withChoice(groups, selection, id, quantity),
      }),
    ),
    countRefusal: assign({ refusals: ({ context }) => context.refusals + 1 }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
  },
}).createMachine({
  id: 'configuration',
  description: 'As escolhas de um kit ou os sabores de um produto, com o preço do que foi escolhido.',
  initial: 'opening',
  context: ({ input: { item, selection, known = null } }) => ({
    ...(known ? offered(item, known, selection) : { item, selection, children: [], groups: [] }),
    isKnown: known !== null,
    refusals: 0,
    failures: 0,
  }),
  on: { 'item.changed': { actions: { type: 'replace', params: fromEvent } } },
  states: {
    opening: {
      description: 'A tela anterior pode já ter as opções; então não se pergunta de novo.',
      always: [{ guard: 'isKnown', target: 'choosing' }, { target: 'loading' }],
    },
    loading: {
      description: 'As opções e o estoque de cada uma estão sendo buscados.',
      tags: 'busy',
      invoke: {
        id: 'loadChildren',
        src: 'loadChildren',
        input: ({ context: { item } }) => ({ campaignId: item.campaignId, itemId: item.id }),
        onDone: {
          target: 'choosing',
          actions: { type: 'keep', params: ({ event }) => ({ children: event.output }) },
        },
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'offline', actions: 'countFailure' },
          { target: 'failed', actions: 'countFailure' },
        ],
      },
    },
    choosing: {
      description: 'A pessoa escolhe; a loja diz o que falta e quanto custa até agora.',
      initial: 'open',
      on: {
        'choice.changed': { target: '.open', actions: { type: 'choose', params: fromEvent } },
        // What is shown stays: of what was chosen only what is gone goes.
        'item.changed': { target: '.open', actions: { type: 'offerAgain', params: fromEvent } },
      },
      states: {
        open: {
          description: 'Ainda falta escolher algo; pedir para adicionar mostra o quê.',
          always: { guard: 'isWhole', target: 'whole' },
          on: { 'choice.submitted': { target: 'lacking', actions: 'countRefusal' } },
        },
        lacking: {
          description: 'A pessoa quis adicionar e falta uma escolha; a tela aponta qual.',
          tags: 'refused',
          on: { 'choice.submitted': { actions: 'countRefusal' } },
        },
        whole: {
          description: 'Nada falta: o produto pode ir para o carrinho assim.',
          tags: 'whole',
        },
      },
    },
    offline: {
      description: 'Sem internet para buscar as opções; a loja tenta de novo sozinha.',
      tags: 'offline',
      ...retry('loading'),
    },
    failed: {
      description: 'O servidor não entregou as opções; a pessoa pode tentar de novo.',
      tags: 'failed',
      on: { 'load.retried': 'loading' },
    },
  },
});
