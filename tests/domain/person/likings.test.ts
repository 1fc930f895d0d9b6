import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answerText,
  fits,
  inOrder,
  isMissing,
  nextUnanswered,
  tastesOf,
  withLiking,
} from '#domain/person/likings.ts';
import { account } from '#tests/support/samples.ts';

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

  it('name categories of the catalog by the options that are chosen and still offered, each once', () => {
    const likings: Parameters<typeof tastesOf>[0] = [
      {
        id: 'cozinha',
        type: 'MULTI',
        options: [
          { id: 'a', label: 'A', tags: ['queijos', 'cunhas'] },
          { id: 'b', label: 'B', tags: ['padaria', 'queijos'] },
          { id: 'c', label: 'C' },
        ],
      },
    ];
    const named = (values: string[], id = 'cozinha') => tastesOf(likings, [{ id, values }]);
    expect(named(['b', 'a'])).toEqual(['queijos', 'cunhas', 'padaria']);
    expect([named(['c']), named(['gone']), named(['a'], 'other'), tastesOf(likings, [])]).toEqual([
      [],
      [],
      [],
      [],
    ]);
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

describe('an account', () => {
  const asked = (id: string, type: (typeof types)[number]) => ({
    id,
    type,
    index: 1,
    title: id,
    required: false,
    options: type === 'SINGLE' || type === 'MULTI' ? options : [],
  });
  const all = [asked('one', 'SINGLE'), asked('many', 'MULTI'), asked('scale', 'SCALE')];
  const holding = (...likings: { id: string; values: string[] }[]) => ({
    ...account,
    lacksLikings: true,
    properties: { ...account.properties, likings },
  });

  it('is asked next what has no fitting answer', () => {
    const owner = holding({ id: 'one', values: ['a'] }, { id: 'scale', values: ['9'] });
    expect([-1, 0, 1, 2].map((at) => nextUnanswered(all, owner, at))).toEqual([1, 1, 2, null]);
  });
  it('takes an answer beside those it has, with its source, and gives one back', () => {
    const owner = holding({ id: 'one', values: ['a'] });
    const given = withLiking(owner, all[1], ['b', 'c']);
    expect(given.properties).toMatchObject({
      likings: [
        { id: 'one', values: ['a'] },
        { id: 'many', values: ['b', 'c'] },
      ],
      enhancedAnswers: { many: { value: ['b', 'c'], source: 'LIKING' } },
    });
    expect(given).not.toHaveProperty('lacksLikings');
    expect(withLiking(owner, all[2], ['4']).properties.enhancedAnswers).toEqual({
      scale: { value: 4, source: 'LIKING' },
    });
    const back = withLiking(owner, all[0], []);
    expect([back.properties.likings, back.properties.enhancedAnswers]).toEqual([
      [{ id: 'one', values: [] }],
      undefined,
    ]);
  });
  it('reads an answer in the words of its options', () => {
    expect([
      answerText(asked('one', 'MULTI'), ['a', 'c']),
      answerText(asked('one', 'SCALE'), ['4']),
      answerText(asked('one', 'TEXT'), ['Manga']),
      answerText(asked('one', 'SINGLE'), []),
    ]).toEqual(['A, C', '4 de 5', 'Manga', null]);
  });
});
