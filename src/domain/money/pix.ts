import { generatePixPayload } from '@brazilian-utils/brazilian-utils/generate-pix-payload';
import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils/get-pix-payload-info';
import { centsOfReais, reaisOf, type Cents } from '#contract/money.ts';
import { normaliseOrderCode } from '#domain/order/order-code.ts';

/** Highest number of a charge of one order that a txid can carry. */
const MAX_ATTEMPT = 99;

/**
 * The txid of a static code: order code and two digits of the attempt, from 1. 18 characters of at most 25.
 * @throws RangeError when the attempt does not fit. Source: D56.
 */
export function pixTxid(orderCode: string, attempt: number): string {
  if (!Number.isInteger(attempt) || attempt < 1 || attempt > MAX_ATTEMPT)
    throw new RangeError(`${attempt} is not an attempt from 1 to ${MAX_ATTEMPT}`);
  return `${orderCode}${String(attempt).padStart(2, '0')}`;
}

/**
 * The order and attempt that a txid of ours names, or null. For showing only: payments are matched by charge.
 */
export function orderOfTxid(txid: string): { orderCode: string; attempt: number } | null {
  const match = /^([0-9A-HJKMNP-TV-Z]{16})(\d{2})$/.exec(txid);
  return match?.[1] && Number(match[2]) > 0 ? { orderCode: match[1], attempt: Number(match[2]) } : null;
}

export type StaticPix = {
  key: string;
  name: string;
  city: string;
  amount: Cents;
  orderCode: string;
  attempt: number;
};

/**
 * The text behind a static Pix QR code. Name is cut at 25 characters and city at 15, both without accents,
 * the city in capitals.
 * Null when it cannot be made: amount of zero, a key that is none, no name or city, a code that is none.
 * Source: D56; Manual do BR Code.
 */
export function staticPixCode({ key, name, city, amount, orderCode, attempt }: StaticPix): string | null {
  const code = normaliseOrderCode(orderCode);
  return (
    code &&
    generatePixPayload({
      key,
      merchantName: name,
      merchantCity: city.toUpperCase(),
      amount: reaisOf(amount),
      txid: pixTxid(code, attempt),
    })
  );
}

/**
 * The text behind a dynamic Pix QR code: the acquirer's location, without scheme, at most 77 characters. Null
 * when it cannot be made.
 */
export const dynamicPixCode = ({
  url,
  name,
  city,
}: {
  url: string;
  name: string;
  city: string;
}): string | null => generatePixPayload({ url, merchantName: name, merchantCity: city.toUpperCase() });

/** What a code says. `amount` null = the payer types it, or the location tells. */
export type PixCode = {
  kind: 'static' | 'dynamic';
  key: string | null;
  url: string | null;
  name: string;
  city: string;
  amount: Cents | null;
  txid: string | null;
};

/**
 * Reads a Pix code, or null when its structure or checksum is not right. Stricter than the library, which
 * reads a checksum in small
 * letters too: printable ASCII and a checksum in capitals, as we write them, so that no single wrong
 * character passes.
 */
export function readPixCode(code: string): PixCode | null {
  if (!/^[\x20-\x7e]+[0-9A-F]{4}$/.test(code)) return null;
  const info = getPixPayloadInfo(code);
  if (!info) return null;
  const { key = null, url = null, merchantName: name, merchantCity: city, txid = null } = info;
  const amount = info.amount === undefined ? null : centsOfReais(info.amount);
  return { kind: info.pointOfInitiation, key, url, name, city, amount, txid };
}

/**
 * Whether a code that came from outside asks for exactly what we asked: same receiver, amount and txid.
 * Source: requirement SEC-21.
 */
export function isPixCodeFor(code: string, expected: { key: string; amount: Cents; txid: string }): boolean {
  const read = readPixCode(code);
  return (
    read !== null &&
    read.key === expected.key &&
    read.amount === expected.amount &&
    read.txid === expected.txid
  );
}

/**
 * Whether a code that came from outside says all that ours says and nothing else. Source: requirement SEC-21.
 */
export function isSamePixCode(code: string, own: string): boolean {
  const [theirs, ours] = [readPixCode(code), readPixCode(own)];
  return (
    theirs !== null &&
    ours !== null &&
    (Object.keys(ours) as (keyof PixCode)[]).every((field) => theirs[field] === ours[field])
  );
}
