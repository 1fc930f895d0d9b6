import { quoting } from './quoting.ts';
import { checkoutSetup } from './setup.ts';
import { answers, releaseLock, request } from './edges.ts';

/** What the campaigns of the cart ask of whoever orders there, between the delivery and the payment (D17, D68). */
export const extraInfo = checkoutSetup.createStateConfig({
  description: 'A pessoa responde ao que as campanhas do carrinho perguntam; depois segue ao pagamento.',
  entry: releaseLock,
  initial: 'deciding',
  states: {
    deciding: {
      description: 'A loja vê se já sabe o que as campanhas deste carrinho perguntam.',
      always: [
        { guard: 'lacksQuestions', target: 'quoting' },
        {
          description: 'Nenhuma campanha pergunta nada: a compra segue.',
          guard: 'asksNothing',
          target: '#checkout.shipping',
          actions: request('checkout.shipping'),
        },
        { target: 'ready' },
      ],
    },
    ...quoting,
    ready: {
      description: 'As perguntas estão à vista, com o que já foi respondido.',
      tags: 'editable',
      on: {
        'answers.changed': {
          actions: [
            { type: 'decide', params: answers },
            { type: 'notifyDraft', params: answers },
          ],
        },
        'extra.submitted': [
          { guard: 'isAnsweredForReview', target: '#checkout.review', actions: request('checkout.review') },
          {
            description: 'Falta dizer como receber: isso vem antes do pagamento.',
            guard: 'isAnsweredFirst',
            target: '#checkout.shipping',
            actions: request('checkout.shipping'),
          },
          { guard: 'isAnswered', target: '#checkout.payment', actions: request('checkout.payment') },
        ],
      },
    },
  },
});
