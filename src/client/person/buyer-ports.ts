import type { Client } from '#api/client.ts';
import type { LeadRecord, LeadVault } from '#actors/person/lead.ts';
import { useShell } from '#client/context.ts';
import { useState } from 'react';

/** What the calls of somebody stand on who may be a client or a visitor with a record. */
export interface BuyerCalls {
  client: Client;
  isClient: () => boolean;
  record: LeadRecord;
  vault: LeadVault;
}

/** Ports that come with their first call. @param make gives them, the same function each time */
export function useBuyerPorts<P>(make: (calls: BuyerCalls) => Promise<P>): () => Promise<P> {
  const { app, api, storage } = useShell();
  const [load] = useState(() => async () => {
    const [{ leadRecord }, { deviceOf }, client] = await Promise.all([
      import('#actors/person/lead.ts'),
      import('#client/device.ts'),
      api(),
    ]);
    return make({
      client,
      isClient: () => app.getSnapshot().context.session !== 'visitor',
      record: leadRecord(client, storage.lead, () => deviceOf(storage)),
      vault: storage.lead,
    });
  });
  return load;
}
