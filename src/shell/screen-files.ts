import type { ScreenId } from '#machines/navigation/screens.ts';

/**
 * The file of each screen under src/: the server preloads it and inlines its styles. Not for the browser,
 * which has screens.tsx.
 */
export const screenFiles: Record<ScreenId, string> = {
  'app.home': 'screens/home/home-screen.tsx',
  'app.newHome': 'screens/home/new-home-screen.tsx',
  'app.campaign': 'screens/campaign/campaign-screen.tsx',
  'app.catalog': 'screens/catalog/catalog-screen.tsx',
  'app.category': 'screens/catalog/category-screen.tsx',
  'app.product': 'screens/product/product-screen.tsx',
  'app.cart': 'screens/cart/cart-screen.tsx',
  'app.unauthenticatedCartAccess': 'screens/cart/unauthenticated-cart-access-screen.tsx',
  'app.orderSuccess': 'screens/orders/order-success-screen.tsx',
  'app.orderPendingPayment': 'screens/orders/order-pending-payment-screen.tsx',
  'app.ordersDetails': 'screens/orders/orders-details-screen.tsx',
  'app.accountDashboard': 'screens/account/account-dashboard-screen.tsx',
  'app.about': 'screens/help/about-screen.tsx',
  'app.intranetLogin': 'screens/intranet/intranet-login-screen.tsx',
  'login.options': 'screens/login/login-options-screen.tsx',
  'login.request': 'screens/login/verification-screen.tsx',
  'login.codeSent': 'screens/login/activation-screen.tsx',
  'signup.account': 'screens/signup/sign-up-account-screen.tsx',
  'signup.name': 'screens/signup/sign-up-name-screen.tsx',
  'signup.identification': 'screens/signup/sign-up-id-screen.tsx',
  'signup.postalCode': 'screens/signup/sign-up-postal-code-screen.tsx',
  'address.location': 'screens/location/location-screen.tsx',
  'address.number': 'screens/location/address-number-screen.tsx',
  'checkout.shipping': 'screens/checkout/checkout-screen.tsx',
  'checkout.method': 'screens/checkout/shipping-method-screen.tsx',
  'checkout.payment': 'screens/checkout/payment-screen.tsx',
  'checkout.installment': 'screens/checkout/payment-installment-screen.tsx',
  'checkout.confirmation': 'screens/checkout/order-confirmation-screen.tsx',
};
