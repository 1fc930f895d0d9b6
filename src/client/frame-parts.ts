import type { LogoProps } from '#components/layout/logo.tsx';
import type { PlaceProps } from '#components/place/place-chip.tsx';
import type { Address } from '#contract/place.ts';
import { formatAddressLine } from '#domain/place/address.ts';
import type { Place } from '#machines/navigation/screens.ts';
import { type FrameDef, frames } from '#shell/frames.ts';
import { useAppState, useRootState, useTenant } from './hooks.ts';
import { useLinkTo } from './links.ts';

/** Units in the cart, as the app's bars say it. */
export const useCartCount = (): number =>
  useRootState('cart', (snapshot) =>
    snapshot.context.lines.reduce((count, line) => count + line.quantity, 0),
  );

const closed: FrameDef = { bottom: 'none', header: 'bare' };
/** At a company's door: nothing of the store is offered to somebody who may not enter. */
export const useIsOutside = (): boolean =>
  useAppState(
    ({ context: { intranet, session } }) => intranet && session !== 'client' && session !== 'waiting',
  );

/** What stands around a place. An empty cart has nothing to decide: the tabs lead on from it. */
export function useFrame(place: Place | null): FrameDef | null {
  const isEmpty = useCartCount() === 0;
  const isOutside = useIsOutside();
  if (isOutside) return closed;
  if (!place) return null;
  return place.screen === 'app.cart' && isEmpty
    ? { ...frames['app.cart'], bottom: 'tabs', tab: 'campaigns' }
    : frames[place.screen];
}

export function useLogo(): LogoProps {
  const { logo, partner } = useTenant();
  const linkTo = useLinkTo();
  return { src: logo.mark, name: partner, link: linkTo('app.home') };
}

/** `Rua Harmonia, 482`; where only the town is known, its name. */
function placeText({ complement: _, ...location }: Address): string | null {
  return formatAddressLine(location) || (location.neighborhood ?? location.city ?? null);
}
/** Where things are delivered, as short as a chip needs it. */
export function useDeliveryPlace(): PlaceProps {
  const linkTo = useLinkTo();
  const text = useRootState('location', ({ context: { location } }) =>
    location ? placeText(location) : null,
  );
  return { text, link: linkTo('address.location') };
}
