import {
  back,
  chooseShipping,
  failedUntil,
  needsAddress,
  needsAnswers,
  ofCart,
  offlineUntil,
  releaseLock,
  request,
  unanswered,
} from './edges.ts';
import type { CheckoutContext } from './facts.ts';
import { furtherTaken, lastOrderOf, takenOver } from './last-order.ts';
import { quoting } from './quoting.ts';
import { checkoutSetup } from './setup.ts';
import type { Order } from '#contract/order/order.ts';
import { fromEvent } from '#machines/port.ts';

/** The draft with what is taken over, here and in the cart. */
const takeOver = (patchOf: (context: CheckoutContext) => object) => {
  const params = ({ context }: { context: CheckoutContext }) => ({ patch: patchOf(context) });
  return [
    { type: 'notifyDraft', params },
    { type: 'decide', params },
  ] as const;
};
const last = ({ event }: { event: { output: Order | null } }) => ({
  last: event.output && lastOrderOf(event.output),
});

/**
 * Everything on one page for who has bought here before: what the last order decided is taken over, as far as
 * nobody decided otherwise and the server still offers it; what cannot be leads to its step, with the reason. The
 * order is placed by `confirmation`, which holds the goods and makes it at once where the total is the one that
 * was seen. Source: D80.
 */
export const review = checkoutSetup.createStateConfig({
  description: 'Quem já comprou confere tudo em uma página só, como no último pedido, e finaliza dali.',
  entry: [...releaseLock, 'beginReview'],
  initial: 'deciding',
  states: {
    deciding: {
      description: 'A loja vê o que já sabe para esta compra e o que falta perguntar.',
      always: [
        {
          description: 'Sem conta, ou na primeira compra, não há o que repetir: seguem os passos de sempre.',
          guard: 'isFirst',
          target: '#checkout.shipping',
          actions: back('review.first'),
        },
        { guard: 'lacksLast', target: 'recalling' },
        needsAddress,
        { guard: 'lacksQuote', target: 'quoting' },
        { guard: 'canTakeMore', actions: takeOver((context) => furtherTaken(context) ?? {}) },
        {
          guard: 'isOutside',
          target: '#checkout.shipping',
          actions: back('address.outside'),
        },
        {
          description: 'O jeito de receber do último pedido não existe mais para este carrinho.',
          guard: 'isWayGone',
          target: '#checkout.shipping',
          actions: back('shipping.gone'),
        },
        { guard: 'lacksShipping', target: 'timeless' },
        {
          description: 'Falta um telefone de quem recebe.',
          guard: 'lacksRecipient',
          target: '#checkout.shipping',
          actions: back('shipping.missing'),
        },
        needsAnswers,
        { guard: 'lacksMethods', target: 'paying' },
        { guard: 'lacksPayment', target: '#checkout.payment', actions: back('payment.gone') },
        { guard: 'lacksInstallment', target: '#checkout.installment', actions: back('payment.missing') },
        { target: 'ready' },
      ],
    },
    recalling: {
      description: 'O último pedido da pessoa é buscado no servidor.',
      tags: 'busy',
      invoke: {
        id: 'lastOrder',
        src: 'lastOrder',
        input: ofCart,
        onDone: {
          target: 'deciding',
          actions: [
            'forgetQuote',
            { type: 'keepLast', params: last },
            ...takeOver((context) => (context.last ? takenOver(context, context.last) : {})),
          ],
        },
        onError: unanswered,
      },
    },
    quoting: quoting.quoting,
    paying: {
      description: 'As formas de pagamento de agora são perguntadas, para saber se a última ainda vale.',
      tags: 'busy',
      invoke: {
        id: 'waysToPay',
        src: 'paymentMethods',
        input: ofCart,
        onDone: [
          {
            guard: { type: 'hasNoMethod', params: ({ event }) => ({ methods: event.output }) },
            target: '#checkout.payment',
            actions: back('payment.gone'),
          },
          {
            target: 'deciding',
            actions: { type: 'keepMethods', params: ({ event }) => ({ methods: event.output }) },
          },
        ],
        onError: unanswered,
      },
    },
    timeless: {
      description: 'Só falta o horário: o do último pedido não serve mais, e a pessoa escolhe outro aqui.',
      tags: 'editable',
      on: { 'shipping.chosen': { ...chooseShipping, target: 'deciding' } },
    },
    ready: {
      description: 'Está tudo à vista: o quê, onde, quando, como se paga e quanto; falta só finalizar.',
      tags: 'editable',
      on: {
        'order.submitted': {
          guard: { type: 'hasAttempt', params: fromEvent },
          target: '#checkout.confirmation',
          actions: [
            request('checkout.confirmation'),
            { type: 'keepPress', params: ({ event }) => ({ pressed: event }) },
          ],
        },
      },
    },
    offline: {
      description: 'Sem internet para preparar a revisão; a loja tenta de novo sozinha.',
      ...offlineUntil('deciding'),
    },
    failed: {
      description: 'O servidor não disse o que faltava saber; a pessoa pode tentar de novo.',
      ...failedUntil('deciding'),
    },
  },
});
