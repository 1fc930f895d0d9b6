import { failedUntil, ofCart, offlineUntil, unanswered } from './edges.ts';
import { checkoutSetup } from './setup.ts';

/**
 * Asks which days and ways there are: the same beside each of the two screens that choose from them, which
 * decide what an answer means.
 */
export const quoting = {
  quoting: checkoutSetup.createStateConfig({
    description: 'Os dias, as formas e os preços de entrega são perguntados ao servidor.',
    tags: 'busy',
    invoke: {
      id: 'quote',
      src: 'quote',
      input: ofCart,
      onDone: {
        target: 'deciding',
        actions: { type: 'keepQuote', params: ({ event }) => ({ quote: event.output }) },
      },
      onError: unanswered,
    },
  }),
  offline: checkoutSetup.createStateConfig({
    description: 'Sem internet para saber das entregas; a loja pergunta de novo sozinha.',
    ...offlineUntil('quoting'),
  }),
  failed: checkoutSetup.createStateConfig({
    description: 'O servidor não disse que entregas há; a pessoa pode tentar de novo.',
    ...failedUntil('quoting'),
  }),
};
