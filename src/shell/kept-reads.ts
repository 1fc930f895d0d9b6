import { addressOf } from '#api/address.ts';
import type { Client } from '#api/client.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import * as v from 'valibot';
import { remembered } from './page/remembered.ts';

/** An answer as the server keeps it: the tag is of its bytes. */
interface Kept {
  readonly etag: string;
  readonly plain: Uint8Array;
}
/** @param address of a read, with the origin */
export type FindKept = (address: string) => Kept | undefined;

/** Answers that are remembered as they were read: those of all pages, and of the campaigns that are looked at. */
const ANSWERS = 64;

/** Of many pages: whoever would change it is told so at once. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value))
    for (const part of Object.values(Object.freeze(value))) frozen(part);
  return value;
}

const readAnswer = remembered(ANSWERS, (_, { response }: Endpoint, plain: Uint8Array) => {
  const read = response && v.safeParse(response, JSON.parse(new TextDecoder().decode(plain)));
  return read?.success ? { answer: frozen(read.output) } : null;
});

/**
 * A client without credentials that takes what is kept for everybody before it asks. Such an answer is read and
 * checked once for all pages that are drawn from it. What is answered to one person is never kept, so it is not found.
 */
export function withKept(api: Client, base: string, find: FindKept): Client {
  const call = (endpoint: Endpoint, input: { params?: object; query?: object } = {}): Promise<unknown> => {
    const isRead = endpoint.method === 'GET';
    const kept = isRead ? find(base + addressOf(endpoint, input.params, input.query)) : undefined;
    const known = kept && readAnswer(`${endpoint.name} ${kept.etag}`, endpoint, kept.plain);
    return known ? Promise.resolve(known.answer) : (api.call as typeof call)(endpoint, input);
  };
  // The descriptor's schemas have checked what the types promise
  return { ...api, call: call as Client['call'] };
}
