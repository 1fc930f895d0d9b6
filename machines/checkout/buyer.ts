import { failedUntil, note, offlineUntil, onFailure, releaseLock, request } from './edges.ts';
import { selfOf } from './needs.ts';
import type { CheckoutContext } from './facts.ts';
import { checkoutSetup } from './setup.ts';
import { fromEvent, fromOutput } from '#machines/port.ts';

const receiving = ({ context }: { context: CheckoutContext }) => ({ patch: selfOf(context) });

/**
 * Who buys, where nobody is signed in: name, phone, consent, and a CPF if they want it on the invoice. It is kept
 * with the visitor's record before the purchase goes on. Source: D50, D74, D79.
 */
export const lead = checkoutSetup.createStateConfig({
  description: 'Quem compra sem conta diz quem é; depois vem a entrega.',
  initial: 'editing',
  entry: releaseLock,
  always: { guard: 'hasAccount', target: '#checkout.shipping', actions: request('checkout.shipping') },
  on: {
    'answer.edited': { actions: { type: 'keepTyped', params: fromEvent } },
    'guest.submitted': {
      guard: { type: 'isGuest', params: fromEvent },
      target: '.keeping',
      reenter: true,
      actions: { type: 'submitGuest', params: fromEvent },
    },
  },
  states: {
    editing: {
      description: 'Os campos estão à vista, com o que já foi digitado.',
      tags: 'editable',
    },
    keeping: {
      description: 'Os dados são guardados no registro do visitante.',
      tags: 'busy',
      invoke: {
        id: 'keepGuest',
        src: 'keepGuest',
        input: ({ context }) => ({ guest: context.submitted }),
        onDone: {
          target: '#checkout.shipping',
          actions: [
            'adoptGuest',
            { type: 'decide', params: receiving },
            { type: 'notifyDraft', params: receiving },
            { type: 'notifyKnown', params: fromOutput },
            request('checkout.shipping'),
          ],
        },
        onError: [
          { guard: onFailure('isPassing'), target: 'offline', actions: note },
          { guard: onFailure('isRefused'), target: 'refused', actions: note },
          {
            description: 'O registro do visitante não existe mais no servidor: outro é feito.',
            guard: onFailure('isLost'),
            target: 'failed',
            actions: [note, 'notifyLost'],
          },
          { target: 'failed', actions: note },
        ],
      },
    },
    refused: {
      description: 'A loja não aceitou um dos dados; a pessoa o corrige.',
      tags: ['refused', 'editable'],
    },
    offline: {
      description: 'Sem internet para guardar os dados; a loja tenta de novo sozinha.',
      ...offlineUntil('keeping'),
    },
    failed: {
      description: 'Os dados não foram guardados por um motivo inesperado; a pessoa tenta de novo.',
      ...failedUntil('keeping'),
    },
  },
});
