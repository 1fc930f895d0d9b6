import { whereIs } from '#machines/app/selectors.ts';
import type { AppActor } from '#machines/app/app.machine.ts';
import type { ScreenId } from '#machines/navigation/screens.ts';
import { whenFree } from '#client/yield-to-main.ts';
import { whenIdle } from './rest.ts';
import { components } from './screens.tsx';
import { waitFor } from 'xstate';

/** All that may come before an order is paid: losing the network must not stop anybody in the middle of it. */
const purchase = [
  'checkout.shipping',
  'checkout.method',
  'checkout.extraInfo',
  'checkout.payment',
  'checkout.confirmation',
  'app.orderPendingPayment',
  'app.orderSuccess',
] as const;
const shelves = ['app.catalog', 'app.campaign'] as const;

/** Where a tap on a screen may lead. What only who has something in the cart may reach is not named here. */
export const screensAfter: Partial<Record<ScreenId, readonly ScreenId[]>> = {
  'app.home': shelves,
  'app.newHome': shelves,
  'app.campaign': ['app.catalog'],
  'app.catalog': ['app.product'],
  'app.category': ['app.product'],
  'app.products': ['app.product'],
  'app.flavor': ['app.flavorConfirmation'],
  'app.cart': ['app.unauthenticatedCartAccess', 'checkout.shipping'],
  'app.unauthenticatedCartAccess': ['login.request', 'checkout.lead'],
  'app.accountDashboard': ['app.ordersDetails', 'app.profile'],
  'app.profile': ['app.editProfile', 'app.updateVerification'],
  'app.updateVerification': ['app.updateActivation'],
  'app.wallets': ['app.walletDetails'],
  'app.intranetLogin': ['app.intranetConfirmation'],
  'app.intranetConfirmation': ['signup.account', 'app.intranetMarketplaceAccess'],
  'login.options': ['login.request'],
  'login.request': ['login.codeSent'],
  'login.codeSent': ['signup.account', 'checkout.shipping'],
  'signup.account': ['signup.name', 'signup.identification', 'signup.verification', 'signup.postalCode'],
  'signup.name': ['signup.identification', 'signup.verification', 'signup.postalCode'],
  'signup.identification': ['signup.verification', 'signup.postalCode', 'checkout.shipping'],
  'signup.verification': ['signup.activation', 'signup.postalCode'],
  'signup.postalCode': ['checkout.shipping'],
  'checkout.lead': ['checkout.shipping'],
  'address.location': ['address.number'],
  'address.number': ['address.details', 'address.geolocation', 'address.pin'],
  'address.geolocation': ['address.details', 'address.pin'],
  'address.pin': ['address.details'],
  'checkout.review': purchase,
  'checkout.shipping': purchase,
  'checkout.method': purchase,
  'checkout.extraInfo': purchase,
  'checkout.payment': purchase,
  'checkout.installment': purchase,
  'checkout.confirmation': purchase,
};

/** Loads the code of a screen before it is asked for. A courtesy: nobody hears of its failure. */
export const preloadScreen = async (id: ScreenId): Promise<void> =>
  components[id].preload?.()?.catch(() => undefined);

/** Loads the code of the screens that may come next, one after another while nothing else is to be done. */
export function loadAhead(app: AppActor): void {
  const { network } = app.getSnapshot().children;
  let here: ScreenId | undefined;
  const load = async (from: ScreenId) => {
    await whenIdle();
    for (const screen of screensAfter[from] ?? []) {
      await whenFree();
      // A browser may never ask again for what did not come once.
      if (network) await waitFor(network, (snapshot) => !snapshot.matches('offline'));
      if (here !== from) return;
      await preloadScreen(screen);
    }
  };
  const look = () => {
    const screen = whereIs(app.getSnapshot())?.screen;
    if (!screen || screen === here) return;
    here = screen;
    void load(screen);
  };
  app.subscribe(look);
  look();
}
