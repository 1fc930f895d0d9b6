import type { Client } from '#api/client.ts';
import { type Account, getAccount, updateAccount } from '#contract/people/account.ts';
import {
  type ActorRefFrom,
  type EventObject,
  type NonReducibleUnknown,
  fromCallback,
  fromPromise,
} from 'xstate';
import { accountBodyOf } from '#domain/person/account-body.ts';
import { chosenStoreIn } from '#domain/person/chosen-store.ts';
import type { ChosenAccount, ChosenNews } from '#machines/catalog/chosen.machine.ts';
import type { marketplaceMachine } from '#machines/marketplace.machine.ts';
import type { sessionMachine } from '#machines/session/session.machine.ts';

/** Tells of a chart what concerns the choice, at once and whenever that changes. */
function follow<S, News>(
  actor: { getSnapshot(): S; subscribe(listen: (snapshot: S) => void): { unsubscribe(): void } } | undefined,
  newsIn: (snapshot: S) => News | null,
  tell: (news: News) => void,
): () => void {
  if (!actor) return () => undefined;
  let last = '';
  const look = (snapshot: S) => {
    const news = newsIn(snapshot);
    const text = JSON.stringify(news);
    if (!news || text === last) return;
    last = text;
    tell(news);
  };
  look(actor.getSnapshot());
  return actor.subscribe(look).unsubscribe;
}

/** Who is here with what they chose, and the stores that there are, as their charts say. */
export const watchShop = fromCallback<EventObject, NonReducibleUnknown, ChosenNews>(
  ({ system, sendBack }) => {
    // Systems have no list of their members
    const session = system.get('session') as ActorRefFrom<typeof sessionMachine> | undefined;
    const marketplace = system.get('marketplace') as ActorRefFrom<typeof marketplaceMachine> | undefined;
    const stops = [
      follow(
        session,
        // An account that came with the page proves nothing: nothing is saved in its name.
        ({ value, context: { account, tokens } }) => {
          if (account && tokens)
            return {
              type: 'account.told' as const,
              account: { id: chosenStoreIn(account) },
            };
          return value === 'visitor' ? { type: 'account.told' as const, account: null } : null;
        },
        sendBack,
      ),
      follow(
        marketplace,
        ({ context: { documents, marketplaces } }) =>
          documents && { type: 'stores.told' as const, ids: marketplaces.map(({ id }) => id) },
        sendBack,
      ),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  },
);

/** Ports of the chart of the chosen store. */
export const chosenActors = (api: Client) => ({
  /** Changes the account as it is now; its version says so if it was changed meanwhile. */
  saveChoice: fromPromise<Account, ChosenAccount>(async ({ input: { id }, signal }) => {
    const had = accountBodyOf(await api.call(getAccount, { signal }));
    const properties = { ...had.properties, marketplaceId: id };
    const account = await api.call(updateAccount, { body: { ...had, properties }, signal });
    // Sent again it would not be kept either.
    if (chosenStoreIn(account) !== id) throw new Error('the account did not keep the chosen store');
    return account;
  }),
  watchShop,
});
