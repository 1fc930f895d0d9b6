import { describe, expect, it } from 'vitest';
import { lineKey } from '#domain/cart-line.ts';
import { type Edit, type HeldLine, absolute, heldLine, rebased, sentLine } from '#machines/cart/lines.ts';
import { pricedLine } from '#tests/support/samples.ts';
import { held } from './cart.held.ts';

const wishes = (lines: HeldLine[]) => lines.map(({ quantity, ifMissing }) => [quantity, ifMissing]);
const wished: Edit = { kind: 'set', line: { ...held(1, 1), ifMissing: 'REMOVE' } };
const raised: Edit = { kind: 'set', line: { ...held(1, 4), ifMissing: 'REMOVE' } };
const more: Edit = { kind: 'added', line: held(1, 1) };

describe('what is asked for when a thing is missing', () => {
  it('stays with its line, over another number, more of it, and what the server had meanwhile', () => {
    const base = { version: 5, lines: [held(1, 2), held(2, 1)], draft: {} };
    const seen = [
      [5, 'REMOVE'],
      [1, undefined],
    ];
    expect(wishes(rebased(base, [wished, raised, more]).lines)).toEqual(seen);
    expect(wishes(rebased(base, absolute(base, [wished, raised, more])).lines)).toEqual(seen);
    const known = { ...base, lines: base.lines.map((line) => ({ ...line, ifMissing: 'ASK' as const })) };
    expect(wishes(rebased(known, [{ kind: 'set', line: held(2, 3) }]).lines)).toEqual([
      [2, 'ASK'],
      [3, 'ASK'],
    ]);
  });
  it('goes to the server and comes from it, and makes no other line', () => {
    const line = heldLine({ ...pricedLine(1, 2), ifMissing: 'SIMILAR' });
    expect(sentLine(line).ifMissing).toBe('SIMILAR');
    expect(lineKey(line)).toBe(lineKey(held(1, 2)));
  });
});
