import type { Client } from '#api/client.ts';
import { type Measured, measure } from '#contract/measurement.ts';
import { listConsents } from '#contract/people/privacy.ts';
import { isProblem } from '#contract/fault.ts';
import { fromPromise } from 'xstate';

/** What was heard of the consent last, in this browser. */
export interface ConsentMemory {
  read: () => boolean | null;
  write: (isGranted: boolean) => void;
}

/** Sends what is counted in a way that outlives the page; null where that is not possible. */
export type SendLast = (events: readonly Measured[]) => Promise<unknown> | null;

/** Ports of the chart of what is counted. The server is asked once in a sign-in: most people never allow it. */
export const measuringActors = (
  api: () => Promise<Client>,
  memory: ConsentMemory,
  /** asked first; it has a way only while the page goes */
  sendLast: SendLast = () => null,
) => ({
  recallConsent: fromPromise<boolean, Record<string, never>>(async ({ signal }) => {
    const kept = memory.read();
    if (kept !== null) return kept;
    const consents = await (await api()).call(listConsents, { signal });
    const isGranted = consents.some(({ purpose, granted }) => purpose === 'measurement' && granted);
    memory.write(isGranted);
    return isGranted;
  }),
  sendMeasured: fromPromise<unknown, { events: readonly Measured[] }>(
    async ({ input: { events }, signal }) => {
      // Not after a wait: nothing that waits comes about any more.
      const isSent = sendLast(events);
      if (isSent) return isSent;
      try {
        await (await api()).call(measure, { body: { events: [...events] }, signal });
      } catch (error) {
        // Taken back on another device.
        if (isProblem(error) && error.code === 'CONSENT') memory.write(false);
        throw error;
      }
      return undefined;
    },
  ),
});
