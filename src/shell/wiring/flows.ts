import type { Client } from '#api/client.ts';
import { type Place, definition } from '#machines/navigation/screens.ts';
import { codeLost } from '#client/code-lost.ts';
import { once } from '#client/late.ts';
import type { Storage } from '#client/storage.ts';
import type { bare } from './flow-logic.ts';

export interface FlowLoader {
  /** What must be waited for before the chart may be in that place; undefined when there is nothing. */
  prepare(place: Place): Promise<void> | undefined;
  /** Loads ahead, while the page rests. */
  load(): Promise<void>;
  /** Charts of them that ask nothing, for drawing; null until they are here. */
  bare(): typeof bare | null;
}

/**
 * Brings the flows in with their first screen. No public screen leads into a flow by itself, so the chart is
 * never asked to enter one that is not there.
 * @param logic the app machine's own table of actors, one per page
 */
export function createFlowLoader(
  logic: Record<string, unknown>,
  api: () => Promise<Client>,
  now: () => number,
  storage: Storage,
): FlowLoader {
  let here: typeof bare | null = null;
  const load = once(async () => {
    const [flows, client] = await Promise.all([import('./flow-logic.ts'), api()]).catch(codeLost);
    Object.assign(logic, flows.flowLogic(client, now, storage));
    here = flows.bare;
  });
  // The cart is private, but leads nowhere until somebody taps.
  return {
    load,
    bare: () => here,
    prepare: ({ screen }) =>
      here || definition(screen).public || screen === 'app.cart' ? undefined : load(),
  };
}
