import type { Cart } from '#contract/cart.ts';
import type { CartContext } from './facts.ts';
import { cartSetup, ifPassing, note, retrying } from './setup.ts';

/** The cart that the account has already, when its owner signs in with another one in hand. */

const found = ({ event }: { event: { output: Cart | null } }) => ({ saved: event.output });
/** The account's other cart is looked for, and joined as it is said. */
const asking = <A extends 'merge' | 'setAside'>(join: A) =>
  ({
    tags: 'busy',
    invoke: {
      id: 'loadSavedCart',
      src: 'loadSavedCart',
      input: ({ context }: { context: CartContext }) => ({ uuid: context.uuid }),
      onDone: [
        {
          guard: { type: 'isFirstCart', params: found },
          target: '#cart.idle',
          actions: { type: 'adoptFirst', params: found },
        },
        {
          guard: { type: 'isSavedCart', params: found },
          target: '#cart.claimingCart',
          actions: { type: join, params: found },
        },
        { target: '#cart.claimingCart' },
      ],
      onError: [{ guard: ifPassing, target: 'waiting', actions: note }, { target: '#cart.claimingCart' }],
    },
  }) as const;

export const merging = cartSetup.createStateConfig({
  description: 'A pessoa acabou de entrar: o carrinho guardado na conta é juntado a este.',
  initial: 'asking',
  states: {
    asking: {
      description: 'O carrinho guardado na conta é procurado, para ser somado a este.',
      ...asking('merge'),
    },
    waiting: {
      description: 'Sem internet para buscar o carrinho da conta; a loja tenta de novo e depois soma.',
      ...retrying('asking'),
    },
  },
});

export const settingAside = cartSetup.createStateConfig({
  description: 'A pessoa entrou no meio da compra: vale este carrinho, e o da conta fica guardado.',
  initial: 'asking',
  states: {
    asking: {
      description: 'O carrinho guardado na conta é procurado, para ficar à parte desta compra.',
      ...asking('setAside'),
    },
    waiting: {
      description: 'Sem internet para achar o carrinho que fica à parte; a loja tenta de novo sozinha.',
      ...retrying('asking'),
    },
  },
});
