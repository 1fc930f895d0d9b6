import { type ScreenId, chartOf } from '#machines/navigation/screens.ts';

/**
 * Where a screen's first word is: its heading, or the one field that it asks for, which takes the focus
 * itself.
 */
export type FirstFocus = 'heading' | 'field';
type Chart =
  | 'app'
  | 'session'
  | 'orders'
  | 'wallets'
  | 'pix'
  | 'card'
  | 'checkout'
  | 'login'
  | 'signup'
  | 'address'
  | 'cart'
  | 'catalog'
  | 'product'
  | 'campaigns'
  | 'marketplace';

interface ScreenStates {
  focus: FirstFocus;
  charts: readonly Chart[];
}
const windows = { focus: 'heading', charts: ['campaigns', 'marketplace', 'orders'] } as const;
const list = { focus: 'heading', charts: ['campaigns'] } as const;
const shelf = { focus: 'heading', charts: ['catalog', 'campaigns'] } as const;
const choices = { focus: 'heading', charts: ['product', 'campaigns'] } as const;

/** The screens that begin elsewhere than at their heading, or show other charts than their own flow. */
const special: Partial<Record<ScreenId, ScreenStates>> = {
  'app.home': windows,
  'app.newHome': windows,
  'app.products': list,
  'app.campaign': shelf,
  'app.catalog': shelf,
  'app.category': shelf,
  'app.product': { focus: 'heading', charts: ['product', 'catalog', 'campaigns'] },
  'app.kitOptionals': choices,
  'app.flavor': choices,
  'app.flavorConfirmation': choices,
  'app.cart': { focus: 'heading', charts: ['cart', 'campaigns'] },
  'app.unauthenticatedCartAccess': { focus: 'heading', charts: ['cart'] },
  'app.orderSuccess': { focus: 'heading', charts: ['app', 'orders'] },
  'app.orderPendingPayment': { focus: 'heading', charts: ['app', 'pix', 'card', 'orders'] },
  'app.ordersDetails': { focus: 'heading', charts: ['orders'] },
  'app.accountDashboard': { focus: 'heading', charts: ['session', 'orders'] },
  'app.profile': { focus: 'heading', charts: ['session'] },
  'app.editProfile': { focus: 'field', charts: ['session'] },
  'app.updateVerification': { focus: 'field', charts: ['session'] },
  'app.updateActivation': { focus: 'field', charts: ['session'] },
  'app.wallets': { focus: 'heading', charts: ['wallets'] },
  'app.walletDetails': { focus: 'heading', charts: ['wallets'] },
  'app.intranetLogin': { focus: 'heading', charts: ['marketplace'] },
  'app.intranetConfirmation': { focus: 'field', charts: [] },
  'app.intranetMarketplaceAccess': { focus: 'heading', charts: ['marketplace', 'campaigns'] },
  'app.messages': { focus: 'heading', charts: ['session'] },
  'app.survey': { focus: 'heading', charts: ['session', 'campaigns'] },
  'app.likings': { focus: 'heading', charts: ['session'] },
  'app.invitations': { focus: 'heading', charts: ['campaigns'] },
  'app.map': list,
  'app.about': { focus: 'heading', charts: ['marketplace'] },
  'app.version': { focus: 'heading', charts: ['marketplace'] },
  'login.request': { focus: 'field', charts: ['login'] },
  'login.codeSent': { focus: 'field', charts: ['login'] },
  'signup.name': { focus: 'field', charts: ['signup'] },
  'signup.identification': { focus: 'field', charts: ['signup'] },
  'signup.verification': { focus: 'field', charts: ['signup'] },
  'signup.activation': { focus: 'field', charts: ['signup'] },
  'signup.postalCode': { focus: 'field', charts: ['signup'] },
  'address.number': { focus: 'field', charts: ['address'] },
};

/** Where the focus of a screen begins, and the charts whose states replace what it shows. */
export function statesOf(screen: ScreenId): ScreenStates {
  const chart = chartOf(screen) as Chart; // every chart of a screen is one of them
  return special[screen] ?? { focus: 'heading', charts: chart === 'app' ? [] : [chart] };
}

/**
 * What a state does to somebody whose focus stood on what it took away: `heading` or `problem` (the title of
 * what went wrong, else the heading) takes it.
 * Focus that still has its place is never moved. `say` is read out; null where what is drawn says it by
 * itself (a skeleton, an alert, a status).
 */
export interface SubState {
  focus: 'heading' | 'problem';
  say: string | null;
}
const drawn: SubState = { focus: 'heading', say: null };
const trouble: SubState = { focus: 'problem', say: null };

/**
 * By the tag of the chart's state, without the part that it belongs to; one chart's own words by
 * `<chart>.<tag>`.
 */
export const subStates: Record<string, SubState> = {
  booting: drawn,
  busy: drawn,
  refreshing: drawn,
  placing: drawn,
  settled: drawn,
  answered: drawn,
  editable: drawn,
  locked: drawn,
  empty: drawn,
  whole: drawn,
  gone: drawn,
  known: drawn,
  outdated: drawn,
  notFound: drawn,
  expired: trouble,
  offline: trouble,
  failed: trouble,
  refused: trouble,
  'orders.cancel.done': { focus: 'heading', say: 'A loja recebeu o cancelamento do pedido.' },
  'card.field': drawn,
  'signup.details': drawn,
  'card.waiting': drawn,
  'pix.waiting': { focus: 'heading', say: 'Código Pix pronto para pagar.' },
};

/** The row of a chart's tag; undefined for one that nobody has thought of, which a test finds. */
export const subStateOf = (chart: string, tag: string): SubState | undefined =>
  subStates[`${chart}.${tag}`] ?? subStates[tag.split('.').at(-1) ?? tag];
