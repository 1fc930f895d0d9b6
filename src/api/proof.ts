import { sha256 } from '@noble/hashes/sha2.js';

const encoder = new TextEncoder();
/**
 * The first 32 bits of the SHA-256 of a text, unsigned. Not the platform's own: that one answers each call a
 * turn later, and is missing on plain http.
 */
export function sha256Head(text: string): number {
  const { buffer, byteOffset } = sha256(encoder.encode(text));
  return new DataView(buffer, byteOffset).getUint32(0);
}

/** Guesses in one go, a few ms of a cheap phone: typing and scrolling stay smooth between two of them. */
const SLICE = 1_000;
/** More would be minutes: nothing of ours asks for it. */
const HARDEST = 24;

/**
 * A nonce whose SHA-256 with the puzzle's seed begins with as many zero bits as were asked for.
 * @param puzzle `bits:seed`, the `detail` of PROOF_OF_WORK @param first where to start: neighbours of one
 * address share a seed, and each nonce counts once
 * @returns null for a puzzle that cannot be read @throws the signal's reason once it is aborted
 */
export async function solve(puzzle: string, first: string, signal?: AbortSignal): Promise<string | null> {
  const [, bits = '', seed = ''] = /^(\d{1,2}):([\w-]+)$/.exec(puzzle) ?? [];
  if (seed === '' || Number(bits) > HARDEST || Number(bits) < 1) return null;
  for (let tried = 0; ; tried++) {
    if (tried % SLICE === 0) {
      await new Promise((next) => void setTimeout(next));
      signal?.throwIfAborted();
    }
    const nonce = `${first}${tried.toString(36)}`;
    if (sha256Head(`${seed}.${nonce}`) >>> (32 - Number(bits)) === 0) return nonce;
  }
}
