import { whereIs } from '#machines/app-selectors.ts';
import { appMachine } from '#machines/app.machine.ts';
import { samePlace, toAsked } from '#machines/place.ts';
import type { Place } from '#machines/screens.ts';
import { createActor } from 'xstate';
import type { FirstState } from './context.ts';
import type { PageData } from './page.ts';

/**
 * What the server drew from: the charts of a visitor with nothing in hand, at this place, with the data in the page.
 * The first drawing must be equal to the server's; the person's own cart and session come in the second, at once.
 * @returns null when the charts would draw something else, so that the page is drawn anew
 */
export function firstState({ tenant, now, seed }: PageData, place: Place | null): FirstState | null {
  if (!seed) return null;
  const { client, intranet, guestOrders } = tenant;
  const twin = createActor(appMachine, { input: { tenant: { client, intranet, guestOrders }, now, hint: false, seed, cart: {} } });
  twin.start();
  if (place) twin.send(toAsked(place));
  const app = twin.getSnapshot();
  const children = Object.fromEntries(Object.entries(app.children).map(([name, actor]) => [name, actor?.getSnapshot() as unknown]));
  const isThere = !place || samePlace(whereIs(app), place);
  twin.stop();
  return isThere ? { app, children } : null;
}
