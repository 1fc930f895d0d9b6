import { assign, setup } from 'xstate';
import { failure, fromEvent, fromOutput, isFault, isRefusedAs, port } from '#machines/port.ts';
import type { RunningChart, ToldStep } from './telling.ts';

/** The last steps of a store's page, that somebody handed on under a code. */
export interface OpenedTicket {
  code: string;
  /** of the last problem before it; null without one */
  trace: string | null;
  /** ms since 1970 */
  at: number;
  until: number;
  /** as a recording */
  steps: readonly ToldStep[];
  /** what ran when it was sent */
  running: readonly RunningChart[];
}
export interface OpenedTicketContext {
  /** as it was typed */
  code: string;
  ticket: OpenedTicket | null;
}
export type OpenedTicketEvent =
  | { type: 'ticket.asked'; code: string }
  | { type: 'ticket.retried' }
  | { type: 'ticket.closed' };

/** A ticket that is looked at in the flow book. */
export const openedTicketMachine = setup({
  types: {
    context: {} as OpenedTicketContext,
    events: {} as OpenedTicketEvent,
    tags: {} as 'failed',
  },
  actors: { readTicket: port<OpenedTicket, { code: string }>('readTicket') },
  guards: {
    isFault,
    isUnknown: isRefusedAs('NOT_FOUND', 'MALFORMED'),
    isDenied: isRefusedAs('ROLE', 'UNAUTHENTICATED', 'TOKEN_REVOKED', 'TOKEN_EXPIRED'),
    isBusy: isRefusedAs('TOO_MANY_REQUESTS', 'UNAVAILABLE', 'INTERNAL'),
  },
  actions: {
    ask: assign((_, { code }: Extract<OpenedTicketEvent, { type: 'ticket.asked' }>) => ({
      code,
      ticket: null,
    })),
    keep: assign((_, ticket: OpenedTicket) => ({ ticket })),
    close: assign({ code: '', ticket: null }),
  },
}).createMachine({
  id: 'openedTicket',
  description: 'Um chamado no livro: os últimos passos do app de quem pediu ajuda, pelo seu código.',
  context: { code: '', ticket: null },
  initial: 'none',
  on: {
    'ticket.asked': { target: '.reading', actions: { type: 'ask', params: fromEvent } },
    'ticket.closed': { target: '.none', actions: 'close' },
  },
  states: {
    none: { description: 'Nenhum chamado está aberto; o código que a pessoa disse o abre.' },
    reading: {
      description: 'O chamado está sendo lido na loja.',
      invoke: {
        id: 'readTicket',
        src: 'readTicket',
        input: ({ context: { code } }) => ({ code }),
        onDone: { target: 'opened', actions: { type: 'keep', params: fromOutput } },
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'unheard' },
          { guard: { type: 'isUnknown', params: failure }, target: 'unknown' },
          { guard: { type: 'isDenied', params: failure }, target: 'denied' },
          { guard: { type: 'isBusy', params: failure }, target: 'unheard' },
          { target: 'absent' },
        ],
      },
    },
    opened: { description: 'O chamado está aberto como gravação, no seu último passo.' },
    unknown: {
      description: 'A loja não tem chamado com este código: foi outro, ou passaram os 30 dias.',
      tags: 'failed',
    },
    denied: {
      description: 'Quem olha não pode ler chamados: falta entrar na mesa com um papel que possa.',
      tags: 'failed',
      on: { 'ticket.retried': 'reading' },
    },
    unheard: {
      description: 'A loja não respondeu sobre o chamado; o código fica, e dá para tentar de novo.',
      tags: 'failed',
      on: { 'ticket.retried': 'reading' },
    },
    absent: {
      description: 'Este livro são só arquivos, ou a loja dele não guarda chamados.',
      tags: 'failed',
      on: { 'ticket.retried': 'reading' },
    },
  },
});
