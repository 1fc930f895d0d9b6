import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OVER, selectCampaign, topByPriority } from '#domain/campaign-selection.ts';
import { RUNS } from './arbitraries.ts';

const list = [
  { id: 'c', priority: 2 },
  { id: 'b', priority: 1 },
  { id: 'a', priority: 2 },
  { id: 'd', priority: 9 },
  { id: 'e', priority: 3 },
  { id: 'f', priority: 4 },
];

describe('campaign selection', () => {
  it('keeps the selected one while it is present', () => expect(selectCampaign(list, 'd')?.id).toBe('d'));
  it('else takes the first by priority', () => {
    expect(selectCampaign(list, 'gone')?.id).toBe('b');
    expect(selectCampaign(list, null)?.id).toBe('b');
    expect(selectCampaign([], 'd')).toBeNull();
  });
  it('lets one that is over give way to the nearest, by priority among equals', () => {
    const chosen = (far: Record<string, number>) =>
      selectCampaign(list, 'd', ({ id }) => far[id] ?? OVER)?.id;
    expect(chosen({ d: 9, a: 0 })).toBe('d');
    expect(chosen({ c: 0, a: 0, e: 0 })).toBe('a');
    expect(chosen({ c: 7, e: 5, f: 9 })).toBe('e');
    expect(chosen({})).toBeUndefined();
    expect(selectCampaign(list, null, ({ id }) => (id === 'b' ? OVER : 1))?.id).toBe('a');
  });
  it('is one of those there, and the same in whatever order they come', () => {
    const some = fc.uniqueArray(
      fc.record({ id: fc.string({ minLength: 1, maxLength: 3 }), priority: fc.integer({ min: 0, max: 4 }) }),
      { selector: ({ id }) => id, maxLength: 8 },
    );
    fc.assert(
      fc.property(
        some.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        fc.string({ maxLength: 3 }),
        fc.integer({ min: 0, max: 9 }),
        ([all, shuffled], wanted, count) => {
          const chosen = selectCampaign(all, wanted);
          expect(chosen?.id).toBe(selectCampaign(shuffled, wanted)?.id);
          expect(chosen === null).toBe(all.length === 0);
          if (all.some(({ id }) => id === wanted)) expect(chosen?.id).toBe(wanted);
          else for (const one of all) expect(chosen?.priority).toBeLessThanOrEqual(one.priority);
          const top = topByPriority(all, count);
          expect(top).toEqual(topByPriority(shuffled, count));
          expect(top).toHaveLength(Math.min(count, all.length));
          for (const left of all.filter((one) => !top.includes(one)))
            for (const one of top) expect(one.priority).toBeLessThanOrEqual(left.priority);
        },
      ),
      RUNS,
    );
  });
  it('preloads five by priority, ties by id', () =>
    expect(topByPriority(list).map(({ id }) => id)).toEqual(['b', 'a', 'c', 'e', 'f']));
});
