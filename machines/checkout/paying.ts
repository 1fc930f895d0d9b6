import { fromEvent } from '#machines/port.ts';
import { assertEvent } from 'xstate';
import {
  failedUntil,
  releaseLock,
  needsAddress,
  needsShipping,
  ofCart,
  offlineUntil,
  request,
  takeOnlyWay,
  unanswered,
} from './edges.ts';
import { checkoutSetup } from './setup.ts';

/** How it is paid: what the tenant takes for this cart, and the one that is chosen of it. */

export const payment = checkoutSetup.createStateConfig({
  description: 'A pessoa escolhe como pagar; depois vêm as parcelas ou a confirmação.',
  entry: releaseLock,
  initial: 'loading',
  always: [needsAddress, needsShipping],
  states: {
    loading: {
      description: 'As formas de pagamento desta compra estão sendo buscadas.',
      tags: 'busy',
      invoke: {
        id: 'paymentMethods',
        src: 'paymentMethods',
        input: ofCart,
        onDone: [
          {
            guard: { type: 'hasNoMethod', params: ({ event }) => ({ methods: event.output }) },
            target: 'empty',
            actions: { type: 'keepMethods', params: ({ event }) => ({ methods: event.output }) },
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
      description: 'As formas de pagamento estão à vista; havendo só uma, ela já vem escolhida.',
      tags: 'editable',
      always: takeOnlyWay,
      on: {
        'payment.chosen': {
          guard: { type: 'isMethodOffered', params: fromEvent },
          actions: [
            {
              type: 'decide',
              params: ({ event }) => ({ patch: { paymentMethod: event.paymentMethod } }),
            },
            {
              type: 'notifyDraft',
              params: ({ event }) => ({ patch: { paymentMethod: event.paymentMethod } }),
            },
          ],
        },
        'card.changed': 'changing',
        'payment.submitted': {
          target: '#checkout.installment',
          actions: request('checkout.installment'),
        },
      },
    },
    changing: {
      description:
        'Um cartão guardado é removido ou passa a ser o primeiro; depois a lista é buscada de novo.',
      tags: 'busy',
      invoke: {
        id: 'changeCard',
        src: 'changeCard',
        input: ({ event }) => {
          assertEvent(event, 'card.changed');
          return { id: event.id, change: event.change };
        },
        onDone: 'loading',
        // Whether it was done is seen in the list.
        onError: 'loading',
      },
    },
    empty: {
      description: 'Nenhuma forma de pagamento serve para esta compra; a pessoa pode tentar de novo.',
      tags: ['empty', 'refused'],
      on: { 'load.retried': 'loading' },
    },
    offline: {
      description: 'Sem internet para saber as formas de pagamento; a loja pergunta de novo sozinha.',
      ...offlineUntil('loading'),
    },
    failed: {
      description: 'O servidor não disse como se pode pagar; a pessoa pode tentar de novo.',
      ...failedUntil('loading'),
    },
  },
});
