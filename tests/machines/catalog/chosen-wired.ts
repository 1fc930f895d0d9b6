import type { AnyStateMachine } from 'xstate';
import { watchShop } from '#actors/chosen.ts';
import { chosenMachine } from '#machines/catalog/chosen.machine.ts';
import { account } from '../samples.ts';

type Wired = <M extends AnyStateMachine>(machine: M, ports: Record<string, (input: never) => unknown>) => M;
/** The chart of the chosen store beside the others of a shop, in whose account it is kept at once. */
export const chosenIn = (wired: Wired) =>
  wired(chosenMachine, {
    saveChoice: ({ id }: { id: string | null }) => ({ ...account, properties: { marketplaceId: id } }),
  }).provide({ actors: { watchShop } });
