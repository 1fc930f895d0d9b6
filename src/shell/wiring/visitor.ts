import { cartActors } from '#actors/cart.ts';
import { couponActors } from '#actors/coupon.ts';
import { leadActors, leadRecord } from '#actors/person/lead.ts';
import type { Client } from '#api/client.ts';
import { couponMachine } from '#machines/cart/coupon.machine.ts';
import { leadMachine } from '#machines/lead.machine.ts';
import { deviceOf } from '#client/device.ts';
import type { Storage } from '#client/storage.ts';

export { cartMachine } from '#machines/cart/cart.machine.ts';

/** Ports of the cart, the chart of its coupon and of the lead that owns it, around one record of this browser. */
export function visitorLogic(api: Client, storage: Storage) {
  const record = leadRecord(api, storage.lead, () => deviceOf(storage));
  return {
    cart: cartActors(api, record, () => crypto.randomUUID()),
    coupon: couponMachine.provide({ actors: couponActors(api) }),
    lead: leadMachine.provide({ actors: leadActors(record) }),
  };
}
