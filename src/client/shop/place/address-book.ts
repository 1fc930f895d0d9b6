import { addressBookActors } from '#actors/place/address-book.ts';
import { useShell } from '#client/context.ts';
import { useOnline, useRootState } from '#client/hooks.ts';
import type { Address } from '#contract/place.ts';
import { type AddressBookEvent, addressBookMachine } from '#machines/address/address-book.machine.ts';
import { useActor } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { SnapshotFrom } from 'xstate';

export interface AddressBookView {
  state: SnapshotFrom<typeof addressBookMachine>;
  send: (event: AddressBookEvent) => void;
}

const none: Address[] = [];
/** The addresses of the account that is here; a visitor has none. */
export const useOwnAddresses = (): readonly Address[] =>
  useRootState('session', (s) => s.context.account?.addresses ?? none);

/**
 * The chart of the addresses of one's account. What is changed here is told to all charts and tabs, and what is
 * changed there is seen here.
 */
export function useAddressBook(hasPlace: boolean): AddressBookView {
  const { api, app } = useShell();
  const addresses = useOwnAddresses();
  const version = useRootState('session', (s) => s.context.account?.version ?? 0);
  const [machine] = useState(() => addressBookMachine.provide({ actors: addressBookActors(api) }));
  const [state, send] = useActor(machine, { input: { addresses, hasPlace } });
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) send({ type: 'network.restored' });
  }, [isOnline, send]);
  useEffect(() => send({ type: 'addresses.changed', addresses }), [addresses, send]);
  const changed = state.context.account;
  useEffect(() => {
    if (changed && changed.version > version) app.send({ type: 'account.changed', account: changed });
  }, [changed, version, app]);
  return { state, send };
}
