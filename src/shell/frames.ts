import type { TabName } from '#components/layout/tab-bar.tsx';
import type { ScreenId } from '#machines/navigation/screens.ts';

/**
 * What stands around a screen. `bottom` is fixed on a phone; `action` means that the screen draws its own
 * action bar there.
 */
export interface FrameDef {
  bottom: 'tabs' | 'cart' | 'action' | 'none';
  tab?: TabName;
  /**
   * The desktop header: all of it, only logo and cart while a person is in the middle of something, or one
   * that the screen draws itself (the checkout's has its steps).
   */
  header: 'full' | 'bare' | 'own';
  current?: 'campaigns' | 'orders' | 'account';
}

const step: FrameDef = { bottom: 'action', header: 'bare' };
const purchase: FrameDef = { bottom: 'action', header: 'own' };
const form: FrameDef = { bottom: 'none', header: 'bare' };

/** One line per screen: which bars it has. `cart` is tab bar and, when something is in it, cart bar. */
export const frames: Record<ScreenId, FrameDef> = {
  'app.home': { bottom: 'cart', tab: 'home', header: 'full' },
  'app.newHome': { bottom: 'cart', tab: 'campaigns', header: 'full', current: 'campaigns' },
  'app.campaign': { bottom: 'cart', tab: 'campaigns', header: 'full', current: 'campaigns' },
  'app.catalog': { bottom: 'cart', tab: 'campaigns', header: 'full', current: 'campaigns' },
  'app.category': { bottom: 'cart', tab: 'campaigns', header: 'full', current: 'campaigns' },
  'app.product': { bottom: 'action', header: 'full', current: 'campaigns' },
  'app.cart': { bottom: 'action', header: 'full' },
  'app.unauthenticatedCartAccess': form,
  'app.orderSuccess': { bottom: 'tabs', tab: 'orders', header: 'full', current: 'orders' },
  'app.orderPendingPayment': step,
  'app.ordersDetails': { bottom: 'tabs', tab: 'orders', header: 'full', current: 'orders' },
  'app.accountDashboard': { bottom: 'tabs', tab: 'account', header: 'full', current: 'orders' },
  'app.about': { bottom: 'tabs', header: 'full' },
  'app.intranetLogin': form,
  'login.options': form,
  'login.request': form,
  'login.codeSent': form,
  'signup.account': form,
  'signup.name': form,
  'signup.identification': form,
  'signup.postalCode': form,
  'address.location': form,
  'address.number': form,
  'checkout.shipping': purchase,
  'checkout.method': purchase,
  'checkout.payment': purchase,
  'checkout.installment': purchase,
  'checkout.confirmation': purchase,
};
