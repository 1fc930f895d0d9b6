import type { FormField } from '#contract/place.ts';
import * as v from 'valibot';
import { askedGroups } from '#domain/form-errors.ts';
import { describe, expect, it } from 'vitest';
import { answersOf, answersSchema, answersText, valuesOf } from '#screens/checkout/answers.ts';

const field = (name: string, more: Partial<FormField> = {}): FormField => ({
  name,
  label: name,
  type: 'text',
  required: false,
  editable: true,
  hidden: false,
  ...more,
});
const asked = (fields: FormField[], groups: { id: string; title: string }[] = []) => [
  {
    campaignId: '00000000-0000-4000-8000-000000000001',
    campaignName: 'Turma',
    form: { fields, groups, submit: { text: 'Salvar', waitingText: '' } },
  },
];
const formErrorsOf = (values: Record<string, string | boolean>) => {
  const { issues } = v.safeParse(answersSchema(turma), values);
  return issues ? (v.flatten<ReturnType<typeof answersSchema>>(issues).nested ?? {}) : {};
};
const turma = asked(
  [
    field('turma', {
      label: 'Qual turma?',
      type: 'select',
      required: true,
      group: 'escola',
      options: [{ value: '3b', label: '3º B' }],
    }),
    field('aluno', { label: 'Aluno', group: 'escola' }),
    field('foto', { label: 'Quero foto', type: 'checkbox' }),
    field('tamanho', { required: true, dependsOn: { field: 'foto', equals: 'true' } }),
    field('retrato', { label: 'Retrato', type: 'file' }),
    field('origem', { hidden: true }),
  ],
  [{ id: 'escola', title: 'Escola' }],
);

describe('answers on the screen', () => {
  it('are text and ticks, and none where nothing stands', () => {
    const values = valuesOf(turma, { turma: '3b', foto: true, origem: 'x', aluno: 7 });
    expect(values).toEqual({ turma: '3b', aluno: '7', foto: true, tamanho: '', retrato: '' });
    expect(answersOf(values)).toEqual({ turma: '3b', aluno: '7', foto: true });
  });
  it('are judged by the rule of the shop, at their fields', () => {
    const errorsOf = (values: Record<string, string | boolean>) => Object.keys(formErrorsOf(values));
    expect(
      v.safeParse(answersSchema(turma), { turma: '3b', aluno: '', foto: false, tamanho: '' }).success,
    ).toBe(true);
    expect(errorsOf({ turma: '', aluno: '', foto: true, tamanho: '' })).toEqual(['turma', 'tamanho']);
  });
  it('stand in groups, those that are asked now', () => {
    const named = (values: object) =>
      turma.flatMap((one) =>
        askedGroups(one.form, values as never).map(({ title, fields }) => [
          title,
          fields.map(({ name }) => name),
        ]),
      );
    expect(named({})).toEqual([
      [null, ['foto', 'retrato']],
      ['Escola', ['turma', 'aluno']],
    ]);
    expect(named({ foto: true })[0]).toEqual([null, ['foto', 'tamanho', 'retrato']]);
  });
  it('are one line once they are given', () => {
    expect(answersText(turma, { turma: '3b', foto: true, tamanho: '' })).toBe(
      'Qual turma: 3º B · Quero foto',
    );
    expect(answersText(turma, { retrato: '0' })).toBe('Retrato: enviada');
    expect(answersText(turma, {})).toBe('');
  });
});
