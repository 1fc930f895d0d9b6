import { DesktopHeader } from '#components/layout/desktop-header.tsx';
import { later } from '#components/layout/later.tsx';
import { SandboxRibbon } from '#components/feedback/sandbox-ribbon.tsx';
import { SkipLink } from '#components/layout/skip-link.tsx';
import { TabBar } from '#components/layout/tab-bar.tsx';
import type { LinkTarget } from '#components/form/link.ts';
import { searchText } from '#domain/search.ts';
import { isNotFound } from '#machines/app/selectors.ts';
import { type Place, type ScreenId, definition, screenIds } from '#machines/navigation/screens.ts';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { useCartOpener } from './cart-opener.tsx';
import {
  type Bars,
  useCartCount,
  useDeliveryPlace,
  useFrame,
  useIsOutside,
  useLogo,
} from '#client/frame-parts.ts';
import { FirstTitle } from './first-title.ts';
import { useAppState, useOnline, useRootState, useTenant } from '#client/hooks.ts';
import { useGo, useLinkTo, usePlace } from '#client/links.ts';
import { NotFound } from './not-found.tsx';

const afterwards = () => import('#shell/after-first-screen.ts');
const OfflineBanner = later(
  'components/feedback/offline-banner.tsx',
  async () => (await afterwards()).OfflineBanner,
  null,
  { afterwards: true },
);
const Surroundings = later(
  'shell/page/surroundings.tsx',
  async () => (await afterwards()).Surroundings,
  FirstTitle,
  {
    afterwards: true,
  },
);

const Cart = later('shell/page/cart.tsx', async () => (await afterwards()).Cart, null, { afterwards: true });
const UnreadBadge = later(
  'shell/page/person/unread-badge.tsx',
  async () => (await afterwards()).UnreadBadge,
  null,
  {
    afterwards: true,
  },
);

/** The root of the tree: what stays while screens come and go. */
export function Frame() {
  const place = usePlace();
  useRootState('product', (snapshot) => snapshot.matches('gone'));
  useRootState('wallets', (snapshot) => snapshot.hasTag('details.gone'));
  const missing = useAppState(isNotFound);
  const { sandbox } = useTenant();
  const online = useOnline();
  // The router's own mark, by which it draws the page of an address that leads nowhere.
  const isNowhere = useRouterState({
    select: ({ matches }) => matches.some((match) => Boolean(Reflect.get(match, '_notFound'))),
  });
  const shown = useShownScreen(place);
  const isThere = shown !== null && !missing && !isNowhere;
  const { bottom, tab, header } = useFrame(isThere ? shown : null);
  return (
    <>
      <SkipLink />
      {sandbox ? <SandboxRibbon link={{ href: '/sandbox' }} /> : null}
      {online ? null : <OfflineBanner />}
      <Header kind={header} place={place} tab={isThere ? definition(shown).tab : null} />
      {missing ? <NotFound /> : <Outlet />}
      {bottom === 'cart' ? <Cart /> : null}
      {bottom === 'cart' || bottom === 'tabs' ? <Tabs current={tab ?? null} /> : null}
      <Surroundings />
    </>
  );
}

/**
 * The screen that is drawn. The chart may be further: until the code of its place is here, the one before
 * stands, and what is around it stays with it.
 */
function useShownScreen(place: Place | null): ScreenId | null {
  const path = useRouterState({ select: ({ matches }) => String(matches.at(-1)?.fullPath) });
  if (!place || definition(place.screen).path === path) return place?.screen ?? null;
  return screenIds.find((id) => definition(id).path === path) ?? place.screen;
}

/** The campaign of a place, where it is of one. */
const campaignIn = (place: Place | null): string | undefined => {
  const { campaign, campaignId } = (place?.params ?? {}) as Partial<Record<string, string>>; // texts by name
  return campaign ?? campaignId;
};

function Header({
  kind,
  place,
  tab,
}: {
  kind: Bars['header'];
  place: Place | null;
  tab: Bars['tab'] | null;
}) {
  const linkTo = useLinkTo();
  const go = useGo();
  const count = useCartCount();
  const logo = useLogo();
  const isOutside = useIsOutside();
  const delivery = useDeliveryPlace();
  const wallets = useTenant().payment.methods.includes('WALLET');
  const { link: cart, drawer } = useCartOpener(place);
  if (kind === 'own') return null;
  if (isOutside) return <DesktopHeader logo={logo} />;
  if (kind === 'bare') return <DesktopHeader logo={logo} cart={{ count, link: linkTo('app.cart') }} />;
  const campaign = campaignIn(place);
  const search = {
    // Without script the form goes there by itself.
    action: (campaign ? linkTo('app.catalog', { campaign }) : linkTo('app.products')).href,
    placeholder: campaign ? 'Buscar nesta campanha' : 'Buscar produtos',
    value: place && 'q' in place.search ? place.search.q : undefined,
    onSearch: (typed: string) => {
      const q = searchText(typed);
      const words = q ? { q } : {};
      if (campaign) go('app.catalog', { campaign }, words);
      else go('app.products', {}, words);
    },
  };
  const links = {
    campaigns: linkTo('app.newHome'),
    wallets: wallets ? linkTo('app.wallets') : undefined,
    orders: linkTo('app.accountDashboard'),
    account: linkTo('app.accountDashboard'),
  };
  return (
    <>
      <DesktopHeader
        logo={logo}
        place={delivery}
        // All products have a search of their own.
        search={place?.screen === 'app.products' ? undefined : search}
        links={links}
        // The account and its orders are one screen.
        current={tab === 'home' ? null : tab === 'account' ? 'orders' : tab}
        cart={{ count, link: cart }}
        badge={<UnreadBadge />}
      />
      {drawer}
    </>
  );
}

function Tabs({ current }: { current: Bars['tab'] | null }) {
  const linkTo = useLinkTo();
  const wallets = useTenant().payment.methods.includes('WALLET');
  const account = linkTo('app.accountDashboard');
  // The orders are a part of the account (no list has an address of its own): the tab that was tapped is the
  // one that is lit.
  const [wanted, setWanted] = useState<'orders' | 'account'>('account');
  const want = (tab: typeof wanted): LinkTarget => ({
    ...account,
    onClick: (click) => {
      setWanted(tab);
      account.onClick?.(click);
    },
  });
  return (
    <TabBar
      badge={<UnreadBadge />}
      current={current === 'account' ? wanted : (current ?? null)}
      links={{
        home: linkTo('app.home'),
        campaigns: linkTo('app.newHome'),
        wallets: wallets ? linkTo('app.wallets') : undefined,
        orders: want('orders'),
        account: want('account'),
      }}
    />
  );
}
