import { walletsActors } from '#actors/wallets.ts';
import type { Client } from '#api/client.ts';
import { walletsMachine } from '#machines/wallets.machine.ts';

/** The wallets, for anybody who looks at theirs: a chunk of its own. */
export const walletsLogic = (api: Client) => walletsMachine.provide({ actors: walletsActors(api) });
