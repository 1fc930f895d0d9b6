import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FormField } from '#contract/place.ts';
import { EXTRA_LENGTH, answersTo, extraErrors } from '#domain/extra.ts';
import { RUNS } from './arbitraries.ts';

const field = (name: string, more: Partial<FormField> = {}): FormField => ({
  name,
  label: name,
  type: 'text',
  required: false,
  editable: true,
  hidden: false,
  ...more,
});
const form = (...fields: FormField[]) => [{ fields }];
const namesOf = (forms: Parameters<typeof extraErrors>[0], answers: Record<string, unknown>) =>
  Object.keys(extraErrors(forms, answers)).toSorted();

describe('answers to what a campaign asks', () => {
  it('are of its questions only, and of all that are needed', () => {
    expect(namesOf([], {})).toEqual([]);
    expect(namesOf([], { cor: 'azul' })).toEqual(['cor']);
    const asked = form(field('cor', { required: true, maxLength: 5 }), field('recado'));
    expect(namesOf(asked, { cor: 'azul' })).toEqual([]);
    expect(namesOf(asked, {})).toEqual(['cor']);
    expect(namesOf(asked, { cor: '  ' })).toEqual(['cor']);
    expect(namesOf(asked, { cor: 'laranja' })).toEqual(['cor']);
    expect(namesOf(asked, { cor: 'azul', recado: 'x'.repeat(EXTRA_LENGTH + 1), toString: 'x' })).toEqual([
      'recado',
      'toString',
    ]);
    // Blanks are room as well.
    expect(namesOf(asked, { cor: 'a          ' })).toEqual(['cor']);
  });

  it('have the shape that the question asks for', () => {
    const asked = form(
      field('cor', { type: 'select', options: [{ value: 'azul', label: 'Azul' }] }),
      field('aceita', { type: 'checkbox', required: true }),
      field('quantos', { type: 'number' }),
      field('cpf', { mask: '999.999.999-99' }),
    );
    expect(namesOf(asked, { cor: 'azul', aceita: true, quantos: 3, cpf: '529.982.247-25' })).toEqual([]);
    expect(namesOf(asked, { aceita: true, quantos: '3,5' })).toEqual([]);
    expect(namesOf(asked, { cor: 'verde', aceita: false, quantos: 'três', cpf: '52998224724' })).toEqual([
      'aceita',
      'cor',
      'cpf',
      'quantos',
    ]);
    expect(namesOf(asked, { cor: ['azul'], aceita: 'true', quantos: { $gt: 0 }, cpf: null })).toEqual([
      'aceita',
      'cor',
      'cpf',
      'quantos',
    ]);
  });

  it('follow what they depend on', () => {
    const asked = form(
      field('presente', { type: 'checkbox' }),
      field('cartao', { required: true, dependsOn: { field: 'presente', equals: 'true' } }),
      field('marca', { hidden: true, required: true, maxLength: 3 }),
    );
    expect(namesOf(asked, {})).toEqual([]);
    expect(namesOf(asked, { presente: false, cartao: '' })).toEqual([]);
    expect(namesOf(asked, { presente: true })).toEqual(['cartao']);
    expect(namesOf(asked, { presente: true, cartao: 'Parabéns' })).toEqual([]);
    expect(namesOf(asked, { presente: false, cartao: 'Parabéns' })).toEqual(['cartao']);
    expect(namesOf(asked, { marca: 'site' })).toEqual(['marca']);
  });

  it('suit every campaign that asks by that name', () => {
    const two = [
      ...form(field('cor', { maxLength: 10 })),
      ...form(field('cor', { maxLength: 4, required: true })),
    ];
    expect([{ cor: 'azul' }, { cor: 'verde' }, {}].map((answers) => namesOf(two, answers))).toEqual([
      [],
      ['cor'],
      ['cor'],
    ]);
  });

  /** What passes is a text, a number or a tick. */
  const textOf = (value: unknown) =>
    typeof value === 'string'
      ? value.trim()
      : typeof value === 'number' || typeof value === 'boolean'
        ? String(value)
        : '';
  const name = fc.constantFrom('a', 'b', 'c', 'd');
  const anyField = fc
    .record({
      name,
      type: fc.constantFrom('text', 'number', 'checkbox', 'select', 'email', 'tel', 'textarea'),
      required: fc.boolean(),
      hidden: fc.boolean(),
      maxLength: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
      options: fc.option(fc.constant([{ value: 'x', label: 'X' }]), { nil: undefined }),
      dependsOn: fc.option(fc.record({ field: name, equals: fc.constantFrom('x', 'true', '1') }), {
        nil: undefined,
      }),
    })
    .map(({ name: called, ...more }) => field(called, more as Partial<FormField>));
  const anyForm = fc
    .uniqueArray(anyField, { selector: (one) => one.name, maxLength: 4 })
    .map((fields) => ({ fields }));
  const anyAnswer = fc.oneof(
    fc.constantFrom<unknown>('x', '', '1', 'true', true, false, 1, null, ['x'], { x: 1 }),
    fc.string({ maxLength: 12 }),
  );
  const anyAnswers = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), anyAnswer);

  it('that pass are known, short and plain, and none that is needed is missing', () => {
    fc.assert(
      fc.property(fc.array(anyForm, { maxLength: 2 }), anyAnswers, (forms, answers) => {
        if (namesOf(forms, answers).length) return;
        const fields = forms.flatMap((one) => one.fields);
        for (const [key, value] of Object.entries(answers)) {
          const own = fields.filter((one) => one.name === key);
          expect(own.length).toBeGreaterThan(0);
          expect(['string', 'number', 'boolean']).toContain(typeof value);
          // A tick has no letters.
          if (typeof value === 'string')
            for (const { maxLength = EXTRA_LENGTH } of own)
              expect([...value].length).toBeLessThanOrEqual(maxLength);
        }
        for (const { required, hidden, dependsOn, name: key } of fields) {
          const isMet = !dependsOn || textOf(answers[dependsOn.field]) === dependsOn.equals;
          if (required && !hidden && isMet) expect(textOf(answers[key])).not.toBe('');
        }
      }),
      RUNS,
    );
  });

  it('are judged alike in any order, and never worse for questions that are left open where nothing is needed', () => {
    fc.assert(
      fc.property(fc.array(anyForm, { maxLength: 2 }), anyAnswers, (forms, answers) => {
        expect(namesOf(forms.toReversed(), Object.fromEntries(Object.entries(answers).toReversed()))).toEqual(
          namesOf(forms, answers),
        );
        const free = forms.map(({ fields }) => ({
          fields: fields.map((one) => ({ ...one, required: false })),
        }));
        expect(namesOf(free, {})).toEqual([]);
      }),
      RUNS,
    );
  });

  it('are kept only as far as they are asked, whatever follows from whatever', () => {
    const asked = form(
      field('presente', { type: 'checkbox' }),
      field('cartao', { dependsOn: { field: 'presente', equals: 'true' } }),
      field('letra', { dependsOn: { field: 'cartao', equals: 'sim' } }),
    );
    const all = { presente: true, cartao: 'sim', letra: 'x' };
    expect(answersTo(asked, { ...all, velha: 'x' })).toEqual(all);
    expect(answersTo(asked, { ...all, presente: false })).toEqual({ presente: false });
    expect(answersTo([], all)).toEqual({});
    // Asked by two campaigns, it must be asked by both.
    expect(answersTo([...asked, ...form(field('letra'))], { letra: 'x' })).toEqual({});
  });
  it('have no stray among them once they are kept so', () => {
    const names = ['a', 'b', 'c'];
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...names), fc.constantFrom(null, ...names)), { maxLength: 4 }),
        fc.dictionary(fc.constantFrom(...names, 'd'), fc.constantFrom('x', 'y', '')),
        (fields, answers) => {
          const asked = form(
            ...fields.map(([name, on]) => field(name, on ? { dependsOn: { field: on, equals: 'x' } } : {})),
          );
          const kept = answersTo(asked, answers);
          expect(extraErrors(asked, kept)).toEqual({});
          expect(answersTo(asked, kept)).toEqual(kept);
        },
      ),
      RUNS,
    );
  });
});
