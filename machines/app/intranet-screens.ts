import { gates } from './gates.ts';
import { cameIn, land } from './requests.ts';
import { fromEvent } from '#machines/port.ts';
import { ask } from '#machines/navigation/place.ts';

/** Whoever comes in for the first time makes the account, then goes on (D62). */
const signsUp = {
  'session.opened': {
    guard: { type: 'isJustComeWithout', params: fromEvent },
    target: '#app.signup',
    actions: [...cameIn, land(ask('signup.account', {}))],
  },
} as const;

/**
 * The way into a company's store. Each is open to who is not signed in (specification §2); whoever is, and has a
 * campaign, is led on, and who has none stays where a key is given.
 */
export const intranetScreens = {
  intranetLogin: {
    description: 'A porta da loja de uma empresa: quem trabalha nela diz a matrícula ou o CPF.',
    always: [gates.publicStore, gates.inside, gates.identified],
    on: signsUp,
  },
  intranetConfirmation: {
    description: 'Quem disse a matrícula confirma com um código e aceita o aviso de privacidade.',
    always: [gates.publicStore, gates.inside, gates.identified],
    on: signsUp,
  },
  intranetMarketplaceAccess: {
    description: 'Quem entrou e ainda não tem campanha dá uma chave; com uma campanha aberta, segue adiante.',
    always: [gates.publicStore, gates.inside],
  },
} as const;
