import { paramNames } from '#machines/navigation/place.ts';
import { type ScreenId, definition, screenIds } from '#machines/navigation/screens.ts';
import { campaignId, cartUuid, itemId, orderCode, otherCart } from '../samples.ts';
import { walletUuid } from '../wallet-samples.ts';
import type { DraftName, World } from '../real-shop.ts';

/**
 * Where a person must land, told without the charts: specification §2, §4, §6 and the decisions D19, D62, D63
 * in plain words.
 */

type Params = Record<string, string>;
export interface Wish {
  screen: ScreenId;
  params: Params;
}
/** What stands for each parameter of the table; campaigns 1 to 4 are open, scheduled, blocked, expired. */
const samples: Record<string, readonly string[]> = {
  campaignId: [campaignId(1), 'campanha-2', campaignId(3), 'campanha-4', 'nao-existe'],
  campaign: ['campanha-1', campaignId(2), 'campanha-3', campaignId(4), 'nao-existe'],
  category: ['frutas'],
  itemId: [itemId(1)],
  orderCode: [orderCode(1)],
  code: [orderCode(1)],
  cartUuid: [cartUuid, otherCart],
  walletUuid: [walletUuid(1), walletUuid(9)],
};
function paramsOf(screen: ScreenId): Params[] {
  const { path, only } = definition(screen);
  return paramNames(path).reduce<Params[]>(
    (all, name) => {
      const values = only?.[name] ?? samples[name];
      if (!values) throw new Error(`${screen}: nothing stands for {${name}}; say here what does`);
      return all.flatMap((params) => values.map((value) => ({ ...params, [name]: value })));
    },
    [{}],
  );
}
/** Every screen of the table, with all that its address may name. */
export const wishes: Wish[] = screenIds.flatMap((screen) =>
  paramsOf(screen).map((params) => ({ screen, params })),
);

const tracking = ['TrackingSearch', 'TrackingDetails', 'Verification', 'Activation'].map(
  (name) => `app.order${name}`,
);
const door = ['app.intranetLogin', 'app.intranetConfirmation', 'app.intranetMarketplaceAccess'];
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
  if (screen === 'app.accountDashboard' || screen === 'app.rescheduleOrder') return screen;
  if (state === 'gone') return 'notFound';
  if (screen === 'app.ordersDetails') return screen;
  if (['CANCELED', 'RETURNED', 'REFUNDED'].includes(state)) return because('app.ordersDetails', 'order.over');
  if (['CREATED', 'PAYMENT_REVIEW'].includes(state)) return because('app.ordersDetails', 'order.reviewed');
  if (['PENDING_PAYMENT', 'PAYMENT_EXPIRED'].includes(state))
    return screen === 'app.orderSuccess' ? because('app.orderPendingPayment', 'order.unpaid') : screen;
  return 'app.orderSuccess';
}

function inCheckout(screen: string, draft: DraftName, isGuest: boolean): string {
  const step = screen.split('.')[1] ?? '';
  const hasAddress = draft !== 'empty';
  const hasShipping = ['delivered', 'pix', 'pixAndWallet', 'card'].includes(draft);
  if (step === 'shipping' || step === 'method') return screen;
  // No campaign of the samples asks anything, and whoever is signed in is known.
  if (step === 'extraInfo' || step === 'lead') return 'checkout.shipping';
  if (step === 'review') {
    // The order of the samples was paid by Pix; it says neither where nor how it went.
    if (isGuest) return because('checkout.shipping', 'review.first');
    if (hasAddress) return hasShipping ? screen : because('checkout.shipping', 'shipping.gone');
  }
  if (!hasAddress) return because('checkout.shipping', 'address.missing');
  if (!hasShipping) return because('checkout.shipping', 'shipping.missing');
  if (step === 'payment') return 'checkout.payment';
  if (draft === 'delivered') return because('checkout.payment', 'payment.missing');
  // Only a card has parcels.
  return step === 'installment' && draft === 'card' ? screen : 'checkout.confirmation';
}

/**
 * The landing for a wish, `screen (reason)`. `from`: where they are; being refused there, a client goes on
 * with it after signing in or up.
 */
export function expectedLanding(
  { screen, params }: Wish,
  { who, lines, draft, intranet, order, guests = true, campaignless = false }: World,
  from?: Wish,
): string {
  const came = from && expectedLanding(from, { who, lines, draft, intranet, guests, campaignless });
  const isClient = who === 'client' || who === 'clientWithoutAddress' || who === 'newcomer';
  const flow = screen.split('.')[0];
  // Open to whoever has the code of an order or comes back from a provider, whoever they are.
  if (tracking.includes(screen) || screen === 'app.ssoCallback') return screen;
  if (intranet && !isClient && !door.includes(screen) && flow !== 'signup' && flow !== 'address')
    return because('app.intranetLogin', 'intranet.closed');
  if (door.includes(screen) && !intranet) return because('app.home', 'intranet.open');
  // Whoever works there and has no campaign stays where a key is given, whatever they ask for (D62).
  if (intranet && isClient && campaignless) {
    if (door.includes(screen)) return 'app.intranetMarketplaceAccess';
    if (flow !== 'address' && !(flow === 'signup' && who === 'newcomer'))
      return because('app.intranetMarketplaceAccess', 'intranet.empty');
  }
  if (door.includes(screen)) return isClient ? 'app.home' : screen;
  // What is to be chosen does not stand in the path (D76): an address without it is about nothing.
  if (['app.kitOptionals', 'app.flavor', 'app.flavorConfirmation'].includes(screen))
    return because('app.whatNow', 'subject.unknown');
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
    [
      'app.orderSuccess',
      'app.orderPendingPayment',
      'app.ordersDetails',
      'app.rescheduleOrder',
      'app.accountDashboard',
    ].includes(screen)
  )
    return isClient ||
      (who === 'guest' &&
        guests &&
        screen !== 'app.accountDashboard' &&
        (order !== 'gone' || screen === 'app.rescheduleOrder'))
      ? ofOrder(screen, order)
      : because('login.options', 'session.missing');
  // They name no order in their paths (D76): whoever may have one may look.
  if (screen === 'app.invitations') return isClient ? screen : because('login.options', 'session.missing');
  if (screen === 'app.clickAndCollect' || screen === 'app.trade')
    return isClient || (who === 'guest' && guests) ? screen : because('login.options', 'session.missing');
  // A wallet that is not theirs looks like none.
  if (screen === 'app.wallets' || screen === 'app.walletDetails')
    return !isClient
      ? because('login.options', 'session.missing')
      : params['walletUuid'] === walletUuid(9)
        ? 'notFound'
        : screen;
  if (
    [
      'app.likings',
      'app.survey',
      'app.messages',
      'app.profile',
      'app.editProfile',
      'app.updateVerification',
      'app.updateActivation',
    ].includes(screen)
  )
    return !isClient
      ? because('login.options', 'session.missing')
      : who === 'newcomer'
        ? because('signup.account', 'account.missing')
        : screen;
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
    return screen === 'address.location' ? screen : because('address.location', 'address.missing');
  if (lines === 0) return because('app.cart', 'cart.empty');
  if (params['cartUuid'] === otherCart) return because('app.cart', 'cart.other');
  // Without an account one buys where the store lets people, once one has said who one is (D74, D79).
  if (!isClient && screen === 'checkout.lead')
    return guests ? screen : because('app.unauthenticatedCartAccess', 'guest.closed');
  if (!isClient && !(who === 'guest' && guests))
    return because('app.unauthenticatedCartAccess', guests ? 'session.missing' : 'guest.closed');
  if (who === 'newcomer') return because('signup.account', 'account.missing');
  return inCheckout(screen, who === 'clientWithoutAddress' ? 'empty' : draft, who === 'guest');
}
