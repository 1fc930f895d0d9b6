import type { ScreenId } from '#machines/screens.ts';
import { type AsyncRouteComponent, lazyRouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A screen: the file it is in (the server preloads it and inlines its styles) and how to load it. */
export interface ScreenEntry {
  file: string;
  component: AsyncRouteComponent<Record<never, never>>;
}

type Module<N extends string> = { [K in N]: () => ReactNode };
const screen = <const N extends string>(file: string, load: () => Promise<Module<N>>, name: N): ScreenEntry => ({
  file: `screens/${file}.tsx`,
  component: lazyRouteComponent(load, name) as ScreenEntry['component'], // the module's type has been checked above
});

/** One line per screen of the table; a screen without a component does not compile. */
export const components: Record<ScreenId, ScreenEntry> = {
  'app.home': screen('home/home-screen', () => import('#screens/home/home-screen.tsx'), 'HomeScreen'),
  'app.newHome': screen('home/new-home-screen', () => import('#screens/home/new-home-screen.tsx'), 'NewHomeScreen'),
  'app.campaign': screen('campaign/campaign-screen', () => import('#screens/campaign/campaign-screen.tsx'), 'CampaignScreen'),
  'app.catalog': screen('catalog/catalog-screen', () => import('#screens/catalog/catalog-screen.tsx'), 'CatalogScreen'),
  'app.category': screen('catalog/category-screen', () => import('#screens/catalog/category-screen.tsx'), 'CategoryScreen'),
  'app.product': screen('product/product-screen', () => import('#screens/product/product-screen.tsx'), 'ProductScreen'),
  'app.cart': screen('cart/cart-screen', () => import('#screens/cart/cart-screen.tsx'), 'CartScreen'),
  'app.unauthenticatedCartAccess': screen(
    'cart/unauthenticated-cart-access-screen',
    () => import('#screens/cart/unauthenticated-cart-access-screen.tsx'),
    'UnauthenticatedCartAccessScreen',
  ),
  'app.orderSuccess': screen('orders/order-success-screen', () => import('#screens/orders/order-success-screen.tsx'), 'OrderSuccessScreen'),
  'app.orderPendingPayment': screen(
    'orders/order-pending-payment-screen',
    () => import('#screens/orders/order-pending-payment-screen.tsx'),
    'OrderPendingPaymentScreen',
  ),
  'app.ordersDetails': screen(
    'orders/orders-details-screen',
    () => import('#screens/orders/orders-details-screen.tsx'),
    'OrdersDetailsScreen',
  ),
  'app.accountDashboard': screen(
    'account/account-dashboard-screen',
    () => import('#screens/account/account-dashboard-screen.tsx'),
    'AccountDashboardScreen',
  ),
  'app.about': screen('help/about-screen', () => import('#screens/help/about-screen.tsx'), 'AboutScreen'),
  'app.intranetLogin': screen(
    'intranet/intranet-login-screen',
    () => import('#screens/intranet/intranet-login-screen.tsx'),
    'IntranetLoginScreen',
  ),
  'login.options': screen('login/login-options-screen', () => import('#screens/login/login-options-screen.tsx'), 'LoginOptionsScreen'),
  'login.request': screen('login/verification-screen', () => import('#screens/login/verification-screen.tsx'), 'VerificationScreen'),
  'login.codeSent': screen('login/activation-screen', () => import('#screens/login/activation-screen.tsx'), 'ActivationScreen'),
  'signup.account': screen(
    'signup/sign-up-account-screen',
    () => import('#screens/signup/sign-up-account-screen.tsx'),
    'SignUpAccountScreen',
  ),
  'signup.name': screen('signup/sign-up-name-screen', () => import('#screens/signup/sign-up-name-screen.tsx'), 'SignUpNameScreen'),
  'signup.identification': screen('signup/sign-up-id-screen', () => import('#screens/signup/sign-up-id-screen.tsx'), 'SignUpIdScreen'),
  'signup.postalCode': screen(
    'signup/sign-up-postal-code-screen',
    () => import('#screens/signup/sign-up-postal-code-screen.tsx'),
    'SignUpPostalCodeScreen',
  ),
  'address.location': screen('location/location-screen', () => import('#screens/location/location-screen.tsx'), 'LocationScreen'),
  'address.number': screen(
    'location/address-number-screen',
    () => import('#screens/location/address-number-screen.tsx'),
    'AddressNumberScreen',
  ),
  'checkout.shipping': screen('checkout/checkout-screen', () => import('#screens/checkout/checkout-screen.tsx'), 'CheckoutScreen'),
  'checkout.method': screen(
    'checkout/shipping-method-screen',
    () => import('#screens/checkout/shipping-method-screen.tsx'),
    'ShippingMethodScreen',
  ),
  'checkout.payment': screen('checkout/payment-screen', () => import('#screens/checkout/payment-screen.tsx'), 'PaymentScreen'),
  'checkout.installment': screen(
    'checkout/payment-installment-screen',
    () => import('#screens/checkout/payment-installment-screen.tsx'),
    'PaymentInstallmentScreen',
  ),
  'checkout.confirmation': screen(
    'checkout/order-confirmation-screen',
    () => import('#screens/checkout/order-confirmation-screen.tsx'),
    'OrderConfirmationScreen',
  ),
};
