import type { Client } from '#api/client.ts';
import { type Place, definition } from '#machines/navigation/screens.ts';
import type { pixMachine } from '#machines/orders/pix.machine.ts';
import { codeLost } from '#client/code-lost.ts';
import { once } from '#client/late.ts';
import type { Storage } from '#client/storage.ts';

export interface FlowLoader {
  /** What must be waited for before the chart may be in that place; undefined when there is nothing. */
  prepare(place: Place): Promise<void> | undefined;
  /** Loads ahead, while the page rests. */
  load(): Promise<void>;
  /** The chart of a Pix code: empty until the flows are here. */
  pix(): typeof pixMachine;
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
  let isHere = false;
  const load = once(async () => {
    const [{ flowLogic }, client] = await Promise.all([import('./flow-logic.ts'), api()]).catch(codeLost);
    Object.assign(logic, flowLogic(client, now, storage));
    isHere = true;
  });
  // The cart is private, but leads nowhere until somebody taps.
  return {
    load,
    pix: () => logic['pix'] as typeof pixMachine, // under this very name, as the app chart has it
    prepare: ({ screen }) =>
      isHere || definition(screen).public || screen === 'app.cart' ? undefined : load(),
  };
}
