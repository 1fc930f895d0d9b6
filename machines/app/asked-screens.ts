import { gates, gatesOfClients } from './gates.ts';

/** What the store asks beside a purchase. */
export const askedScreens = {
  survey: {
    description: 'As perguntas da loja sobre um pedido entregue; respondidas, a pessoa volta a ele.',
    always: [...gatesOfClients, gates.lacksAccount],
  },
  likings: {
    description: 'As perguntas da loja sobre gostos; respondidas ou puladas, a pessoa segue adiante.',
    // Answers are kept in an account.
    always: [...gatesOfClients, gates.lacksAccount],
  },
} as const;
