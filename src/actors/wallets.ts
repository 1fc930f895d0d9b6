import type { Client } from '#api/client.ts';
import { type Wallet, listWallets, walletBalance, walletStatement } from '#contract/payment/wallet.ts';
import type { WalletLoaded } from '#machines/wallets.machine.ts';
import { fromPromise } from 'xstate';
import { knownPerson } from './person/known-person.ts';

/** Ports of the wallets' chart. */
export const walletsActors = (api: Client) => ({
  loadWallets: fromPromise<Wallet[], Record<string, never>>(async ({ system, signal }) => {
    await knownPerson(system);
    return api.call(listWallets, { signal });
  }),
  /** What is in it and what moved, read together so that one explains the other. */
  loadWallet: fromPromise<WalletLoaded, { uuid: string }>(async ({ input: { uuid }, system, signal }) => {
    await knownPerson(system);
    const [balance, statement] = await Promise.all([
      api.call(walletBalance, { params: { uuid }, signal }),
      api.call(walletStatement, { params: { uuid }, signal }),
    ]);
    return { balance, statement };
  }),
});
