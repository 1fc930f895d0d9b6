import { HomeBar } from '#components/layout/home-bar.tsx';
import { later } from '#components/layout/later.tsx';
import type { LinkTarget } from '#components/form/link.ts';
import { Screen } from '#components/layout/screen.tsx';
import { TopBar } from '#components/layout/top-bar.tsx';
import { refusalOf } from '#machines/app/selectors.ts';
import { definition } from '#machines/navigation/screens.ts';
import { useMatch } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useCartCount, useDeliveryPlace, useFrame, useIsOutside, useLogo } from './frame-parts.ts';
import { useAppState } from './hooks.ts';
import { useBack, useLinkTo, usePlace } from './links.ts';

interface Props {
  /** The bar on a phone; a desktop has the shell's header. */
  top?: 'bar' | 'home' | 'clear' | 'none';
  title?: ReactNode;
  subtitle?: ReactNode;
  heading?: boolean;
  /** `closed`: there is none for the moment, and its place stays. */
  back?: boolean | 'closed' | LinkTarget;
  action?: ReactNode;
  cart?: boolean;
  width?: 'full' | 'content' | 'narrow';
  labelledBy?: string;
  busy?: boolean;
  /** False where the whole screen is about it already. */
  refusal?: boolean;
  children: ReactNode;
}

/**
 * What every screen is drawn in: its phone bar, its main and the note about what was refused on the way here.
 */
export function AppScreen({
  top = 'bar',
  title,
  subtitle,
  heading = false,
  back = true,
  action,
  cart = true,
  width = 'content',
  labelledBy,
  busy = false,
  refusal = true,
  children,
}: Props) {
  // Not sooner: around a screen the page is alive before its buttons are.
  useEffect(() => void globalThis.alive?.(), []);
  const place = usePlace();
  const { bottom } = useFrame(place?.screen ?? null);
  const bar =
    top === 'home' ? (
      <PhoneHomeBar />
    ) : top === 'none' ? null : (
      <PhoneBar {...{ title, subtitle, heading, back, action, cart }} clear={top === 'clear'} />
    );
  return (
    <Screen
      top={bar}
      bar={place ? bottom : 'none'}
      width={width}
      busy={busy}
      {...(labelledBy ? { labelledBy } : {})}
    >
      {refusal ? <Refusal /> : null}
      {children}
    </Screen>
  );
}

type BarProps = Required<Pick<Props, 'heading' | 'back' | 'cart'>> &
  Pick<Props, 'title' | 'subtitle' | 'action'> & { clear: boolean };

function PhoneBar({ back, cart, ...bar }: BarProps) {
  const linkTo = useLinkTo();
  const behind = useBack();
  const count = useCartCount();
  const isOutside = useIsOutside();
  return (
    <TopBar
      {...bar}
      {...(back && back !== 'closed' ? { back: { link: back === true ? behind : back } } : {})}
      isClosed={back === 'closed'}
      {...(cart && !isOutside ? { cart: { count, link: linkTo('app.cart') } } : {})}
    />
  );
}

function PhoneHomeBar() {
  return <HomeBar logo={useLogo()} place={useDeliveryPlace()} />;
}

const LastRefusal = later(
  'client/last-refusal.tsx',
  async () => (await import('./last-refusal.tsx')).LastRefusal,
);
/** Rare, so its code comes when there is something to say: before the screen that says it (`src/shell/location.ts`). */
function Refusal() {
  const isRefused = useAppState((snapshot) => refusalOf(snapshot) !== null);
  const place = usePlace();
  const path = useMatch({ strict: false, select: ({ fullPath }) => String(fullPath) });
  // The screen that is being left stays as it is.
  const isLeft = place !== null && definition(place.screen).path !== path;
  return isRefused && !isLeft ? <LastRefusal /> : null;
}
