import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { orderCodeFrom } from '#domain/order/order-code.ts';

/**
 * A UUID that shows its time: for rows that are read in order of making.
 * @param now epoch ms of the one clock
 */
export function uuidv7(now: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** A UUID that shows nothing: orders, carts, leads. */
export const uuidv4 = (): string => randomUUID();

/** 80 random bits as 16 Crockford characters. */
export const orderCode = (): string => orderCodeFrom(randomBytes(10));

/** Random text of `bytes` × 8 bits, base64url. */
export const randomToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');

/** An id made of names, the same at every import (a UUID of version 8, RFC 9562 §5.8). */
export function idOf(...names: string[]): string {
  const bytes = createHash('sha256').update(names.join('\0')).digest().subarray(0, 16);
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
