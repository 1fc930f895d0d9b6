import { setup } from 'xstate';
import { port } from '#machines/port.ts';

/**
 * `taken`: the page that opened this window has the answer. `alone`: there is none, and the answer is kept.
 * `nothing`: no provider has sent anything.
 */
export type HandedOver = 'taken' | 'alone' | 'nothing';

/**
 * The window that the provider sends back: it hands the answer to the page that opened it and closes; without
 * one it goes on by itself (D87).
 */
export const ssoReturnMachine = setup({
  types: { tags: {} as 'busy' },
  actors: { handOver: port<HandedOver>('handOver') },
  guards: {
    isTaken: (_, { became }: { became: HandedOver }) => became === 'taken',
    isNothing: (_, { became }: { became: HandedOver }) => became === 'nothing',
  },
}).createMachine({
  id: 'ssoReturn',
  description: 'A janela que o provedor devolve à loja.',
  initial: 'handing',
  states: {
    handing: {
      description: 'A resposta do provedor é entregue à página que abriu esta janela.',
      tags: 'busy',
      invoke: {
        id: 'handOver',
        src: 'handOver',
        input: {},
        onDone: [
          { guard: { type: 'isTaken', params: ({ event }) => ({ became: event.output }) }, target: 'taken' },
          {
            guard: { type: 'isNothing', params: ({ event }) => ({ became: event.output }) },
            target: 'empty',
          },
          { target: 'alone' },
        ],
        onError: 'alone',
      },
    },
    taken: { description: 'A página da loja recebeu a resposta; esta janela se fecha.' },
    empty: { description: 'Nenhum provedor mandou nada a este endereço; a pessoa pode ir entrar.' },
    alone: { description: 'Não há quem espere a resposta: a entrada termina nesta mesma janela.' },
  },
});
