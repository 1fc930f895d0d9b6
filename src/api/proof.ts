/** SHA-256 in the page: the platform's own answers each call a turn later, and is missing on plain http. Source: FIPS 180-4. */
const WORDS = 64;
const primes = [2];
for (let n = 3; primes.length < WORDS; n += 2) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
const fraction = (root: number): number => ((root - Math.floor(root)) * 2 ** 32) | 0;
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUND = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const schedule = new Int32Array(WORDS);
const at = (list: Int32Array | number[], index: number): number => list[index] ?? 0;
const turn = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** The first 32 bits of the SHA-256 of an ASCII text, unsigned. */
export function sha256Head(text: string): number {
  const blocks = new Int32Array(((text.length + 8) >> 6) * 16 + 16);
  for (let i = 0; i < text.length; i++) blocks[i >> 2] = at(blocks, i >> 2) | (text.charCodeAt(i) << (24 - (i % 4) * 8));
  blocks[text.length >> 2] = at(blocks, text.length >> 2) | (0x80 << (24 - (text.length % 4) * 8));
  blocks[blocks.length - 1] = text.length * 8;
  const hash = Int32Array.from(START);
  for (let block = 0; block < blocks.length; block += 16) {
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
    for (let i = 0; i < WORDS; i++) {
      if (i < 16) schedule[i] = at(blocks, block + i);
      else {
        const near = at(schedule, i - 2);
        const far = at(schedule, i - 15);
        schedule[i] =
          (turn(near, 17) ^ turn(near, 19) ^ (near >>> 10)) + at(schedule, i - 7) + (turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)) + at(schedule, i - 16);
      }
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + at(ROUND, i) + at(schedule, i)) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) hash[i] = at(hash, i) + word;
  }
  return at(hash, 0) >>> 0;
}

/** Guesses in one go, a few ms of a cheap phone: typing and scrolling stay smooth between two of them. */
const SLICE = 1_000;
/** More would be minutes: nothing of ours asks for it. */
const HARDEST = 24;

/**
 * A nonce whose SHA-256 with the puzzle's seed begins with as many zero bits as were asked for.
 * @param puzzle `bits:seed`, the `detail` of PROOF_OF_WORK @param first where to start: neighbours of one address share a seed, and each nonce counts once
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
