import { contactOf } from '#machines/login/contact.ts';
import { failure, fromEvent, fromOutput } from '#machines/port.ts';
import { cardSetup } from './card-setup.ts';

/**
 * A card that its owner wants kept is kept first and pays then: its provider takes it, the shop notes what is printed
 * on it (D54). Whatever comes of that, the order is paid.
 */
export const keeping = {
  keeping: cardSetup.createStateConfig({
    description: 'A pessoa quer guardar o cartão: isso é começado antes de pagar, sem cobrar nada.',
    tags: 'busy',
    invoke: {
      id: 'beginKeeping',
      src: 'beginKeeping',
      input: {},
      onDone: {
        target: 'storing',
        actions: { type: 'keepSetup', params: ({ event }) => event.output },
      },
      onError: [
        { guard: { type: 'isUnproved', params: failure }, target: 'proving' },
        { target: 'confirming', actions: 'forgetWish' },
      ],
    },
  }),
  proving: cardSetup.createStateConfig({
    description: 'Guardar um cartão pede um código enviado agora; a pessoa digita ou paga sem guardar.',
    invoke: {
      id: 'proof',
      src: 'proof',
      input: ({ context: { account } }) => contactOf(account),
      onDone: { target: 'keeping', actions: { type: 'notifyProved', params: fromOutput } },
    },
    on: { 'keeping.chosen': { target: 'ready', actions: { type: 'agree', params: fromEvent } } },
  }),
  storing: cardSetup.createStateConfig({
    description: 'O campo entrega o cartão a quem o guarda; o que foi digitado continua ali para pagar.',
    tags: 'busy',
    entry: 'notifyKeep',
    after: { payPatience: { target: 'confirming', actions: 'forgetWish' } },
    on: {
      'field.kept': 'saving',
      'field.unkept': { target: 'confirming', actions: 'forgetWish' },
      'field.refused': { target: 'refused', actions: { type: 'noteWrong', params: fromEvent } },
    },
  }),
  saving: cardSetup.createStateConfig({
    description: 'A loja anota o cartão guardado pelo final dele; dê certo ou não, em seguida se paga.',
    tags: 'busy',
    invoke: {
      id: 'saveCard',
      src: 'saveCard',
      input: ({ context }) => ({ clientSecret: context.setup }),
      onDone: { target: 'confirming', actions: 'forgetWish' },
      onError: { target: 'confirming', actions: 'forgetWish' },
    },
  }),
};
