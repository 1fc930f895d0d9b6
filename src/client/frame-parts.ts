import type { LogoProps } from '#components/layout/logo.tsx';
import type { PlaceProps } from '#components/place/place-chip.tsx';
import type { Address } from '#contract/place.ts';
import { formatAddressLine } from '#domain/place/address.ts';
import type { Frame, ScreenDef } from '#machines/navigation/screen-def.ts';
import { type ScreenId, chartOf, definition } from '#machines/navigation/screens.ts';
import { useAppState, useRootState, useTenant } from './hooks.ts';
import { useLinkTo } from './links.ts';

/** Units in the cart, as the app's bars say it. */
export const useCartCount = (): number =>
  useRootState('cart', (snapshot) =>
    snapshot.context.lines.reduce((count, line) => count + line.quantity, 0),
  );

/** The bars around a screen. */
export interface Bars {
  /** Fixed on a phone: tabs, tabs and cart bar, or one that the screen draws itself. */
  bottom: 'tabs' | 'cart' | 'action' | 'none';
  /** Of a desktop: all of it, logo and cart, or one that the screen draws itself. */
  header: 'full' | 'bare' | 'own';
  /** What the tabs mark. */
  tab?: ScreenDef['tab'];
}
const frames: Record<Frame, Bars> = {
  window: { bottom: 'cart', header: 'full' },
  tabs: { bottom: 'tabs', header: 'full' },
  goods: { bottom: 'action', header: 'full' },
  step: { bottom: 'action', header: 'bare' },
  form: { bottom: 'none', header: 'bare' },
  purchase: { bottom: 'action', header: 'own' },
};
/** At a company's door: nothing of the store is offered to somebody who may not enter. */
export const useIsOutside = (): boolean =>
  useAppState(
    ({ context: { intranet, session } }) => intranet && session !== 'client' && session !== 'waiting',
  );

/** What stands around a screen. An empty cart has nothing to decide: the tabs lead on from it. */
export function useFrame(screen: ScreenId | null): Bars {
  const isEmpty = useCartCount() === 0;
  const isOutside = useIsOutside();
  if (isOutside) return frames.form;
  if (!screen) return frames.tabs;
  if (screen === 'app.cart' && isEmpty) return { ...frames.tabs, tab: 'campaigns' };
  const { frame = chartOf(screen) === 'app' ? 'tabs' : 'form', tab } = definition(screen);
  return { ...frames[frame], tab };
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
