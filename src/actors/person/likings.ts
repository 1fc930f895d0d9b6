import type { Client } from '#api/client.ts';
import { listDocuments } from '#contract/document.ts';
import { Liking } from '#contract/people/likings.ts';
import { type Account, type AccountBody, updateAccount } from '#contract/people/account.ts';
import { type AskedLiking, inOrder } from '#domain/person/likings.ts';
import { fromPromise } from 'xstate';
import * as v from 'valibot';

/** Ports of the chart of likings. A document that is no question is left out: bad copy stops nobody. */
export const likingsActors = (api: () => Promise<Client>) => ({
  loadLikings: fromPromise<AskedLiking[], Record<string, never>>(async ({ signal }) => {
    const documents = await (await api()).call(listDocuments, { params: { collection: 'likings' }, signal });
    return inOrder(
      documents.flatMap(({ id, data }) => {
        const read = v.safeParse(Liking, data);
        return read.success ? [{ ...read.output, id }] : [];
      }),
    );
  }),
  /** The account's version lets an answer through once, as the account was seen. */
  saveLiking: fromPromise<Account, AccountBody>(async ({ input: body, signal }) =>
    (await api()).call(updateAccount, { body, signal }),
  ),
});
