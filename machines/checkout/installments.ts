import {
  chooseInstallments,
  failedUntil,
  needsAddress,
  needsAnswers,
  needsPayment,
  needsShipping,
  ofCart,
  offlineUntil,
  releaseLock,
  request,
  unanswered,
} from './edges.ts';
import { checkoutSetup } from './setup.ts';

/** In how many parcels a card is charged: those that the server offers, and no others (D55). */

export const installment = checkoutSetup.createStateConfig({
  description: 'A pessoa escolhe em quantas vezes pagar; quem não pode parcelar passa direto.',
  entry: releaseLock,
  initial: 'deciding',
  always: [
    needsAddress,
    needsShipping,
    needsAnswers,
    needsPayment,
    {
      description: 'O pagamento foi alterado a partir da revisão, sem parcelas: a compra volta a ela.',
      guard: 'isUndividedForReview',
      target: '#checkout.review',
      actions: request('checkout.review'),
    },
    { guard: 'hasNoInstallments', target: '#checkout.confirmation' },
  ],
  states: {
    deciding: {
      description: 'A loja vê se já conhece as parcelas desta compra.',
      always: [{ guard: 'lacksPlans', target: 'loading' }, { target: 'ready' }],
    },
    loading: {
      description: 'As parcelas desta compra estão sendo buscadas.',
      tags: 'busy',
      invoke: {
        id: 'plans',
        src: 'paymentMethods',
        input: ofCart,
        onDone: [
          // Nothing is offered any more: the step before says so.
          {
            guard: { type: 'hasNoMethod', params: ({ event }) => ({ methods: event.output }) },
            target: '#checkout.payment',
          },
          {
            target: 'ready',
            actions: { type: 'keepMethods', params: ({ event }) => ({ methods: event.output }) },
          },
        ],
        onError: unanswered,
      },
    },
    ready: {
      description: 'As parcelas estão à vista, com o valor de cada uma e o total; a pessoa escolhe.',
      tags: 'editable',
      on: {
        'installment.chosen': chooseInstallments,
        'installment.submitted': [
          { guard: 'isForReview', target: '#checkout.review', actions: request('checkout.review') },
          { target: '#checkout.confirmation', actions: request('checkout.confirmation') },
        ],
      },
    },
    offline: {
      description: 'Sem internet para saber as parcelas; a loja pergunta de novo sozinha.',
      ...offlineUntil('loading'),
    },
    failed: {
      description: 'O servidor não disse em quantas vezes se pode pagar; a pessoa pode tentar de novo.',
      ...failedUntil('loading'),
    },
  },
});
