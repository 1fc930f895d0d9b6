import { askedScreens } from './asked-screens.ts';
import { doorScreens } from './door-screens.ts';
import { helpScreens } from './help-screens.ts';
import { placeScreens } from './place-screens.ts';
import type { ParamNames, ScreenDef } from './screen-def.ts';
import { about, asker, movements, ordersWanted, query, subject, wanted, wantedOf } from './search.ts';

// `signup`, `order` and `update` (D4) have rows of their own: an address never does something else than it says.
const channel = ['phone', 'email'] as const;
const contact = { type: ['login'], channel } as const;
const asForm = { history: 'passing', frame: 'form' } as const;
const ofContact = { ...asForm, only: { channel } } as const;
const ofSignup = { history: 'passing', only: { channel } } as const;
const ofOrder = {
  ...asForm,
  early: true,
  aside: 'outside',
  only: { channel },
  search: about,
} as const;

/**
 * The screen table: `<chart>.<state>` → address, title and history rule. Charts, links, the router's tree and
 * the tests are made from it.
 * A row is a direct child state of the chart it names; a row without such a state, and a state asked for
 * without a row, do not compile (charts.ts).
 * Source: specification §2 (paths and names are its own), D4, D26.
 */
export const screens = {
  'app.home': { path: '/', title: 'Início', public: true, frame: 'window', tab: 'home' },
  'app.newHome': { path: '/home', title: 'Campanhas', public: true, frame: 'window', tab: 'campaigns' },
  'app.products': {
    path: '/products',
    title: 'Produtos',
    public: true,
    search: wanted,
    frame: 'window',
    tab: 'campaigns',
  },
  'app.campaign': {
    path: '/store/$campaignId',
    title: 'Campanha',
    public: true,
    frame: 'window',
    tab: 'campaigns',
  },
  'app.catalog': {
    path: '/store/$campaign/catalog',
    title: 'Produtos',
    public: true,
    search: query,
    frame: 'window',
    tab: 'campaigns',
  },
  'app.category': {
    path: '/store/$campaign/catalog/category/$category',
    title: 'Categoria',
    public: true,
    search: query,
    frame: 'window',
    tab: 'campaigns',
  },
  'app.product': {
    path: '/store/$campaignId/product/$itemId',
    title: 'Produto',
    public: true,
    search: wantedOf,
    frame: 'goods',
    tab: 'campaigns',
  },
  'app.kitOptionals': {
    path: '/kit/optionals',
    title: 'Monte do seu jeito',
    search: subject,
    frame: 'goods',
    tab: 'campaigns',
    early: true,
  },
  'app.flavor': {
    path: '/flavor',
    title: 'Sabores',
    search: subject,
    frame: 'goods',
    tab: 'campaigns',
    early: true,
  },
  'app.flavorConfirmation': {
    path: '/flavor/confirmation',
    title: 'Confira os sabores',
    search: subject,
    frame: 'goods',
    tab: 'campaigns',
    early: true,
  },
  'app.cart': { path: '/cart', title: 'Carrinho', frame: 'goods', early: true },
  'app.unauthenticatedCartAccess': { path: '/unauthenticated/cart', title: 'Entrar para comprar', ...asForm },
  'app.orderSuccess': {
    path: '/order/$orderCode/success',
    title: 'Pedido feito',
    history: 'replace',
    early: 'believed',
    tab: 'orders',
  },
  'app.orderPendingPayment': {
    path: '/order/$orderCode/pending',
    title: 'Pagar pedido',
    history: 'replace',
    early: 'believed',
    frame: 'step',
  },
  'app.ordersDetails': {
    path: '/order/$orderCode/details',
    title: 'Pedido',
    early: 'believed',
    tab: 'orders',
  },
  'app.rescheduleOrder': {
    path: '/rescheduleorder',
    title: 'Reagendar',
    history: 'passing',
    search: about,
    frame: 'goods',
    tab: 'orders',
  },
  'app.trade': { path: '/trade', title: 'Trocar ou devolver', search: about, frame: 'step' },
  'app.orderTrackingSearch': {
    path: '/order/tracking',
    title: 'Acompanhar pedido',
    early: true,
    aside: 'outside',
    tab: 'orders',
    description: 'Quem tem o código de um pedido o digita, com ou sem entrar; buscar leva ao andamento dele.',
  },
  'app.orderTrackingDetails': {
    path: '/order/tracking/$code/details',
    title: 'Andamento do pedido',
    early: true,
    aside: 'outside',
    tab: 'orders',
    description: 'O andamento de um pedido para quem tem o código dele; nada ali diz de quem ele é.',
  },
  'app.orderVerification': {
    path: '/order/$channel/verification',
    title: 'Receber código',
    ...ofOrder,
    description: 'Quem quer ver um pedido inteiro pede um código para o celular ou o e-mail que está nele.',
  },
  'app.orderActivation': {
    path: '/order/$channel/activation',
    title: 'Digite o código',
    ...ofOrder,
    description: 'O código que foi ao contato do pedido é digitado; certo, o pedido se abre por inteiro.',
  },
  'app.accountDashboard': {
    path: '/account',
    title: 'Conta',
    early: 'believed',
    tab: 'account',
    search: ordersWanted,
  },
  'app.profile': { path: '/profile', title: 'Dados pessoais', tab: 'account' },
  'app.editProfile': { path: '/profile/edit', title: 'Editar dados pessoais', ...asForm },
  'app.updateVerification': { path: '/update/$channel/verification', title: 'Trocar contato', ...ofContact },
  'app.updateActivation': { path: '/update/$channel/activation', title: 'Digite o código', ...ofContact },
  'app.wallets': { path: '/wallets', title: 'Carteira', tab: 'wallets' },
  'app.walletDetails': {
    path: '/wallets/$walletUuid/details',
    title: 'Extrato da carteira',
    tab: 'wallets',
    search: movements,
  },
  ...helpScreens,
  ...askedScreens,
  ...doorScreens,
  'login.auth': { path: '/auth', name: 'authentication', title: 'Entrando', history: 'passing' },
  'login.options': { path: '/login', name: 'loginOptions', title: 'Entrar', history: 'passing' },
  'login.request': {
    path: '/$type/$channel/verification',
    name: 'verification',
    title: 'Receber código',
    history: 'passing',
    only: contact,
  },
  'login.codeSent': {
    path: '/$type/$channel/activation',
    name: 'activation',
    title: 'Digite o código',
    history: 'passing',
    only: contact,
  },
  'signup.account': { path: '/signup', name: 'signUpAccount', title: 'Criar conta', history: 'passing' },
  'signup.name': { path: '/signup/name', name: 'signUpName', title: 'Seu nome', history: 'passing' },
  'signup.identification': {
    path: '/signup/identification',
    name: 'signUpId',
    title: 'Seu CPF',
    history: 'passing',
  },
  'signup.verification': {
    path: '/signup/$channel/verification',
    name: 'signUpVerification',
    title: 'Outro contato',
    ...ofSignup,
  },
  'signup.activation': {
    path: '/signup/$channel/activation',
    name: 'signUpActivation',
    title: 'Digite o código',
    ...ofSignup,
  },
  'signup.postalCode': {
    path: '/signup/postalcode',
    name: 'signUpPostalCode',
    title: 'Seu CEP',
    history: 'passing',
  },
  ...placeScreens,
  'checkout.lead': { path: '/lead', title: 'Seus dados', history: 'passing', frame: 'form', search: asker },
  'checkout.shipping': {
    path: '/cart/$cartUuid/checkout',
    name: 'checkout',
    title: 'Entrega',
    frame: 'purchase',
  },
  'checkout.review': {
    path: '/checkout/review',
    name: 'reviewOrder',
    title: 'Revisar pedido',
    frame: 'purchase',
    search: about,
  },
  'checkout.method': {
    path: '/shippingmethod',
    name: 'shippingMethod',
    title: 'Dia e hora',
    frame: 'purchase',
  },
  'checkout.extraInfo': { path: '/extra', title: 'Perguntas', frame: 'purchase', search: about },
  'checkout.payment': { path: '/cart/$cartUuid/payment', title: 'Pagamento', frame: 'purchase' },
  'checkout.installment': {
    path: '/cart/$cartUuid/installment',
    name: 'paymentInstallment',
    title: 'Parcelas',
    frame: 'purchase',
  },
  'checkout.confirmation': {
    path: '/cart/$cartUuid/confirmation',
    name: 'orderConfirmation',
    title: 'Confirmação',
    frame: 'purchase',
  },
} as const satisfies Record<string, ScreenDef>;

export type Screens = typeof screens;
export type ScreenId = keyof Screens;
export type ParamsOf<K extends ScreenId> = { [N in ParamNames<Screens[K]['path']>]: string };
export type SearchOf<K extends ScreenId> = Screens[K] extends { search: (...a: never[]) => infer S }
  ? S
  : Record<string, never>;
/** Somewhere a person can be: a screen with its parameters. */
export type Place<K extends ScreenId = ScreenId> = {
  [I in K]: { screen: I; params: ParamsOf<I>; search: SearchOf<I> };
}[K];
/** A request to be somewhere: one event per screen. */
export type NavigationRequest<K extends ScreenId = ScreenId> = {
  [I in K]: { type: `asked.${I}`; params: ParamsOf<I>; search: SearchOf<I> };
}[K];
export type ScreenOf<C extends string> = Extract<ScreenId, `${C}.${string}`>;

/** Screens that the server draws with their data. */
export type PublicScreenId = {
  [K in ScreenId]: Screens[K] extends { public: true } ? K : never;
}[ScreenId];

export const definition = (screen: ScreenId): ScreenDef => screens[screen];
/** The specification's name of a screen. @param id of the row */
export const nameOf = (id: string, { name }: Pick<ScreenDef, 'name'>): string =>
  name ?? id.slice(id.indexOf('.') + 1);
export const isScreen = (id: string): id is ScreenId => Object.hasOwn(screens, id);
export const screenIds = Object.keys(screens) as ScreenId[]; // the keys of a literal object are its ids

/** Whether a screen may be shown before it is known who is here. */
export function isEarly(screen: ScreenId, isBelieved: boolean): boolean {
  const { public: isPublic, early } = definition(screen);
  return isPublic === true || early === true || (early === 'believed' && isBelieved);
}

/** The chart that a screen is of. */
export const chartOf = (screen: ScreenId): string => screen.slice(0, screen.indexOf('.'));
/** The screens of one chart. */
export const screensOf = <C extends string>(chart: C): ScreenOf<C>[] =>
  // filter does not tell the compiler what it asked
  screenIds.filter((id) => chartOf(id) === chart) as ScreenOf<C>[];
