import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillPlaceholders } from '#domain/placeholders.ts';
import { foldText, hasWords, matchesSearch, searchTexts, searchWords } from '#domain/search.ts';
import { pageTitle } from '#domain/title.ts';
import { RUNS } from './arbitraries.ts';

describe('a page title', () => {
  it('is route, partner and product', () => {
    expect(pageTitle({ route: 'Carrinho', partner: 'Feira' })).toBe('Carrinho | Feira | Vitrine');
    expect(pageTitle({ route: 'Carrinho', partner: 'Feira', hideSuffix: true })).toBe('Carrinho | Feira');
    expect(pageTitle({ route: '', partner: 'Feira' })).toBe('Feira | Vitrine');
  });

  it('never has an empty part and hides only what the partner hides', () => {
    const word = fc.constantFrom('', '  ', 'Carrinho', ' Feira ', 'É aqui');
    fc.assert(
      fc.property(word, fc.option(word, { nil: undefined }), fc.boolean(), (route, partner, hideSuffix) => {
        const title = pageTitle({ route, partner, hideSuffix });
        expect(title === '' ? [] : title.split(' | ')).toEqual(
          [route.trim(), (partner ?? '').trim(), hideSuffix ? '' : 'Vitrine'].filter((part) => part !== ''),
        );
      }),
      RUNS,
    );
  });
});

describe('placeholders', () => {
  it('are filled, the unknown ones left to be seen', () => {
    expect(
      fillPlaceholders('Enviamos para {phoneNumber}, {accountName}. {other}', {
        phoneNumber: '(11) 98765-4321',
        accountName: '$& $1',
      }),
    ).toBe('Enviamos para (11) 98765-4321, $& $1. {other}');
    expect(fillPlaceholders('{constructor} {toString} {__proto__}', {})).toBe(
      '{constructor} {toString} {__proto__}',
    );
    expect(fillPlaceholders('{email}', { email: undefined })).toBe('{email}');
    expect(fillPlaceholders('{n}', { n: 0 })).toBe('0');
    expect(fillPlaceholders('Até logo, {accountName}.', { accountName: '' })).toBe('Até logo.');
    expect(fillPlaceholders('Até logo, {accountName}.', { accountName: 'Ana' })).toBe('Até logo, Ana.');
  });

  it('put in exactly the values, whatever they contain, once', () => {
    const piece = fc.oneof(fc.constantFrom('{a}', '{b}', '{c}', '{', '}', ' texto ', '{}'), fc.string());
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), fc.string(), fc.string(), (pieces, a, b) => {
        const isWhole = (text: string) => /^[^{}]*$/.test(text) || ['{a}', '{b}', '{c}'].includes(text);
        // An empty value takes the comma before it along: told above.
        if (!pieces.every(isWhole) || /, \{[ab]\}/.test(pieces.join(''))) return;
        expect(fillPlaceholders(pieces.join(''), { a, b })).toBe(
          pieces.map((text) => (text === '{a}' ? a : text === '{b}' ? b : text)).join(''),
        );
      }),
      RUNS,
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(fillPlaceholders(text, {})).toBe(text);
      }),
      RUNS,
    );
  });
});

describe('search', () => {
  it('is blind to accents, case and order of words', () => {
    expect(foldText('  Pão de  AÇÚCAR ')).toBe('pao de acucar');
    expect(matchesSearch('cafe MOGIANA', ['Café novo', 'Safra da Mogiana'])).toBe(true);
    expect(matchesSearch('queijo', ['Café novo'])).toBe(false);
    expect(matchesSearch(' ', ['Café'])).toBe(true);
    expect(matchesSearch('pao queijo', ['Pão de Queijo'])).toBe(true);
    for (const typed of ['"pão de queijo"', '“Queijo”', 'queijo, pão!', 'pão-de-queijo'])
      expect(matchesSearch(typed, ['Pão de Queijo']), typed).toBe(true);
    expect(matchesSearch('"café"', ['Pão de Queijo'])).toBe(false);
  });

  it('finds the same on the shelf that was folded before as in the page, in any order of the words', () => {
    const word = fc.constantFrom('Pão', 'pao', 'DE', 'queijo', 'Café', 'ç', '', ' ', 'lata');
    const item = fc.record({
      name: fc.array(word).map((words) => words.join(' ')),
      description: fc.array(word).map((words) => words.join(' ')),
      properties: fc.record({ brand: fc.option(word, { nil: undefined }) }),
    });
    fc.assert(
      fc.property(item, fc.array(word), (one, asked) => {
        const kept = foldText(searchTexts(one).join(' '));
        const isFound = hasWords(searchWords(asked.join(' ')), kept);
        expect(matchesSearch(asked.toReversed().join('  '), searchTexts(one))).toBe(isFound);
        expect(isFound).toBe(asked.every((each) => kept.includes(foldText(each))));
      }),
      RUNS,
    );
  });
});
