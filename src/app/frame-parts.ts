import type { LogoProps } from '#components/logo.tsx';
import type { PlaceProps } from '#components/place-chip.tsx';
import { formatAddressLine } from '#domain/address.ts';
import type { Place } from '#machines/screens.ts';
import { type FrameDef, frames } from './frames.ts';
import { useRootState, useTenant } from './hooks.ts';
import { useLinkTo } from './links.ts';

/** Units in the cart, as the app's bars say it. */
export const useCartCount = (): number =>
  useRootState('cart', (snapshot) => snapshot.context.lines.reduce((count, line) => count + line.quantity, 0));

/** What stands around a place. An empty cart has nothing to decide: the tabs lead on from it. */
export function useFrame(place: Place | null): FrameDef | null {
  const isEmpty = useCartCount() === 0;
  if (!place) return null;
  return place.screen === 'app.cart' && isEmpty ? { ...frames['app.cart'], bottom: 'tabs', tab: 'campaigns' } : frames[place.screen];
}

export function useLogo(): LogoProps {
  const { logo, partner } = useTenant();
  const linkTo = useLinkTo();
  return { src: logo.mark, name: partner, link: linkTo('app.home') };
}

/** Where things are delivered, as short as a chip needs it. */
export function useDeliveryPlace(): PlaceProps {
  const linkTo = useLinkTo();
  const text = useRootState('location', ({ context: { location } }) =>
    location ? (location.neighborhood ?? location.city ?? formatAddressLine(location)) : null,
  );
  return { text, link: linkTo('address.location') };
}
