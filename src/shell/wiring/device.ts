import type { Device } from '#contract/people/account.ts';
import type { Storage } from '#client/storage.ts';

/** The kind of device; make and model are not collected. */
const KIND = 'web';

/**
 * This browser, as leads and accounts list devices (spec §3): a random id per tenant, which says nothing
 * about the person and is forgotten at sign-out.
 */
export function deviceOf({ device }: Pick<Storage, 'device'>): Device {
  const uniqueId = device.read() ?? crypto.randomUUID();
  device.keep(uniqueId);
  return { uniqueId, deviceId: KIND };
}
