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
const placeholder = (title: ScreenId): ScreenEntry => ({
  file: 'app/placeholder.tsx',
  component: lazyRouteComponent(() => import('./placeholder.tsx').then(({ placeholderOf }) => ({ default: placeholderOf(title) }))),
});

/** One line per screen of the table; a screen without a component does not compile. */
export const components: Record<ScreenId, ScreenEntry> = {
  'app.home': placeholder('app.home'),
  'app.newHome': placeholder('app.newHome'),
  'app.campaign': placeholder('app.campaign'),
  'app.catalog': placeholder('app.catalog'),
  'app.category': placeholder('app.category'),
  'app.product': placeholder('app.product'),
  'app.cart': placeholder('app.cart'),
  'app.unauthenticatedCartAccess': placeholder('app.unauthenticatedCartAccess'),
  'app.orderSuccess': placeholder('app.orderSuccess'),
  'app.orderPendingPayment': placeholder('app.orderPendingPayment'),
  'app.ordersDetails': placeholder('app.ordersDetails'),
  'app.accountDashboard': placeholder('app.accountDashboard'),
  'app.about': placeholder('app.about'),
  'app.intranetLogin': placeholder('app.intranetLogin'),
  'login.options': placeholder('login.options'),
  'login.request': placeholder('login.request'),
  'login.codeSent': placeholder('login.codeSent'),
  'signup.account': placeholder('signup.account'),
  'signup.name': placeholder('signup.name'),
  'signup.identification': placeholder('signup.identification'),
  'signup.postalCode': placeholder('signup.postalCode'),
  'address.location': placeholder('address.location'),
  'address.number': placeholder('address.number'),
  'checkout.shipping': placeholder('checkout.shipping'),
  'checkout.method': placeholder('checkout.method'),
  'checkout.payment': placeholder('checkout.payment'),
  'checkout.installment': placeholder('checkout.installment'),
  'checkout.confirmation': placeholder('checkout.confirmation'),
};
// `screen` is used as soon as the first line names a file.
void screen;
