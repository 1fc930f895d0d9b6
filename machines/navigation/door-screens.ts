import type { ScreenDef } from './screen-def.ts';
import { key, shared } from './search.ts';

/** The rows of the screens that let somebody in: a company's own door, and the keys and invitations of people. */
export const doorScreens = {
  'app.intranetLogin': { path: '/intranet/login', title: 'Acesso da empresa', frame: 'form', early: true },
  'app.intranetConfirmation': {
    path: '/intranet/confirmation',
    name: 'intranetLoginConfirmation',
    title: 'Confirmar acesso',
    history: 'passing',
    frame: 'form',
    early: true,
  },
  'app.intranetMarketplaceAccess': {
    path: '/intranet/marketplace/access',
    title: 'Escolher loja',
    frame: 'form',
    early: true,
  },
  'app.invitations': { path: '/invite', title: 'Convites', tab: 'account' },
  'app.inviteCode': {
    path: '/invite/code',
    title: 'Usar convite',
    search: key,
  },
  'app.qrCode': {
    path: '/qrcode',
    title: 'Ler código',
    search: shared,
    aside: true,
    description: 'A pessoa lê um código pela câmera, manda uma foto dele ou o digita; ele leva à sua página.',
  },
  'app.ssoCallback': {
    path: '/sso/callback',
    title: 'Entrando',
    history: 'passing',
    frame: 'form',
    early: true,
    aside: 'outside',
    description: 'A página a que o provedor devolve a pessoa; ela entrega a resposta dele e se fecha.',
  },
} as const satisfies Record<string, ScreenDef>;
