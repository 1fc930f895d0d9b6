import { assign, setup } from 'xstate';
import type { Funnel, FunnelDays } from '#contract/ops/funnel.ts';
import { failure, fromEvent, fromOutput, isRefusedAs, isSignedOut, port } from '#machines/port.ts';

export interface FunnelContext {
  /** whether the book comes from a store, which has the counts */
  hasStore: boolean;
  days: FunnelDays;
  funnel: Funnel | null;
}
export type FunnelEvent =
  | { type: 'days.asked'; days: FunnelDays }
  | { type: 'funnel.closed' }
  | { type: 'load.retried' }
  /** somebody made up for the sandbox signs in at the desk */
  | { type: 'tester.asked' };
type Asked = Extract<FunnelEvent, { type: 'days.asked' }>;

/**
 * What is counted of the checkout, on its way into the book's drawing. The counts are the staff's: the desk's sign-in
 * of this browser asks for them. Source: decision 157.
 */
export const funnelMachine = setup({
  types: {
    input: {} as { hasStore: boolean },
    context: {} as FunnelContext,
    events: {} as FunnelEvent,
  },
  actors: {
    loadFunnel: port<Funnel, { days: FunnelDays }>('loadFunnel'),
    becomeTester: port<void>('becomeTester'),
  },
  guards: {
    hasStore: ({ context }) => context.hasStore,
    isEmpty: (_, { states }: Funnel) => states.length === 0,
    isSignedOut,
    isRefused: isRefusedAs('ROLE'),
  },
  actions: {
    choose: assign((_, { days }: Asked) => ({ days })),
    keep: assign((_, funnel: Funnel) => ({ funnel })),
    forget: assign({ funnel: null }),
  },
}).createMachine({
  id: 'funnel',
  description: 'O funil da compra: o que se contou de cada estado, pedido à loja com a entrada da equipe.',
  context: ({ input }) => ({ hasStore: input.hasStore, days: 7, funnel: null }),
  initial: 'off',
  on: {
    'days.asked': [
      {
        guard: 'hasStore',
        target: '.loading',
        actions: { type: 'choose', params: fromEvent },
      },
      { target: '.absent' },
    ],
    'funnel.closed': { target: '.off', actions: 'forget' },
  },
  states: {
    off: { description: 'Ninguém olha o funil; nada é pedido à loja.' },
    absent: { description: 'Estas páginas não vêm de uma loja, e só uma loja tem números.' },
    loading: {
      description: 'Os números estão vindo; os de antes ficam à vista até lá.',
      invoke: {
        id: 'loadFunnel',
        src: 'loadFunnel',
        input: ({ context: { days } }) => ({ days }),
        onDone: [
          {
            guard: { type: 'isEmpty', params: fromOutput },
            target: 'empty',
            actions: { type: 'keep', params: fromOutput },
          },
          { target: 'told', actions: { type: 'keep', params: fromOutput } },
        ],
        onError: [
          { guard: { type: 'isSignedOut', params: failure }, target: 'signedOut', actions: 'forget' },
          { guard: { type: 'isRefused', params: failure }, target: 'refused', actions: 'forget' },
          { target: 'failed', actions: 'forget' },
        ],
      },
    },
    told: {
      description: 'Os números estão no desenho e, ao lado, numa tabela.',
      on: { 'load.retried': 'loading' },
    },
    empty: {
      description: 'Nada foi contado nesses dias; a página diz o que precisa acontecer para haver números.',
      on: { 'load.retried': 'loading' },
    },
    signedOut: {
      description: 'Ninguém da equipe entrou neste navegador: a página leva à mesa e lê de novo depois.',
      on: { 'load.retried': 'loading', 'tester.asked': 'entering' },
    },
    entering: {
      description: 'Alguém da equipe de teste está entrando na mesa, só para ver os números.',
      invoke: {
        id: 'becomeTester',
        src: 'becomeTester',
        input: {},
        onDone: 'loading',
        onError: 'failed',
      },
    },
    refused: {
      description: 'Quem entrou na mesa não vê números da loja toda; outra pessoa da equipe pode ver.',
      on: { 'load.retried': 'loading' },
    },
    failed: {
      description: 'Os números não vieram; dá para pedir de novo.',
      on: { 'load.retried': 'loading' },
    },
  },
});
