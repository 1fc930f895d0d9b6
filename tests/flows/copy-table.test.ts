import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvOf, rowsOf } from '#flows/copy/csv.ts';
import { changesOf, differencesIn, tableOf } from '#flows/copy/table.ts';
import type { CopyText } from '#flows/copy/text.ts';

const of = (text: string, part: Partial<CopyText> = {}): CopyText => ({
  file: 'src/screens/a/b-screen.tsx',
  line: 3,
  nth: 1,
  of: 1,
  text,
  kind: 'text',
  screen: 'app.privacy',
  ...part,
});

describe('a table of texts', () => {
  it('comes back as it went, whatever stands in a cell', () => {
    const hostile = fc.constantFrom(
      'a;b',
      'a,b',
      '"',
      '""',
      'a\nb',
      '=1+1',
      "'=1",
      "''-x",
      '@x',
      ' x ',
      '',
      '\t',
      '＝x',
    );
    const cell = fc
      .oneof(hostile, fc.string({ unit: 'binary', maxLength: 20 }))
      .map((text) => text.replace(/\r\n?/g, '\n'));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constant('a'), cell, cell), { minLength: 1, maxLength: 6 }),
        (rows) => {
          const given = [['x', 'y', 'z'], ...rows];
          expect(rowsOf(csvOf(given))).toEqual(given);
        },
      ),
      { numRuns: 500, seed: 7 },
    );
  });

  it('is one that spreadsheets open, and in which nothing runs', () => {
    expect(csvOf([['a', 'b "c"', '1;2', 'l\nm']])).toBe('\ufeffa,"b ""c""","1;2","l\nm"\r\n');
    for (const begin of ['=', '+', '-', '@', '\t', "'="])
      expect(csvOf([[`${begin}cmd|' /C calc'!A0`]]).replace(/^\ufeff"?/, '')).toMatch(/^'/);
  });

  it('is read with the separator of any country, and not at all where it ends within quotes', () => {
    expect(rowsOf('a;b\r\n"1,5";x\r\n')).toEqual([
      ['a', 'b'],
      ['1,5', 'x'],
    ]);
    expect(rowsOf('a\tb\n1\t2')).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect(rowsOf('a,b\n"1')).toBeNull();
  });

  it('says what an edited one changes: what is missing, too long, broken or gone is not handed out', () => {
    const texts = [
      of('Continuar', { kind: 'button' }),
      of('Continuar', { kind: 'button', file: 'src/screens/a/other-screen.tsx', nth: 2, of: 2 }),
      of('Até {1} {2}'),
      of('Sair'),
      of('Oi; "tudo"\nbem?'),
      of('=x'),
    ];
    expect(differencesIn(tableOf(texts), texts)).toEqual([]);
    const rows = rowsOf(tableOf(texts)) ?? [];
    const edited = (news: string[]) =>
      csvOf(rows.map((row, at) => (at === 0 ? row : [...row.slice(0, -1), news[at - 1] ?? ''])));
    const found = differencesIn(
      edited([
        'Seguir',
        'Continuar a comprar tudo o que falta',
        '{2} até {1}',
        ' ',
        'Oi; "tudo"\nbem!',
        '=y',
      ]),
      texts,
    );
    expect(found?.map(({ outcome, to }) => `${outcome}: ${to}`)).toEqual([
      'changed: Seguir',
      'tooLong: Continuar a comprar tudo o que falta',
      'changed: {2} até {1}',
      'missing:  ',
      'changed: Oi; "tudo"\nbem!',
      'changed: =y',
    ]);
    expect(changesOf(found ?? [])[0]).toEqual({
      file: 'src/screens/a/b-screen.tsx',
      from: 'Continuar',
      nth: 1,
      of: 1,
      to: 'Seguir',
    });
    expect(changesOf(found ?? []).length).toBe(4);
    const broken = differencesIn(
      edited(['Continuar', 'Continuar', 'Até {1}', 'Sair', 'Oi; "tudo"\nbem?', '=x']),
      texts,
    );
    expect(broken?.map(({ outcome }) => outcome)).toEqual(['broken']);
    const later = differencesIn(edited(['Seguir']), [of('Avançar', { kind: 'button' })]);
    expect(later?.[0]).toMatchObject({ outcome: 'stale', known: null, from: 'Continuar' });
    expect(changesOf(later ?? [])).toEqual([]);
    expect(differencesIn('nome,idade\nAna,3\n', texts)).toBeNull();
    expect(differencesIn('', texts)).toBeNull();
  });
});
