import { cartActors } from '#actors/cart.ts';
import { chosenActors } from '#actors/chosen.ts';
import { couponActors } from '#actors/coupon.ts';
import { leadActors, leadRecord } from '#actors/person/lead.ts';
import type { Client } from '#api/client.ts';
import { chosenMachine } from '#machines/catalog/chosen.machine.ts';
import { couponMachine } from '#machines/cart/coupon.machine.ts';
import { leadMachine } from '#machines/lead.machine.ts';
import { deviceOf } from '#client/device.ts';
import type { Storage } from '#client/storage.ts';

export { cartMachine } from '#machines/cart/cart.machine.ts';

/**
 * Ports of the cart, and the charts of its coupon, of the chosen store and of the lead that owns it, around one
 * record of this browser.
 */
export function visitorLogic(api: Client, storage: Storage) {
  const record = leadRecord(api, storage.lead, () => deviceOf(storage));
  return {
    cart: cartActors(api, record, () => crypto.randomUUID()),
    coupon: couponMachine.provide({ actors: couponActors(api) }),
    chosen: chosenMachine.provide({ actors: chosenActors(api) }),
    lead: leadMachine.provide({ actors: leadActors(record) }),
  };
}
