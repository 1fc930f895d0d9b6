import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STOOD } from '#contract/measurement.ts';
import { FEWEST, funnelOf, lossesOf, medianOf, stoodStep } from '#domain/ops/funnel.ts';

const stepsOf = (seconds: readonly number[]) => {
  const counts = Array.from({ length: STOOD.length + 1 }, () => 0);
  for (const one of seconds) {
    const step = stoodStep(one * 1_000);
    counts[step] = (counts[step] ?? 0) + 1;
  }
  return counts;
};

describe('the time in a state', () => {
  it('is told in steps of about twice the time, the last without an end', () => {
    expect([-5, 0, 1_000, 1_001, 60_000, 3_600_000, 3_600_001].map(stoodStep)).toEqual([
      0, 0, 0, 1, 6, 12, 13,
    ]);
  });
  it('has a median that lies in the step of the middle of all times', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 9_000, noNaN: true }), { minLength: FEWEST, maxLength: 60 }),
        (seconds) => {
          const middle = seconds.toSorted((a, b) => a - b)[Math.ceil(seconds.length / 2) - 1] ?? 0;
          const { from, to } = medianOf(stepsOf(seconds)) ?? { from: NaN, to: NaN };
          expect(middle >= from && middle <= (to ?? Infinity)).toBe(true);
          // Its own step, not one beside it.
          expect(from === 0 || middle > from).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });
  it('is not told of fewer than five', () => {
    expect(medianOf(stepsOf([3, 3, 3, 3]))).toBeNull();
    expect(medianOf(stepsOf([3, 3, 3, 3, 3]))).toEqual({ from: 2, to: 4 });
    expect(medianOf(stepsOf(Array.from({ length: 5 }, () => 4_000)))).toEqual({ from: 3_600, to: null });
  });
});

describe('what is told of the states', () => {
  const left = (counts: Record<string, number>) => new Map(Object.entries(counts));
  it('has all entries and exits, and the causes that happened five times, the most frequent first', () => {
    const [state] = funnelOf({
      entered: new Map([['payment', 40]]),
      left: new Map([['payment', left({ 'page.left': 6, 'payment.submitted': 20, 'flow.left': 4 })]]),
      stood: new Map([['payment', stepsOf(Array.from({ length: 30 }, () => 20))]]),
    });
    expect(state).toEqual({
      state: 'payment',
      entries: 40,
      exits: 30,
      median: { from: 15, to: 30 },
      causes: [
        { event: 'payment.submitted', count: 20 },
        { event: 'page.left', count: 6 },
      ],
      isShort: true,
    });
    expect(state && lossesOf(state)).toBe(6);
  });
  it('begins where most is lost, as far as that is told', () => {
    const counts = fc.dictionary(
      fc.constantFrom('page.left', 'flow.left', 'payment.submitted'),
      fc.integer({ min: 1, max: 12 }),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), counts), (given) => {
        const states = funnelOf({
          entered: new Map(Object.keys(given).map((state) => [state, 1])),
          left: new Map(Object.entries(given).map(([state, causes]) => [state, left(causes)])),
          stood: new Map(),
        });
        const losses = states.map(lossesOf);
        expect(losses).toEqual(losses.toSorted((a, b) => b - a));
        for (const { state, causes, exits, isShort } of states) {
          const all = Object.values(given[state] ?? {});
          expect(causes.every(({ count }) => count >= FEWEST)).toBe(true);
          expect(exits).toBe(all.reduce((sum, one) => sum + one, 0));
          expect(isShort).toBe(all.some((one) => one < FEWEST));
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
