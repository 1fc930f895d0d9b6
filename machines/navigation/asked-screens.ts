import type { ScreenDef } from './screen-def.ts';
import { asked } from './search.ts';

/** The rows of the screens on which the store asks something beside a purchase. */
export const askedScreens = {
  'app.messages': { path: '/messages', title: 'Mensagens', tab: 'account' },
  'app.survey': { path: '/survey', title: 'Pesquisa', search: asked, tab: 'orders' },
  'app.likings': { path: '/likings', title: 'Gostos', tab: 'account' },
} as const satisfies Record<string, ScreenDef>;
