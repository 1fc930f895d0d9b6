import type { PaymentMethod } from '#contract/payment/payment.ts';
import { fromEvent } from '#machines/port.ts';
import { assertEvent } from 'xstate';
import {
  failedUntil,
  releaseLock,
  needsAddress,
  needsAnswers,
  needsShipping,
  ofCart,
  offlineUntil,
  request,
  takeOnlyWay,
  unanswered,
} from './edges.ts';
import { checkoutSetup } from './setup.ts';
import type { CheckoutContext, CheckoutEvent } from './facts.ts';

const methods = ({ event }: { event: { output: PaymentMethod[] } }) => ({ methods: event.output });
/** What an answer about the ways to pay leads to. */
const answered = [
  {
    guard: { type: 'hasNoMethod', params: methods },
    target: 'empty',
    actions: { type: 'keepMethods', params: methods },
  },
  { target: 'ready', actions: { type: 'keepMethods', params: methods } },
] as const;
/** The wallets' parts as the cart's draft has them, the other ones as they are. */
const walletsWith = ({
  context: { draft },
  event: { uuid, amount },
}: {
  context: CheckoutContext;
  event: Extract<CheckoutEvent, { type: 'wallet.chosen' }>;
}) => {
  const others = (draft.wallets ?? []).filter((one) => one.uuid !== uuid);
  return { patch: { wallets: amount === null ? others : [...others, { uuid, amount }] } };
};

/** What a wallet pays changes what is left to pay, and by what: the server is asked for both again. */
const chooseWallet = {
  guard: { type: 'isPartOffered', params: fromEvent },
  target: 'updating',
  reenter: true,
  actions: [
    { type: 'decide', params: walletsWith },
    { type: 'notifyDraft', params: walletsWith },
  ],
} as const;

const paymentIn = ({ event }: { event: Extract<CheckoutEvent, { type: 'payment.chosen' }> }) => ({
  patch: { paymentMethod: event.paymentMethod },
});
const choosePayment = {
  guard: { type: 'isMethodOffered', params: fromEvent },
  actions: [
    { type: 'decide', params: paymentIn },
    { type: 'notifyDraft', params: paymentIn },
  ],
} as const;

/** How it is paid: what the tenant takes for this cart, and the one that is chosen of it. */

export const payment = checkoutSetup.createStateConfig({
  description: 'A pessoa escolhe como pagar; depois vêm as parcelas ou a confirmação.',
  entry: releaseLock,
  initial: 'loading',
  always: [needsAddress, needsShipping, needsAnswers],
  states: {
    loading: {
      description: 'As formas de pagamento desta compra estão sendo buscadas.',
      tags: 'busy',
      invoke: {
        id: 'paymentMethods',
        src: 'paymentMethods',
        input: ofCart,
        onDone: answered,
        onError: unanswered,
      },
    },
    ready: {
      description: 'As formas de pagamento estão à vista; havendo só uma, ela já vem escolhida.',
      tags: 'editable',
      always: takeOnlyWay,
      on: {
        'wallet.chosen': chooseWallet,
        'payment.chosen': choosePayment,
        'card.changed': 'changing',
        'payment.submitted': {
          target: '#checkout.installment',
          actions: request('checkout.installment'),
        },
      },
    },
    updating: {
      description: 'A parte de uma carteira mudou: a loja refaz o que falta pagar e com o quê.',
      tags: 'busy',
      // Nobody who is quick is made to choose twice.
      on: { 'wallet.chosen': chooseWallet, 'payment.chosen': choosePayment },
      invoke: {
        id: 'updateMethods',
        src: 'paymentMethods',
        input: ofCart,
        onDone: answered,
        onError: unanswered,
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
