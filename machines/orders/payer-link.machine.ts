import { assign, setup } from 'xstate';
import type { PayerLink } from '#contract/payment/payer-link.ts';
import { backOffAfter, failure, isFault, isRefusedAs, port, retry } from '#machines/port.ts';

/** What became of handing a link on: the device's own sheet took it, it is in the clipboard, or neither. */
export type Shared = 'sent' | 'copied' | 'dismissed';
export interface PayerLinkInput {
  orderCode: string;
}
export interface PayerLinkContext extends PayerLinkInput {
  /** once it is made: the same for as long as its charge */
  link: PayerLink | null;
  failures: number;
}
export type PayerLinkEvent =
  | { type: 'link.requested' }
  | { type: 'link.shared' }
  | { type: 'load.retried' }
  | { type: 'network.restored' };

const LONGEST_BACK_OFF = 30_000;
const sharing = { 'link.shared': 'sharing' } as const;

/**
 * "Alguém paga por mim": a link to the Pix charge of an order, made when it is asked for and handed on by the
 * device. It lives as long as the charge is in sight; whether it was paid the chart of the Pix says.
 * Source: decision 110; features "Alguém paga por mim".
 */
export const payerLinkMachine = setup({
  types: {
    input: {} as PayerLinkInput,
    context: {} as PayerLinkContext,
    events: {} as PayerLinkEvent,
    tags: {} as 'busy' | 'made' | 'refused' | 'offline' | 'failed',
  },
  actors: {
    makeLink: port<PayerLink, PayerLinkInput>('makeLink'),
    shareLink: port<Shared, { path: string }>('shareLink'),
  },
  guards: {
    isFault,
    isOver: isRefusedAs('ILLEGAL_EVENT', 'NOT_FOUND'),
    isSent: (_, { shared }: { shared: Shared }) => shared === 'sent',
    isCopied: (_, { shared }: { shared: Shared }) => shared === 'copied',
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    keep: assign((_, { link }: { link: PayerLink }) => ({ link, failures: 0 })),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
  },
}).createMachine({
  id: 'payerLink',
  description: 'Um link para que outra pessoa pague o mesmo Pix, sem ver de quem é o pedido.',
  initial: 'offered',
  context: ({ input }) => ({ ...input, link: null, failures: 0 }),
  states: {
    offered: {
      description: 'A pessoa pode pedir um link para que outra pague por ela.',
      on: { 'link.requested': 'making' },
    },
    making: {
      description: 'O link está sendo feito; em seguida ele aparece.',
      tags: 'busy',
      invoke: {
        id: 'makeLink',
        src: 'makeLink',
        input: ({ context: { orderCode } }) => ({ orderCode }),
        onDone: {
          target: 'made',
          actions: { type: 'keep', params: ({ event }) => ({ link: event.output }) },
        },
        onError: [
          { guard: { type: 'isOver', params: failure }, target: 'refused' },
          { guard: { type: 'isFault', params: failure }, target: 'offline', actions: 'countFailure' },
          { target: 'failed', actions: 'countFailure' },
        ],
      },
    },
    made: {
      description: 'O link está à vista; falta enviá-lo a quem vai pagar.',
      tags: 'made',
      on: sharing,
    },
    sharing: {
      description: 'O aparelho mostra para quem enviar o link, ou o copia.',
      tags: 'made',
      invoke: {
        id: 'shareLink',
        src: 'shareLink',
        input: ({ context: { link } }) => ({ path: link?.path ?? '' }),
        onDone: [
          { guard: { type: 'isSent', params: ({ event }) => ({ shared: event.output }) }, target: 'shared' },
          {
            guard: { type: 'isCopied', params: ({ event }) => ({ shared: event.output }) },
            target: 'copied',
          },
          // Closing the device's sheet is an answer, not a fault.
          { target: 'made' },
        ],
        onError: 'byHand',
      },
    },
    shared: {
      description: 'O link foi enviado; a tela muda sozinha quando a outra pessoa pagar.',
      tags: 'made',
      on: sharing,
    },
    copied: {
      description: 'O link está copiado, para colar em uma conversa.',
      tags: 'made',
      on: sharing,
    },
    byHand: {
      description: 'O aparelho não enviou nem copiou; o link está à vista para ser copiado à mão.',
      tags: 'made',
      on: sharing,
    },
    refused: {
      description: 'Este código não pode mais ser pago; a pessoa confere como está o pedido.',
      tags: 'refused',
      on: { 'load.retried': 'making' },
    },
    offline: {
      description: 'Sem internet para fazer o link; a loja tenta de novo sozinha.',
      tags: 'offline',
      ...retry('making'),
    },
    failed: {
      description: 'O servidor não fez o link; a pessoa pode tentar de novo.',
      tags: 'failed',
      on: { 'load.retried': 'making' },
    },
  },
});
