import type { LinkTarget } from '#components/form/link.ts';
import { whereIs } from '#machines/app/selectors.ts';
import { ask, placeAsked, samePlace, toAsked } from '#machines/navigation/place.ts';
import {
  type NavigationRequest,
  type ParamsOf,
  type Place,
  type ScreenId,
  type SearchOf,
  chartOf,
  definition,
} from '#machines/navigation/screens.ts';
import { useParams, useRouter, useRouterState, useSearch } from '@tanstack/react-router';
import { type MouseEvent, useCallback, useMemo } from 'react';
import { type Shell, useShell } from './context.ts';
import { useAppState } from './hooks.ts';

/** What a screen needs to be asked for: its parameters if it has any, its search if it wants. */
export type AskArgs<K extends ScreenId> =
  Record<never, never> extends ParamsOf<K>
    ? [params?: ParamsOf<K>, search?: SearchOf<K>]
    : [params: ParamsOf<K>, search?: SearchOf<K>];
export type LinkTo = <K extends ScreenId>(screen: K, ...args: AskArgs<K>) => LinkTarget;

const asked = (screen: ScreenId, params: unknown, search: unknown): NavigationRequest =>
  ask(screen, (params ?? {}) as never, (search ?? {}) as never); // typed at the two screenTransitions below

/** A click that means "go there, here": any other (new tab, download, middle button) is the browser's own. */
export const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 &&
  !event.defaultPrevented &&
  !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);

/** Makes real links to screens whose plain click asks the chart; usable in loops. */
export function useLinkTo(): LinkTo {
  const shell = useShell();
  return useCallback<LinkTo>(
    (screen, ...[params, search]) => linkOf(shell, asked(screen, params, search)),
    [shell],
  );
}
const linkOf = ({ addresses, attend }: Shell, event: NavigationRequest): LinkTarget => ({
  href: addresses.hrefOf(placeAsked(event)),
  onClick: (click) => {
    if (!isPlain(click)) return;
    click.preventDefault();
    void attend(event);
  },
});

/** A link to a place that is kept somewhere, such as the one that was asked for before a refusal. */
export function usePlaceLink(): (place: Place) => LinkTarget {
  const shell = useShell();
  return useCallback((place) => linkOf(shell, toAsked(place)), [shell]);
}

/** Asks for a screen from a button or after something happened. */
export function useGo(): <K extends ScreenId>(screen: K, ...args: AskArgs<K>) => void {
  const { attend } = useShell();
  return useCallback((screen, ...[params, search]) => void attend(asked(screen, params, search)), [attend]);
}

/** Where the chart is; null while it is booting or handing over. */
export const usePlace = (): Place | null => useAppState(whereIs, samePlace);

/**
 * Parameters and search of the mounted screen, from its own route: they stay while the screen is being left.
 */
export function useScreen<K extends ScreenId>(_screen: K): { params: ParamsOf<K>; search: SearchOf<K> } {
  const params: unknown = useParams({ strict: false });
  const raw: unknown = useSearch({ strict: false });
  const read = definition(_screen).search;
  // A search is an object of the router's making
  const search = useMemo(() => read?.(raw as Record<string, unknown>) ?? {}, [read, raw]);
  // The route of this screen was matched with these
  return { params: params as ParamsOf<K>, search: search as SearchOf<K> };
}

/** Where Back leads when there is nothing behind: one step up. */
function parentOf(place: Place): NavigationRequest {
  const { screen, params, search } = place;
  if (screen === 'app.pickupStore' || screen === 'app.campaignDeliveryArea')
    return search.campaign ? ask('app.campaign', { campaignId: search.campaign }) : ask('app.newHome', {});
  if ('item' in search)
    return ask('app.product', { campaignId: search.campaign ?? '', itemId: search.item ?? '' });
  if (screen === 'app.product') return ask('app.catalog', { campaign: params.campaignId }, {});
  if (screen === 'app.category') return ask('app.catalog', { campaign: params.campaign }, {});
  if (screen === 'app.catalog') return ask('app.campaign', { campaignId: params.campaign });
  if (screen === 'app.walletDetails') return ask('app.wallets', {});
  if (/^app\.(?:editProfile|update)/.test(screen)) return ask('app.profile', {});
  // A screen of an order that it is asked about.
  if (
    screen === 'app.wallets' ||
    screen === 'app.profile' ||
    screen === 'app.ordersDetails' ||
    ('order' in search && search.order)
  )
    return ask('app.accountDashboard', {});
  if (chartOf(screen) === 'checkout') return ask('app.cart', {});
  return ask('app.home', {});
}

/** Back of the top bar: the browser's own when there is something of ours behind, else one step up. */
export function useBack(): LinkTarget {
  const shell = useShell();
  const router = useRouter();
  const place = usePlace();
  const canGoBack = useRouterState({ select: (state) => (state.location.state.__TSR_index ?? 0) > 0 });
  return useMemo(() => {
    const up = place ? parentOf(place) : ask('app.home', {});
    const link = linkOf(shell, up);
    if (!canGoBack) return link;
    return {
      href: link.href,
      onClick: (click) => {
        if (!isPlain(click)) return;
        click.preventDefault();
        router.history.back();
      },
    };
  }, [shell, router, place, canGoBack]);
}
