import type { ScreenId } from '#machines/navigation/screens.ts';
import { campaignId, cartUuid, itemId, orderCode, otherCart } from './samples.ts';
import type { DraftName, World } from './real-shop.ts';

/**
 * Where a person must land, told without the charts: specification §2, §4, §6 and the decisions D19, D62, D63
 * in plain words.
 */

type Params = Record<string, string>;
export interface Wish {
  screen: ScreenId;
  params: Params;
}
const contact = { type: 'login', channel: 'phone' };
const cart = { cartUuid };
/**
 * Every screen of the table, with what its address names; campaigns 1 to 4 are open, scheduled, blocked,
 * expired.
 */
export const wishes: Wish[] = [
  { screen: 'app.home', params: {} },
  { screen: 'app.newHome', params: {} },
  { screen: 'app.about', params: {} },
  { screen: 'app.cart', params: {} },
  ...[1, 2, 3, 4].flatMap((n): Wish[] => [
    { screen: 'app.campaign', params: { campaignId: campaignId(n) } },
    { screen: 'app.catalog', params: { campaign: `campanha-${n}` } },
    { screen: 'app.category', params: { campaign: campaignId(n), category: 'frutas' } },
    { screen: 'app.product', params: { campaignId: `campanha-${n}`, itemId: itemId(1) } },
  ]),
  { screen: 'app.campaign', params: { campaignId: 'nao-existe' } },
  { screen: 'app.catalog', params: { campaign: 'nao-existe' } },
  { screen: 'app.product', params: { campaignId: 'nao-existe', itemId: itemId(1) } },
  { screen: 'app.unauthenticatedCartAccess', params: {} },
  { screen: 'app.orderSuccess', params: { orderCode: orderCode(1) } },
  { screen: 'app.orderPendingPayment', params: { orderCode: orderCode(1) } },
  { screen: 'app.ordersDetails', params: { orderCode: orderCode(1) } },
  { screen: 'app.accountDashboard', params: {} },
  { screen: 'app.intranetLogin', params: {} },
  { screen: 'login.options', params: {} },
  { screen: 'login.request', params: contact },
  { screen: 'login.request', params: { type: 'login', channel: 'email' } },
  { screen: 'login.codeSent', params: contact },
  { screen: 'signup.account', params: {} },
  { screen: 'signup.name', params: {} },
  { screen: 'signup.identification', params: {} },
  { screen: 'signup.postalCode', params: {} },
  { screen: 'address.location', params: {} },
  { screen: 'address.number', params: {} },
  { screen: 'checkout.shipping', params: cart },
  { screen: 'checkout.method', params: {} },
  { screen: 'checkout.payment', params: cart },
  { screen: 'checkout.installment', params: cart },
  { screen: 'checkout.confirmation', params: cart },
  { screen: 'checkout.payment', params: { cartUuid: otherCart } },
];

const screenTransitions = ['app.catalog', 'app.category', 'app.product'];
const closed: Record<string, string> = {
  2: 'campaign.scheduled',
  3: 'campaign.blocked',
  4: 'campaign.expired',
};
const numberOf = (params: Params): string =>
  (params['campaign'] ?? params['campaignId'] ?? '').replace(/.*(?:campanha-|0)(\d)$/, '$1');
const because = (screen: ScreenId | 'notFound', reason?: string) =>
  reason ? `${screen} (${reason})` : screen;

/** D93: the order's state, as the server knows it, says which of its screens there is. */
function ofOrder(screen: ScreenId, state: World['order'] = 'PAID'): string {
  if (screen === 'app.accountDashboard') return screen;
  if (state === 'gone') return 'notFound';
  if (screen === 'app.ordersDetails') return screen;
  if (['CANCELED', 'RETURNED', 'REFUNDED'].includes(state)) return because('app.ordersDetails', 'order.over');
  if (['CREATED', 'PAYMENT_REVIEW'].includes(state)) return because('app.ordersDetails', 'order.reviewed');
  if (['PENDING_PAYMENT', 'PAYMENT_EXPIRED'].includes(state))
    return screen === 'app.orderSuccess' ? because('app.orderPendingPayment', 'order.unpaid') : screen;
  return 'app.orderSuccess';
}

function inCheckout(screen: string, draft: DraftName): string {
  const step = screen.split('.')[1] ?? '';
  const hasAddress = draft !== 'empty';
  const hasShipping = draft === 'delivered' || draft === 'pix';
  if (step === 'shipping' || step === 'method') return screen;
  if (!hasAddress) return because('checkout.shipping', 'address.missing');
  if (!hasShipping) return because('checkout.shipping', 'shipping.missing');
  if (step === 'payment') return 'checkout.payment';
  if (draft === 'delivered') return because('checkout.payment', 'payment.missing');
  return 'checkout.confirmation';
}

/**
 * The landing for a wish, `screen (reason)`. `from`: where they are; being refused there, a client goes on
 * with it after signing in or up.
 */
export function expectedLanding(
  { screen, params }: Wish,
  { who, lines, draft, intranet, order }: World,
  from?: Wish,
): string {
  const came = from && expectedLanding(from, { who, lines, draft, intranet });
  const isClient = who === 'client' || who === 'clientWithoutAddress' || who === 'newcomer';
  const flow = screen.split('.')[0];
  if (intranet && !isClient && screen !== 'app.intranetLogin' && flow !== 'signup' && flow !== 'address')
    return because('app.intranetLogin', 'intranet.closed');
  if (screen === 'app.intranetLogin')
    return !intranet ? because('app.home', 'intranet.open') : isClient ? 'app.home' : screen;
  if (params['campaignId'] === 'nao-existe' || params['campaign'] === 'nao-existe') return 'notFound';
  if (screenTransitions.includes(screen) && closed[numberOf(params)])
    return because('app.campaign', closed[numberOf(params)]);
  // Whoever is on an errand already goes on with it.
  if (
    isClient &&
    from &&
    came?.includes('account.missing') &&
    from.screen.startsWith('checkout.') &&
    (flow === 'login' || screen === 'app.unauthenticatedCartAccess')
  )
    return came;
  if (screen === 'app.unauthenticatedCartAccess')
    return isClient ? 'app.cart' : lines ? screen : because('app.cart', 'cart.empty');
  if (
    ['app.orderSuccess', 'app.orderPendingPayment', 'app.ordersDetails', 'app.accountDashboard'].includes(
      screen,
    )
  )
    return isClient ? ofOrder(screen, order) : because('login.options', 'session.missing');
  if (flow === 'app') return screen;
  if (flow === 'login' && who === 'newcomer') return because('signup.account', 'account.missing');
  if (flow === 'login')
    return isClient
      ? because('app.home', 'session.present')
      : screen === 'login.codeSent'
        ? because('login.request', 'contact.missing')
        : screen;
  if (flow === 'signup') {
    if (!isClient && !intranet) return because('login.options', 'session.missing');
    if (isClient && who !== 'newcomer') return because('app.home', 'account.present');
    return screen === 'signup.account' ? screen : because('signup.account', 'account.missing');
  }
  if (flow === 'address')
    return screen === 'address.number' ? because('address.location', 'address.missing') : screen;
  if (lines === 0) return because('app.cart', 'cart.empty');
  if (params['cartUuid'] === otherCart) return because('app.cart', 'cart.other');
  if (!isClient) return because('app.unauthenticatedCartAccess', 'session.missing');
  if (who === 'newcomer') return because('signup.account', 'account.missing');
  return inCheckout(screen, who === 'clientWithoutAddress' ? 'empty' : draft);
}
