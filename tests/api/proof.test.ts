import { type Client, type ClientOptions, createClient } from '#api/client.ts';
import { sha256Head, solve } from '#api/proof.ts';
import { sendSmsCode } from '#contract/people/session.ts';
import { isProblem } from '#contract/problem.ts';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const headOf = (text: string) => createHash('sha256').update(text).digest().readUInt32BE(0);

describe('the hash in the page', () => {
  it('is the SHA-256 of FIPS 180-4', () => {
    expect(sha256Head('abc').toString(16)).toBe('ba7816bf');
    expect(sha256Head('').toString(16)).toBe('e3b0c442');
  });
  it('agrees with the server about any text, over block borders', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme-ascii', maxLength: 200 }),
        (text) => sha256Head(text) === headOf(text),
      ),
    );
    for (const length of [54, 55, 56, 63, 64, 65, 119, 120])
      expect(sha256Head('x'.repeat(length))).toBe(headOf('x'.repeat(length)));
  });
});

describe('a puzzle', () => {
  const seed = 'q1w2-E3r4_T5';

  it('is solved with a nonce that the server accepts', async () => {
    const nonce = await solve(`12:${seed}`, '7-3', undefined);
    expect(nonce?.startsWith('7-3')).toBe(true);
    expect(nonce?.length).toBeLessThanOrEqual(40);
    expect(headOf(`${seed}.${nonce}`) >>> 20).toBe(0);
  });
  it('is solved apart by neighbours of one address', async () => {
    expect(await solve(`8:${seed}`, 'a')).not.toBe(await solve(`8:${seed}`, 'b'));
  });
  it('is given up with the call', async () => {
    const controller = new AbortController();
    const solving = solve(`24:${seed}`, 'a', controller.signal);
    controller.abort(new Error('left off'));
    await expect(solving).rejects.toThrow('left off');
  });
  it('is left alone when it cannot be read or would take minutes', async () => {
    for (const puzzle of ['', 'x', `0:${seed}`, `25:${seed}`, '16:', '16:a b'])
      expect(await solve(puzzle, 'a')).toBe(null);
  });
});

/** A client of a server that answers these, one after the other, and then the last again. */
function asking(
  answers: Response[],
  prove: NonNullable<ClientOptions['prove']>,
): { client: Client; sent: Request[] } {
  const sent: Request[] = [];
  const fetch = (request: Request) => {
    sent.push(request);
    return Promise.resolve((answers[Math.min(sent.length, answers.length) - 1] ?? Response.json({})).clone());
  };
  return { sent, client: createClient({ base: 'http://shop.test', app: 'client', fetch, prove }) };
}

describe('a puzzle instead of an answer', () => {
  const ask = { body: { phone: '+5511987654321' } };
  const told = {
    type: 'about:blank',
    title: 'x',
    status: 429,
    code: 'PROOF_OF_WORK',
    retryable: true,
    requestId: 'q',
    detail: '16:seed',
  };
  const puzzle = Response.json(told, { status: 429 });
  const sent201 = Response.json({ resendAfter: 60, expiresIn: 300 }, { status: 201 });

  it('is worked off, and the call repeated with the nonce', async () => {
    const puzzles: string[] = [];
    const { client: api, sent } = asking(
      [puzzle, sent201],
      (given) => (puzzles.push(given), Promise.resolve('n1')),
    );
    await expect(api.call(sendSmsCode, ask)).resolves.toMatchObject({ resendAfter: 60 });
    expect(puzzles).toEqual(['16:seed']);
    expect(sent.map((request) => request.headers.get('X-Proof-Of-Work'))).toEqual([null, 'n1']);
  });
  it('is worked off twice at the most', async () => {
    const { client: api, sent } = asking([puzzle], () => Promise.resolve('n'));
    await expect(api.call(sendSmsCode, ask)).rejects.toSatisfy((fault) => isProblem(fault, 'PROOF_OF_WORK'));
    expect(sent).toHaveLength(3);
  });
  it('is a refusal where nobody can work it off', async () => {
    const { client: api, sent } = asking([puzzle], () => Promise.resolve(null));
    await expect(api.call(sendSmsCode, ask)).rejects.toSatisfy((fault) => isProblem(fault, 'PROOF_OF_WORK'));
    expect(sent).toHaveLength(1);
  });
  it('is dropped with the call', async () => {
    const controller = new AbortController();
    let given: AbortSignal | undefined;
    const prove = (_: string, signal?: AbortSignal) => (
      (given = signal), controller.abort(), new Promise<string>(() => undefined)
    );
    await expect(
      asking([puzzle], prove).client.call(sendSmsCode, { ...ask, signal: controller.signal }),
    ).rejects.toThrow('called off');
    expect(given?.aborted).toBe(true);
  });
});
