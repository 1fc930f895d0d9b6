import type { ReactNode } from 'react';
import type { PrivateScreenId } from './screens.tsx';

type Loader = () => Promise<() => ReactNode>;
const screen =
  <const N extends string>(load: () => Promise<{ [K in N]: () => ReactNode }>, name: N): Loader =>
  async () =>
    (await load())[name];

/**
 * One line per screen that belongs to a person. A chunk of its own: the list of these files is longer than
 * some of them.
 */
export const privateScreens: Record<PrivateScreenId, Loader> = {
  'app.cart': screen(() => import('#screens/cart/cart-screen.tsx'), 'CartScreen'),
  'app.unauthenticatedCartAccess': screen(
    () => import('#screens/cart/unauthenticated-cart-access-screen.tsx'),
    'UnauthenticatedCartAccessScreen',
  ),
  'app.orderSuccess': screen(() => import('#screens/orders/order-success-screen.tsx'), 'OrderSuccessScreen'),
  'app.orderPendingPayment': screen(
    () => import('#screens/orders/order-pending-payment-screen.tsx'),
    'OrderPendingPaymentScreen',
  ),
  'app.ordersDetails': screen(
    () => import('#screens/orders/orders-details-screen.tsx'),
    'OrdersDetailsScreen',
  ),
  'app.accountDashboard': screen(
    () => import('#screens/account/account-dashboard-screen.tsx'),
    'AccountDashboardScreen',
  ),
  'app.intranetLogin': screen(
    () => import('#screens/intranet/intranet-login-screen.tsx'),
    'IntranetLoginScreen',
  ),
  'login.options': screen(() => import('#screens/login/login-options-screen.tsx'), 'LoginOptionsScreen'),
  'login.request': screen(() => import('#screens/login/verification-screen.tsx'), 'VerificationScreen'),
  'login.codeSent': screen(() => import('#screens/login/activation-screen.tsx'), 'ActivationScreen'),
  'signup.account': screen(() => import('#screens/signup/sign-up-account-screen.tsx'), 'SignUpAccountScreen'),
  'signup.name': screen(() => import('#screens/signup/sign-up-name-screen.tsx'), 'SignUpNameScreen'),
  'signup.identification': screen(() => import('#screens/signup/sign-up-id-screen.tsx'), 'SignUpIdScreen'),
  'signup.postalCode': screen(
    () => import('#screens/signup/sign-up-postal-code-screen.tsx'),
    'SignUpPostalCodeScreen',
  ),
  'address.location': screen(() => import('#screens/location/location-screen.tsx'), 'LocationScreen'),
  'address.number': screen(
    () => import('#screens/location/address-number-screen.tsx'),
    'AddressNumberScreen',
  ),
  'checkout.shipping': screen(() => import('#screens/checkout/checkout-screen.tsx'), 'CheckoutScreen'),
  'checkout.method': screen(
    () => import('#screens/checkout/shipping-method-screen.tsx'),
    'ShippingMethodScreen',
  ),
  'checkout.payment': screen(() => import('#screens/checkout/payment-screen.tsx'), 'PaymentScreen'),
  'checkout.installment': screen(
    () => import('#screens/checkout/payment-installment-screen.tsx'),
    'PaymentInstallmentScreen',
  ),
  'checkout.confirmation': screen(
    () => import('#screens/checkout/order-confirmation-screen.tsx'),
    'OrderConfirmationScreen',
  ),
};
