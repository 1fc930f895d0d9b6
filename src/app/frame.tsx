import { CartBar } from '#components/cart-bar.tsx';
import { DesktopHeader } from '#components/desktop-header.tsx';
import { NoticeRegion } from '#components/notice-region.tsx';
import { OfflineBanner } from '#components/offline-banner.tsx';
import { SandboxRibbon } from '#components/sandbox-ribbon.tsx';
import { SkipLink } from '#components/skip-link.tsx';
import { TabBar } from '#components/tab-bar.tsx';
import { isNotFound } from '#machines/app-selectors.ts';
import type { Place } from '#machines/screens.ts';
import { Outlet } from '@tanstack/react-router';
import { useCartTotal } from './cart-total.ts';
import { useCartOpener } from './cart-opener.tsx';
import { useCartCount, useDeliveryPlace, useFrame, useLogo } from './frame-parts.ts';
import type { FrameDef } from './frames.ts';
import { useAppState, useHydrated, useOnline, useRoot, useRootState, useTenant } from './hooks.ts';
import { useGo, useLinkTo, usePlace } from './links.ts';
import { NotFound } from './not-found.tsx';
import { useScreenEffects } from './screen-effects.ts';

const around: FrameDef = { bottom: 'tabs', header: 'full' };

/** The root of the tree: what stays while screens come and go. */
export function Frame() {
  const place = usePlace();
  useRootState('product', (snapshot) => snapshot.matches('gone'));
  const missing = useAppState(isNotFound);
  const { sandbox } = useTenant();
  const online = useOnline();
  useScreenEffects();
  const frame = useFrame(place);
  const { bottom, tab, header, current } = frame && !missing ? frame : around;
  return (
    <>
      <SkipLink />
      {sandbox ? <SandboxRibbon link={{ href: '/sandbox' }} /> : null}
      {online ? null : <OfflineBanner />}
      <Header kind={header} place={place} current={current ?? null} />
      {missing ? <NotFound /> : <Outlet />}
      {bottom === 'cart' ? <Cart /> : null}
      {bottom === 'cart' || bottom === 'tabs' ? <Tabs current={tab ?? null} /> : null}
      <Notices />
    </>
  );
}

const campaignIn = (place: Place | null): string | null => {
  if (place?.screen === 'app.catalog' || place?.screen === 'app.category') return place.params.campaign;
  return place?.screen === 'app.campaign' || place?.screen === 'app.product' ? place.params.campaignId : null;
};

function Header({ kind, place, current }: { kind: FrameDef['header']; place: Place | null; current: FrameDef['current'] | null }) {
  const linkTo = useLinkTo();
  const go = useGo();
  const hydrated = useHydrated();
  const count = useCartCount();
  const logo = useLogo();
  const delivery = useDeliveryPlace();
  const selected = useRootState('campaigns', (snapshot) => snapshot.context.selectedId);
  const { link: cart, drawer } = useCartOpener(place);
  if (kind === 'own') return null;
  if (kind === 'bare') return <DesktopHeader logo={logo} cart={{ count, link: linkTo('app.cart') }} />;
  const campaign = campaignIn(place) ?? selected;
  const q = place && 'q' in place.search ? place.search.q : undefined;
  // Without script the form goes to the catalog's address by itself.
  const onSearch = (text: string) => campaign && go('app.catalog', { campaign }, text.trim() ? { q: text.trim().slice(0, 80) } : {});
  const search = campaign
    ? {
        search: {
          action: linkTo('app.catalog', { campaign }).href,
          placeholder: 'Buscar nesta campanha',
          ...(q ? { value: q } : {}),
          ...(hydrated ? { onSearch } : {}),
        },
      }
    : {};
  const links = { campaigns: linkTo('app.newHome'), orders: linkTo('app.accountDashboard'), account: linkTo('app.accountDashboard') };
  return (
    <>
      <DesktopHeader logo={logo} place={delivery} {...search} links={links} current={current ?? null} cart={{ count, link: cart }} />
      {drawer}
    </>
  );
}

function Cart() {
  const linkTo = useLinkTo();
  const count = useCartCount();
  return <CartBar count={count} total={useCartTotal()} link={linkTo('app.cart')} />;
}

function Tabs({ current }: { current: FrameDef['tab'] | null }) {
  const linkTo = useLinkTo();
  const account = linkTo('app.accountDashboard');
  // Orders and wallet are parts of the account until they have screens of their own.
  return (
    <TabBar
      current={current ?? null}
      links={{ home: linkTo('app.home'), campaigns: linkTo('app.newHome'), orders: account, wallet: account, account }}
    />
  );
}

function Notices() {
  const notices = useRoot('notices');
  const shown = useRootState('notices', (snapshot) => snapshot.context.shown);
  return (
    <NoticeRegion
      notices={shown.map(({ id, text, tone }) => ({ id: String(id), text, tone: tone === 'warn' ? 'bad' : tone }))}
      onDismiss={(id) => notices.send({ type: 'notice.dismissed', id: Number(id) })}
    />
  );
}
