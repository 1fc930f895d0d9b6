import type { Client } from '#api/client.ts';
import { type Devices, endOtherSessions, endSession, readSessions } from '#contract/people/device.ts';
import type { Ending } from '#machines/account/devices.machine.ts';
import { fromPromise } from 'xstate';

/** Ports of the chart of devices. */
export const deviceActors = (api: () => Promise<Client>) => ({
  loadDevices: fromPromise<Devices, Record<string, never>>(async ({ signal }) =>
    (await api()).call(readSessions, { signal }),
  ),
  endDevices: fromPromise<Devices, { ending: Ending }>(async ({ input: { ending }, signal }) =>
    'others' in ending
      ? (await api()).call(endOtherSessions, { signal })
      : (await api()).call(endSession, { params: { id: ending.device.id }, signal }),
  ),
});
