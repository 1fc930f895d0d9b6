import { type HistoryLocation, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { useShell } from '#client/context.ts';
import { directionOf } from '#shell/direction.ts';
import { useAppState, useRootState } from '#client/hooks.ts';
import { titleOf, titleOfNowhere } from './title.ts';

/**
 * Focus goes to the new screen's heading, so that a screen reader says where one is; not on the first page,
 * where the browser has said it.
 * A screen of one question has its field in focus already: it stays there, ready to be typed into.
 */
function focusHeading(): void {
  if (
    document.activeElement instanceof HTMLInputElement &&
    document.getElementById('conteudo')?.contains(document.activeElement)
  )
    return;
  const heading =
    document.querySelector<HTMLElement>('[data-screen-heading]') ?? document.getElementById('conteudo');
  heading?.focus({ preventScroll: true });
}

/**
 * What a change of screen does outside React: title, focus, direction of the slide, faces that came late, and
 * chunks loaded before the click. It draws nothing, so it comes after the first screen.
 */
export function ScreenEffects(): null {
  const { addresses, tenant } = useShell();
  const router = useRouter();
  // Names arrive in these actors, which the app itself does not hear of.
  useRootState('product', (snapshot) => snapshot.context.item);
  useRootState('catalog', (snapshot) => snapshot.context.items);
  useRootState('marketplace', (snapshot) => snapshot.context.documents);
  const isLost = useRouterState({
    select: ({ matches }) => matches.some((match) => Boolean(Reflect.get(match, '_notFound'))),
  }); // the router's own mark, by which it draws the page
  // When a screen's code did not arrive, the address has moved on and the chart has not.
  const broken = useRouterState({
    select: ({ matches, location }) =>
      matches.some(({ status }) => status === 'error') ? location.href : null,
  });
  const place = useMemo(
    () => broken && addresses.placeAt(new URL(broken, globalThis.location.origin)),
    [addresses, broken],
  );
  const here = useAppState((snapshot) => titleOf(snapshot, tenant, place || null));
  const title = isLost ? titleOfNowhere(tenant) : here;
  useEffect(() => {
    if (title) document.title = title;
  }, [title]);

  useEffect(() => {
    let index = router.history.location.state.__TSR_index ?? 0;
    const stopWatching = router.history.subscribe(({ location }: { location: HistoryLocation }) => {
      const next = location.state.__TSR_index ?? 0;
      document.documentElement.dataset['direction'] = directionOf(index, next, location.pathname);
      index = next;
      // A face that came after the first paint is put on with the next screen, where it moves nothing.
      for (const face of document.fonts) face.display = 'swap';
    });
    // Whoever left the first page before this code came: what they pressed is gone, and nobody led them on.
    const [landing] = performance.getEntriesByType('navigation');
    if (
      document.activeElement === document.body &&
      landing &&
      new URL(landing.name).pathname !== location.pathname
    )
      focusHeading();
    const stopFocusing = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      if (fromLocation && pathChanged) focusHeading();
    });
    return () => {
      stopWatching();
      stopFocusing();
    };
  }, [router]);

  useEffect(() => {
    const seen = new Set<string>();
    // One listener for all links: a component's link has no more than an address and a click.
    const prepare = ({ target }: Event) => {
      const href = target instanceof Element ? target.closest('a[href^="/"]')?.getAttribute('href') : null;
      if (!href || seen.has(href) || href.startsWith('/sandbox')) return;
      seen.add(href);
      router
        .preloadRoute({ to: href.split('?')[0] ?? href } as Parameters<typeof router.preloadRoute>[0])
        .catch(() => undefined); // an address of the table, as text
    };
    const events = ['pointerover', 'touchstart', 'focusin'] as const;
    for (const name of events) document.addEventListener(name, prepare, { passive: true });
    return () => {
      for (const name of events) document.removeEventListener(name, prepare);
    };
  }, [router]);
  return null;
}
