import { assign, setup } from 'xstate';
import { failure, fromEvent, fromOutput, isFault, isRefusedAs, port } from '#machines/port.ts';

/** Why nothing was attached. `consent`: the person did not say yes; `busy`: too many from this network */
export type TicketReason = 'consent' | 'offline' | 'busy' | 'failed';
export interface TicketContext {
  isAgreed: boolean;
  reason: TicketReason | null;
  /** by which the store finds what was attached */
  code: string | null;
}
export type TicketEvent =
  | { type: 'consent.changed'; granted: boolean }
  | { type: 'steps.attached' }
  | { type: 'network.restored' };

const refused = (reason: TicketReason) =>
  ({ target: 'refused', actions: { type: 'refuse', params: { reason } } }) as const;
const asked = [{ guard: 'isAgreed', target: 'sending' }, refused('consent')] as const;

/**
 * The last steps of the app, attached to a question to the store by whoever wants that: nothing goes out before they
 * say yes. Source: D89; decision 158.
 */
export const ticketMachine = setup({
  types: { context: {} as TicketContext, events: {} as TicketEvent },
  actors: { sendTicket: port<string>('sendTicket') },
  guards: {
    isFault,
    isTooMany: isRefusedAs('TOO_MANY_REQUESTS'),
    isAgreed: ({ context }) => context.isAgreed,
    isOffline: ({ context }) => context.reason === 'offline',
  },
  actions: {
    agree: assign((_, { granted }: Extract<TicketEvent, { type: 'consent.changed' }>) => ({
      isAgreed: granted,
      reason: null,
    })),
    refuse: assign((_, { reason }: { reason: TicketReason }) => ({ reason })),
    forget: assign({ reason: null }),
    keep: assign((_, code: string) => ({ code, reason: null })),
  },
}).createMachine({
  id: 'ticket',
  description: 'Os últimos passos do app, sem dados da pessoa, anexados ao pedido de ajuda se ela quiser.',
  context: { isAgreed: false, reason: null, code: null },
  initial: 'offered',
  states: {
    offered: {
      description: 'A pessoa pode anexar os últimos passos do app; nada sai sem que ela marque e peça.',
      on: {
        'consent.changed': { actions: { type: 'agree', params: fromEvent } },
        'steps.attached': asked,
      },
    },
    sending: {
      description: 'Os últimos passos estão indo para a loja, só com nomes de telas e acontecimentos.',
      entry: 'forget',
      invoke: {
        id: 'sendTicket',
        src: 'sendTicket',
        input: {},
        onDone: { target: 'attached', actions: { type: 'keep', params: fromOutput } },
        onError: [
          { guard: { type: 'isFault', params: failure }, ...refused('offline') },
          { guard: { type: 'isTooMany', params: failure }, ...refused('busy') },
          refused('failed'),
        ],
      },
    },
    refused: {
      description: 'Nada foi anexado, e a tela diz por quê; os passos continuam guardados nesta aba.',
      on: {
        'consent.changed': { target: 'offered', actions: { type: 'agree', params: fromEvent } },
        'steps.attached': asked,
        'network.restored': { guard: 'isOffline', target: 'offered', actions: 'forget' },
      },
    },
    attached: {
      description: 'A loja guardou os passos; o código deles está na tela e na mensagem.',
    },
  },
});
