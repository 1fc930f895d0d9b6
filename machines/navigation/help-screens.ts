import type { ScreenDef } from './screen-def.ts';
import { about, why } from './search.ts';

/** The rows of the screens that say whom to ask and what can be done. */
export const helpScreens = {
  'app.about': {
    path: '/about',
    title: 'Sobre a loja',
    public: true,
    aside: true,
    description: 'Quem é a loja e como falar com ela; voltar leva ao ponto de antes.',
  },
  'app.privacy': {
    path: '/privacy',
    title: 'Privacidade',
    public: true,
    aside: true,
    description: 'A política de privacidade da loja, com data e versão; voltar leva ao ponto de antes.',
  },
  'app.contact': {
    path: '/contact',
    title: 'Fale com a loja',
    public: true,
    aside: true,
    search: about,
    description:
      'Como falar com a loja, em que horas, e o código do último problema; voltar leva ao ponto de antes.',
  },
  'app.whatNow': {
    path: '/whatnow',
    title: 'E agora?',
    early: true,
    aside: true,
    search: why,
    description:
      'Por que a página pedida não abriu, quando nenhuma outra tela o diz, e o que dá para fazer agora.',
  },
  'app.version': {
    path: '/version',
    title: 'Versão',
    early: true,
    aside: true,
    description: 'Se esta versão da loja ainda serve; se não, o que fazer, e um caminho para seguir.',
  },
} as const satisfies Record<string, ScreenDef>;
