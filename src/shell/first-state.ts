import { whereIs } from '#machines/app/selectors.ts';
import type { AppInput, Seed } from '#machines/app/context.ts';
import { type AppActor, appMachine } from '#machines/app/app.machine.ts';
import type { cartMachine } from '#machines/cart/cart.machine.ts';
import type { bare } from './wiring/flow-logic.ts';
import { samePlace, toAsked } from '#machines/navigation/place.ts';
import type { Place } from '#machines/navigation/screens.ts';
import { createActor } from 'xstate';
import type { FirstState } from '#client/context.ts';
import type { PageData } from './page.ts';
import { provided } from './wiring/provided.ts';

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
 * What a page's charts are born with where it is made, and again for the first drawing over it: nothing is
 * kept there, and of a person it knows only what stands in the seed. Who buys is taken for signed in: the browser
 * takes such a page over once that is so.
 */
export function bornWith(
  seed: Seed | null,
): Pick<AppInput, 'hint' | 'location' | 'cart' | 'seed' | 'assumed'> {
  const place = seed?.mine?.place;
  return {
    hint: seed?.mine?.owner.kind === 'client',
    location: place ? { version: 1, location: place } : null,
    cart: {},
    assumed: seed?.mine?.buyer,
    ...(seed ? { seed } : {}),
  };
}

/**
 * What the server drew from: the charts of a visitor with nothing in hand, at this place, with the data in
 * the page.
 * The first drawing must be equal to the server's; the person's own cart and session come in the second, at
 * once.
 * @param visitor this page's own charts, just started, of somebody who is such a visitor; without them others
 * are made for this
 * @param there the place that the page shows instead of the one that was asked for
 * @param theirs charts that a page of one person is drawn from
 * @returns null when the charts would draw something else, so that the page is drawn anew
 */
export function firstState(
  { tenant, now, seed, nowhere, shown }: PageData,
  place: Place | null,
  visitor?: AppActor,
  there?: Place | null,
  theirs?: ({ cart: typeof cartMachine } & Partial<typeof bare>) | null,
): FirstState | null {
  if (!seed || (nowhere && place) || (shown && !visitor && !(seed.mine && theirs))) return null;
  const { client, intranet, guestOrders, addressForm, personalForm } = tenant;
  const charts =
    visitor ??
    createActor(theirs ? provided(appMachine, theirs) : appMachine, {
      input: { tenant: { client, intranet, guestOrders, addressForm, personalForm }, now, ...bornWith(seed) },
    }).start();
  if (place) charts.send(toAsked(place));
  const first = snapshotsOf(charts);
  if (!visitor) charts.stop();
  return !place || samePlace(whereIs(first.app), there ?? place) ? first : null;
}
