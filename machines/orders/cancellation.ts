import { raise } from 'xstate';
import { failure, fromEvent } from '#machines/port.ts';
import { ordersSetup, wishedToCancel } from './setup.ts';

/** The part of the orders chart that cancels the opened one. It succeeds only on 204. Source: spec §4. */
export const cancellation = ordersSetup.createStateConfig({
  description: 'O cancelamento do pedido aberto.',
  initial: 'none',
  on: {
    'order.opened': '.none',
    // Again after a refusal or a silence: the order may have moved on, and the way out with it.
    'cancel.requested': {
      target: '.asking',
      actions: { type: 'wishToCancel', params: fromEvent },
    },
  },
  states: {
    none: { description: 'Nenhum cancelamento foi pedido; a pessoa pode pedir um.', entry: 'calmDown' },
    asking: {
      description: 'O cancelamento foi pedido e a resposta é esperada.',
      tags: 'cancel.busy',
      invoke: {
        id: 'cancelOrder',
        src: 'cancelOrder',
        input: ({ context }) => wishedToCancel(context),
        onDone: { target: 'canceled' },
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'offline' },
          {
            guard: { type: 'isRefused', params: failure },
            target: 'refused',
            actions: { type: 'explain', params: failure },
          },
          { target: 'failed' },
        ],
      },
      // The answer is waited for: the person must know whether it was canceled.
      on: { 'order.opened': {}, 'cancel.requested': {} },
    },
    canceled: {
      description: 'O cancelamento foi aceito; a pessoa fecha o aviso.',
      tags: 'cancel.done',
      entry: raise({ type: 'order.stale' }),
      on: { 'cancel.dismissed': 'none', 'cancel.requested': {} },
    },
    refused: {
      description: 'O cancelamento foi recusado e o motivo é mostrado.',
      tags: 'cancel.refused',
      entry: raise({ type: 'order.stale' }),
      on: { 'cancel.dismissed': 'none' },
    },
    offline: {
      description: 'Sem internet para cancelar; a loja pede de novo quando a conexão voltar.',
      tags: 'cancel.offline',
      on: { 'cancel.dismissed': 'none', 'load.retried': 'asking', 'network.restored': 'asking' },
    },
    failed: {
      description: 'Não se sabe por que o cancelamento falhou; a pessoa pode tentar de novo.',
      tags: 'cancel.failed',
      on: { 'cancel.dismissed': 'none', 'load.retried': 'asking' },
    },
  },
});
