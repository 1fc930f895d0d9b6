import type { LinkTarget } from '#components/form/link.ts';
import type { Place } from '#machines/navigation/screens.ts';
import { type ReactNode, Suspense, lazy, useState } from 'react';
import { isPlain, useLinkTo } from '#client/links.ts';

// Nobody pays for the drawer before opening it.
const CartDrawer = lazy(() =>
  import('#screens/cart/cart-drawer.tsx').then((module) => ({ default: module.CartDrawer })),
);

/**
 * The desktop header's way to the cart: a drawer beside what one is looking at; without script, in a new tab,
 * or on the cart's own screen, the screen.
 */
export function useCartOpener(place: Place | null): { link: LinkTarget; drawer: ReactNode } {
  const linkTo = useLinkTo();
  // Open on one screen: going to another closes it.
  const [openOn, setOpenOn] = useState<string | null>(null);
  const [wasOpened, setOpened] = useState(false);
  const link = linkTo('app.cart');
  const screen = place?.screen;
  if (screen === 'app.cart') return { link, drawer: null };
  const drawer = wasOpened ? (
    <Suspense>
      <CartDrawer open={openOn !== null && openOn === screen} onClose={() => setOpenOn(null)} />
    </Suspense>
  ) : null;
  const open: LinkTarget['onClick'] = (event) => {
    if (!isPlain(event)) return;
    event.preventDefault();
    setOpened(true);
    setOpenOn(screen ?? null);
  };
  return { link: { href: link.href, onClick: open }, drawer };
}
