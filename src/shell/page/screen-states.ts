import type { ScreenId } from '#machines/navigation/screens.ts';

/**
 * Where a screen's first word is: its heading, or the one field that it asks for, which takes the focus
 * itself.
 */
export type FirstFocus = 'heading' | 'field';
type Chart =
  | 'app'
  | 'session'
  | 'orders'
  | 'pix'
  | 'checkout'
  | 'login'
  | 'signup'
  | 'address'
  | 'cart'
  | 'catalog'
  | 'product'
  | 'campaigns'
  | 'marketplace';

const windows = { focus: 'heading', charts: ['campaigns', 'marketplace', 'orders'] } as const;
const shelf = { focus: 'heading', charts: ['catalog', 'campaigns'] } as const;
const step = { focus: 'heading', charts: ['checkout'] } as const;

/** Every screen: where its focus begins, and the charts whose states replace what it shows. */
export const screenStates: Record<ScreenId, { focus: FirstFocus; charts: readonly Chart[] }> = {
  'app.home': windows,
  'app.newHome': windows,
  'app.campaign': shelf,
  'app.catalog': shelf,
  'app.category': shelf,
  'app.product': { focus: 'heading', charts: ['product', 'catalog', 'campaigns'] },
  'app.cart': { focus: 'heading', charts: ['cart'] },
  'app.unauthenticatedCartAccess': { focus: 'heading', charts: ['cart'] },
  'app.orderSuccess': { focus: 'heading', charts: ['app', 'orders'] },
  'app.orderPendingPayment': { focus: 'heading', charts: ['app', 'pix', 'orders'] },
  'app.ordersDetails': { focus: 'heading', charts: ['orders'] },
  'app.accountDashboard': { focus: 'heading', charts: ['session', 'orders'] },
  'app.about': { focus: 'heading', charts: ['marketplace'] },
  'app.intranetLogin': { focus: 'heading', charts: [] },
  'login.options': { focus: 'heading', charts: ['login'] },
  'login.request': { focus: 'field', charts: ['login'] },
  'login.codeSent': { focus: 'field', charts: ['login'] },
  'signup.account': { focus: 'heading', charts: ['signup'] },
  'signup.name': { focus: 'field', charts: ['signup'] },
  'signup.identification': { focus: 'field', charts: ['signup'] },
  'signup.postalCode': { focus: 'field', charts: ['signup'] },
  'address.location': { focus: 'heading', charts: ['address'] },
  'address.number': { focus: 'field', charts: ['address'] },
  'checkout.shipping': step,
  'checkout.method': step,
  'checkout.payment': step,
  'checkout.installment': step,
  'checkout.confirmation': step,
};

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
  settled: drawn,
  answered: drawn,
  editable: drawn,
  locked: drawn,
  empty: drawn,
  gone: drawn,
  notFound: drawn,
  expired: trouble,
  offline: trouble,
  failed: trouble,
  refused: trouble,
  'orders.cancel.done': { focus: 'heading', say: 'A loja recebeu o cancelamento do pedido.' },
  'pix.waiting': { focus: 'heading', say: 'Código Pix pronto para pagar.' },
};

/** The row of a chart's tag; undefined for one that nobody has thought of, which a test finds. */
export const subStateOf = (chart: string, tag: string): SubState | undefined =>
  subStates[`${chart}.${tag}`] ?? subStates[tag.split('.').at(-1) ?? tag];
