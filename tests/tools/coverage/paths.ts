import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type ScreenId, definition, screenIds } from '#machines/navigation/screens.ts';
import { filesByScreen } from '../../../src/build/screens.ts';
import { testNamesIn } from '../test-names.ts';
import type { Row, TestName } from './row.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/**
 * The route table (§2): 66 paths, by the ids of definitions in camelCase. What exists is told by the screen
 * table.
 */
const specified = {
  home: 'Home /',
  newHome: 'NewHome /home',
  products: 'Products /products',
  product: 'Product /store/{campaignId}/product/{itemId}',
  campaign: 'Campaign /store/{campaignId}',
  catalog: 'Catalog /store/{campaign}/catalog',
  category: 'Category /store/{campaign}/catalog/category/{category}',
  cart: 'Cart /cart',
  checkout: 'Checkout /cart/{cartUuid}/checkout',
  payment: 'Payment /cart/{cartUuid}/payment',
  paymentInstallment: 'PaymentInstallment /cart/{cartUuid}/installment',
  orderConfirmation: 'OrderConfirmation /cart/{cartUuid}/confirmation',
  reviewOrder: 'ReviewOrder /checkout/review',
  unauthenticatedCartAccess: 'UnauthenticatedCartAccess /unauthenticated/cart',
  orderSuccess: 'OrderSuccess /order/{orderCode}/success',
  orderPendingPayment: 'OrderPendingPayment /order/{orderCode}/pending',
  ordersDetails: 'OrdersDetails /order/{orderCode}/details',
  orderTrackingSearch: 'OrderTrackingSearch /order/tracking',
  orderTrackingDetails: 'OrderTrackingDetails /order/tracking/{code}/details',
  accountDashboard: 'AccountDashboard /account',
  profile: 'Profile /profile',
  editProfile: 'EditProfile /profile/edit',
  wallets: 'Wallets /wallets',
  walletDetails: 'WalletDetails /wallets/{walletUuid}/details',
  loginOptions: 'LoginOptions /login',
  authentication: 'Authentication /auth',
  signUpAccount: 'SignUpAccount /signup',
  signUpName: 'SignUpName /signup/name',
  signUpId: 'SignUpId /signup/identification',
  signUpPostalCode: 'SignUpPostalCode /signup/postalcode',
  phoneVerification: 'Phone verification /{type}/phone/verification',
  phoneActivation: 'Phone activation /{type}/phone/activation',
  emailVerification: 'E-mail verification /{type}/email/verification',
  emailActivation: 'E-mail activation /{type}/email/activation',
  ssoCallback: 'SSOCallback /sso/callback',
  intranetLogin: 'IntranetLogin /intranet/login',
  intranetLoginConfirmation: 'IntranetLoginConfirmation /intranet/confirmation',
  intranetMarketplaceAccess: 'IntranetMarketplaceAccess /intranet/marketplace/access',
  invitations: 'Invitations /invite',
  inviteCode: 'InviteCode /invite/code',
  location: 'Location /location',
  locationMap: 'LocationMap /location/map',
  locationSimpleDetails: 'LocationSimpleDetails /location/simple/details',
  map: 'Map /map',
  addressNumber: 'AddressNumber /addressnumber',
  geolocationMap: 'GeolocationMap /geolocationmap',
  campaignDeliveryArea: 'CampaignDeliveryArea /deliveryarea',
  pickupStore: 'PickupStore /pickupstore',
  clickAndCollect: 'ClickAndCollect /c&c',
  qrCode: 'QRCode /qrcode',
  extraInfo: 'ExtraInfo /extra',
  flavor: 'Flavor /flavor',
  flavorConfirmation: 'FlavorConfirmation /flavor/confirmation',
  survey: 'Survey /survey',
  rescheduleOrder: 'RescheduleOrder /rescheduleorder',
  shippingMethod: 'ShippingMethod /shippingmethod',
  kitOptionals: 'KitOptionals /kit/optionals',
  trade: 'Trade /trade',
  lead: 'Lead /lead',
  messages: 'Messages /messages',
  likings: 'Likings /likings',
  contact: 'Contact /contact',
  version: 'Version /version',
  privacy: 'Privacy /privacy',
  whatNow: 'WhatNow /whatnow',
  about: 'About /about',
} as const;
type PathId = keyof typeof specified;

/**
 * The paths of a screen as the specification writes them, one for each channel that it is for. `order`, `signup`
 * and `update` before a channel are types of it (D4), with rows of their own.
 */
export function pathsOf(screen: ScreenId): string[] {
  const { path: pattern, only } = definition(screen);
  const written = pattern.replace(/^\/(?:order|signup|update)(?=\/\$channel)/, '/$type').replaceAll(/\$(\w+)/g, '{$1}');
  return (only?.['channel'] ?? ['']).map((channel) => written.replace('{channel}', channel));
}

const files = filesByScreen();
/** The tests in the file of a screen's name: `screens/help/about-screen.tsx` ⇔ `tests/screens/help/about.test.ts`. */
function ownTests(screen: ScreenId): TestName[] {
  const base = `tests/${(files[screen] ?? '').replace(/-screen\.tsx$/, '')}.test.ts`;
  return [base, `${base}x`]
    .filter((file) => existsSync(path.join(root, file)))
    .flatMap((file) =>
      testNamesIn({ path: file, text: readFileSync(path.join(root, file), 'utf8') }).map(
        (name): TestName => `tests/${file.slice('tests/'.length)}: ${name}`,
      ),
    );
}

/** What the tests of every screen are called. */
const ofEvery: readonly TestName[] = [
  'tests/machines/app/screens.test.ts: has the paths of the specification',
  'tests/machines/app/address-bar.test.ts: leads from %s%s to %s',
];
const ofPublic: TestName = 'tests/app/render.test.ts: answers %s with its content and its title';
const ofPrivate: TestName = 'tests/app/render.test.ts: gives %s the themed shell, for nobody else to keep';

function rowOf(id: PathId): Row {
  const what = specified[id];
  const row = { id: `path.${id}`, spec: '§2', what } as const;
  const screens = screenIds.filter((one) => pathsOf(one).includes(what.slice(what.indexOf(' /') + 1)));
  const [first] = screens;
  if (!first) return row;
  return {
    ...row,
    where: screens.flatMap((screen) => {
      const [chart, state] = screen.split('.');
      return [`machines/${chart}/${chart}.machine.ts#${state}`, `src/${files[screen]}`];
    }),
    test: [...ofEvery, definition(first).public ? ofPublic : ofPrivate, ...screens.flatMap(ownTests)],
    ...(screens.some((screen) => ownTests(screen).length === 0)
      ? { open: 'a test of what only this screen shows' }
      : {}),
  };
}

/** One row per path of the route table. */
// The keys of a literal object are its ids
export const paths: readonly Row[] = (Object.keys(specified) as PathId[]).map(rowOf);

/** Screens without a test of their own content, with the file that it would be in. */
export const unseen = (): string[] =>
  screenIds
    .filter((screen) => ownTests(screen).length === 0)
    .map((screen) => `tests/${files[screen]?.replace(/-screen\.tsx$/, '')}.test.ts`);
