import type { Client } from '#api/client.ts';
import { type Account, getAccount, updateAccount } from '#contract/people/account.ts';
import type { Address } from '#contract/place.ts';
import { isSameAddress } from '#domain/place/same-address.ts';
import { fromPromise } from 'xstate';
import { postalCodeActors } from './postal-code.ts';

/** ms; people look at a spinner no longer than this for something they can type. */
const LOCATE_PATIENCE = 10_000;

type Point = { latitude: number; longitude: number };

/** Ports of the address chart. */
export const addressActors = (api: Client) => ({
  ...postalCodeActors(api),
  /** Null when the person or the device would rather not say. */
  locate: fromPromise<Point | null, Record<string, never>>(
    () =>
      new Promise((resolve) => {
        if (typeof navigator === 'undefined' || !navigator.geolocation) return resolve(null);
        navigator.geolocation.getCurrentPosition(
          ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
          () => resolve(null),
          { timeout: LOCATE_PATIENCE, maximumAge: 60_000 },
        );
      }),
  ),
  /**
   * Adds the address to the account as it is now, so that a change made elsewhere is not undone; its version
   * says so if it is anyway.
   */
  saveAddress: fromPromise<Account, { address: Address }>(async ({ input: { address }, signal }) => {
    const { id: _, addresses, ...account } = await api.call(getAccount, { signal });
    return api.call(updateAccount, {
      body: {
        ...account,
        addresses: [address, ...addresses.filter((known) => !isSameAddress(known, address))].slice(0, 30),
      },
      signal,
    });
  }),
});
