import { createHmac } from 'node:crypto';
import { equalInTime } from '#server/platform/secrets.ts';

/** A notice may be this old or this far ahead, in seconds. Source: SEC-20. */
const TOLERANCE = 300;
type Key = string | Uint8Array;
const mac = (key: Key, at: number, body: Uint8Array) =>
  createHmac('sha256', key).update(`${at}.`).update(body).digest('hex');

/** `t={epoch s},v1={hmac-sha256 hex of "t.body"}`. @param now epoch ms */
export function signNotice(key: Key, body: Uint8Array, now: number): string {
  const at = Math.floor(now / 1_000);
  return `t=${at},v1=${mac(key, at, body)}`;
}

/**
 * Whether a notice was signed with one of the keys, not long ago; compared in constant time. No keys: never.
 * @param raw the bytes as they came
 * @param now epoch ms
 */
export function isNoticeSigned(
  keys: readonly Key[],
  signature: string | undefined,
  raw: Uint8Array,
  now: number,
): boolean {
  const [, at, sent] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature ?? '') ?? [];
  return (
    at !== undefined &&
    sent !== undefined &&
    Math.abs(now / 1_000 - Number(at)) <= TOLERANCE &&
    keys.some((key) => equalInTime(mac(key, Number(at), raw), sent))
  );
}
