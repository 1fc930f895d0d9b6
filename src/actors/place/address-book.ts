import type { Client } from '#api/client.ts';
import { getAccount, updateAccount } from '#contract/people/account.ts';
import { type BookChange, changedBook } from '#domain/place/address-book.ts';
import { isSameAddress } from '#domain/place/same-address.ts';
import type { BookOutcome } from '#machines/address/address-book.machine.ts';
import { fromPromise } from 'xstate';

/**
 * Changes the addresses of the account as it is now, so that a change made elsewhere is not undone; its version
 * says so if it is anyway.
 */
export const bookPort = (api: () => Promise<Client>) =>
  fromPromise<BookOutcome, BookChange>(async ({ input: change, signal }) => {
    const client = await api();
    const had = await client.call(getAccount, { signal });
    const { addresses, address, ...told } = changedBook(had.addresses, change);
    if (addresses === null) return { account: had, address, ...told };
    const { id: _, ...body } = had;
    const account = await client.call(updateAccount, { body: { ...body, addresses }, signal });
    return {
      account,
      address: account.addresses.find((one) => isSameAddress(one, address)) ?? address,
      ...told,
    };
  });

/** Ports of the chart of an account's addresses. */
export const addressBookActors = (api: () => Promise<Client>) => ({ changeBook: bookPort(api) });
