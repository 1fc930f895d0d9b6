import { cartActors } from '#actors/cart.ts';
import { leadActors, leadRecord } from '#actors/lead.ts';
import type { Client } from '#api/client.ts';
import { deviceOf } from './device.ts';
import type { Storage } from '#client/storage.ts';

export { cartMachine } from '#machines/cart/cart.machine.ts';
export { leadMachine } from '#machines/lead.machine.ts';

/** Ports of the cart and of the lead that owns it, around one record of this browser. */
export function visitorLogic(api: Client, storage: Storage) {
  const record = leadRecord(api, storage.lead, () => deviceOf(storage));
  return { cart: cartActors(api, record, () => crypto.randomUUID()), lead: leadActors(record) };
}
