import type { Device } from '#contract/people/account.ts';
import type { Storage } from './storage.ts';

/** The kind of device; make and model are not collected. */
const KIND = 'web';

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/**
 * This browser, as leads and accounts list devices (spec §3): a random id per tenant, which says nothing
 * about the person and is forgotten at sign-out.
 */
export function deviceOf({ device }: Pick<Storage, 'device'>): Device {
  const kept: unknown = Reflect.get(Object(device.read()) as object, 'uniqueId');
  const uniqueId = typeof kept === 'string' && UUID.test(kept) ? kept : crypto.randomUUID();
  device.write({ uniqueId });
  return { uniqueId, deviceId: KIND };
}
