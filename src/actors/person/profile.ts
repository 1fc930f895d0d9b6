import type { Client } from '#api/client.ts';
import { type Account, type AccountBody, updateAccount } from '#contract/people/account.ts';
import { fromPromise } from 'xstate';

/** The port of the profile's chart. The account's version lets a change through once, as it was seen. */
export const profileActors = (api: () => Promise<Client>) => ({
  saveProfile: fromPromise<Account, AccountBody>(async ({ input: body, signal }) =>
    (await api()).call(updateAccount, { body, signal }),
  ),
});
