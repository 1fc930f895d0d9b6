import type { Client } from '#api/client.ts';
import type { Located } from '#domain/place/located.ts';
import { fromPromise } from 'xstate';
import { bookPort } from './address-book.ts';
import { postalCodeActors } from './postal-code.ts';

/** ms; people look at a spinner no longer than this for something they can type. */
const LOCATE_PATIENCE = 10_000;

/** Ports of the address chart. */
export const addressActors = (api: Client) => ({
  ...postalCodeActors(api),
  /** What the device says of where it is; a person who would rather not say is told apart from one that cannot. */
  locate: fromPromise<Located, Record<string, never>>(
    () =>
      new Promise((resolve) => {
        if (typeof navigator === 'undefined' || !navigator.geolocation)
          return resolve({ problem: 'timedOut' });
        navigator.geolocation.getCurrentPosition(
          ({ coords: { latitude, longitude, accuracy } }) => resolve({ latitude, longitude, accuracy }),
          ({ code, PERMISSION_DENIED }) =>
            resolve({ problem: code === PERMISSION_DENIED ? 'denied' : 'timedOut' }),
          { enableHighAccuracy: true, timeout: LOCATE_PATIENCE, maximumAge: 60_000 },
        );
      }),
  ),
  saveAddress: bookPort(() => Promise.resolve(api)),
});
