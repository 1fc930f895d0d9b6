import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fits, inOrder, isMissing } from '#domain/person/likings.ts';

const options = ['a', 'b', 'c'].map((id) => ({ id, label: id.toUpperCase() }));
const types = ['SINGLE', 'MULTI', 'SCALE', 'TEXT'] as const;

describe('an answer', () => {
  it('fits a question of its kind only', () => {
    const cases = [
      ['SINGLE', ['a'], true],
      ['SINGLE', ['a', 'b'], false],
      ['SINGLE', ['x'], false],
      ['MULTI', ['a', 'c'], true],
      ['MULTI', ['a', 'a'], false],
      ['SCALE', ['5'], true],
      ['SCALE', ['6'], false],
      ['SCALE', ['05'], false],
      ['TEXT', ['Pão de queijo'], true],
      ['TEXT', ['  '], false],
      ['MULTI', [], false],
    ] as const;
    for (const [type, values, isFit] of cases)
      expect([type, values, fits({ type, options }, values)]).toEqual([type, values, isFit]);
  });

  it('is nothing but what was offered, each once, and one alone unless several are asked for', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...types),
        fc.array(fc.constantFrom('a', 'b', 'c', 'd', '1', '5', '9', ' '), { maxLength: 4 }),
        (type, values) => {
          if (!fits({ type, options }, values)) return;
          expect(
            values.length === 1 ||
              (type === 'MULTI' && values.length > 1 && new Set(values).size === values.length),
          ).toBe(true);
          if (type === 'SINGLE' || type === 'MULTI')
            expect(values.every((value) => 'abc'.includes(value))).toBe(true);
          if (type === 'SCALE') expect(Number(values[0])).toBeGreaterThanOrEqual(1);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('likings', () => {
  it('are asked by their index, ties by id', () => {
    expect(
      inOrder([
        { id: 'b', index: 2 },
        { id: 'c', index: 1 },
        { id: 'a', index: 2 },
      ]).map(({ id }) => id),
    ).toEqual(['c', 'a', 'b']);
  });

  it('are missing while one that is required has no fitting answer', () => {
    const all = [
      { id: 'must', required: true, type: 'SINGLE', options },
      { id: 'may', required: false, type: 'TEXT', options: [] },
    ] as const;
    const known = all.map((one) => ({ ...one, options: [...one.options] }));
    expect(isMissing(known, [])).toBe(true);
    expect(isMissing(known, [{ id: 'must', values: ['gone'] }])).toBe(true);
    expect(isMissing(known, [{ id: 'must', values: ['b'] }])).toBe(false);
  });
});
