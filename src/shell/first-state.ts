import { whereIs } from '#machines/app/selectors.ts';
import { type AppActor, appMachine } from '#machines/app/app.machine.ts';
import { samePlace, toAsked } from '#machines/navigation/place.ts';
import type { Place } from '#machines/navigation/screens.ts';
import { createActor } from 'xstate';
import type { FirstState } from '#client/context.ts';
import type { PageData } from './page.ts';

/** An app as it stands, with its children: what is drawn from. */
export function snapshotsOf(actor: AppActor): FirstState {
  const app = actor.getSnapshot();
  return {
    app,
    children: Object.fromEntries(
      Object.entries(app.children).map(([name, child]) => [name, child?.getSnapshot() as unknown]),
    ),
  };
}

/**
 * What the server drew from: the charts of a visitor with nothing in hand, at this place, with the data in
 * the page.
 * The first drawing must be equal to the server's; the person's own cart and session come in the second, at
 * once.
 * @param visitor this page's own charts, just started, of somebody who is such a visitor; without them others
 * are made for this
 * @param shown the place that the page shows instead of the one that was asked for
 * @returns null when the charts would draw something else, so that the page is drawn anew
 */
export function firstState(
  { tenant, now, seed, nowhere, nobody }: PageData,
  place: Place | null,
  visitor?: AppActor,
  shown?: Place | null,
): FirstState | null {
  if (!seed || (nowhere && place) || (nobody && !visitor)) return null;
  const { client, intranet, guestOrders } = tenant;
  const charts =
    visitor ??
    createActor(appMachine, {
      input: { tenant: { client, intranet, guestOrders }, now, hint: false, seed, cart: {} },
    }).start();
  if (place) charts.send(toAsked(place));
  const first = snapshotsOf(charts);
  if (!visitor) charts.stop();
  return !place || samePlace(whereIs(first.app), shown ?? place) ? first : null;
}
