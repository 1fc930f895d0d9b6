import type { Client } from '#api/client.ts';
import { type Place, definition } from '#machines/screens.ts';

export interface FlowLoader {
  /** What must be waited for before the chart may be in that place; undefined when there is nothing. */
  prepare(place: Place): Promise<void> | undefined;
  /** Loads ahead, while the page rests. */
  load(): Promise<void>;
}

/**
 * Brings the flows in with their first screen. No public screen leads into a flow by itself, so the chart is never asked to enter one that is not there.
 * @param logic the app machine's own table of actors, one per page
 */
export function createFlowLoader(logic: Record<string, unknown>, api: Client, now: () => number): FlowLoader {
  let isHere = false;
  let coming: Promise<void> | undefined;
  const load = (): Promise<void> => {
    coming ??= import('./flow-logic.ts').then(
      ({ flowLogic }) => {
        Object.assign(logic, flowLogic(api, now));
        isHere = true;
      },
      (fault: unknown) => {
        coming = undefined;
        throw fault;
      },
    );
    return coming;
  };
  return { load, prepare: ({ screen }) => (isHere || definition(screen).public ? undefined : load()) };
}
