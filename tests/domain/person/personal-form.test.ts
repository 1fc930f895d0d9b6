import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { Form } from '#contract/place.ts';
import { hasMissingInfo, missingFields } from '#domain/person/account.ts';
import {
  addedForm,
  asksMore,
  attrsAnswer,
  attrsErrors,
  fittingAttrs,
  nameAnswer,
  personalFields,
  personalForm,
} from '#domain/person/personal-form.ts';
import { RUNS } from '../arbitraries.ts';
import { PERSONAL_FORM, field } from '../forms.ts';

const own: Form = {
  top: 'Antes',
  bottom: 'Depois',
  groups: [{ id: 'work', title: 'No trabalho' }],
  fields: [
    field('name', 'Nome do crachá', { type: 'textarea', maxLength: 12, required: false, hidden: true }),
    field('email', 'E-mail da empresa', { type: 'email', required: false }),
    field('phone', 'Ramal', { mask: '9999' }),
    field('cpf', 'CPF do sócio', { dependsOn: { field: 'unit', equals: 'LOJA' } }),
    field('unit', 'Unidade', {
      type: 'select',
      options: [
        { value: 'SEDE', label: 'Sede' },
        { value: 'LOJA', label: 'Loja' },
      ],
    }),
    field('store', 'Loja', { maxLength: 5, group: 'work', dependsOn: { field: 'unit', equals: 'LOJA' } }),
    field('floor', 'Andar', {
      type: 'number',
      required: false,
      dependsOn: { field: 'store', equals: 'Norte' },
    }),
    field('badge', 'Matrícula', { required: false, mask: '9999' }),
    field('union', 'Sou sindicalizado', { required: false, type: 'checkbox' }),
    field('secret', 'Escondido', { required: false, hidden: true }),
    field('addresses', 'Endereços'),
    field('likings', 'Gostos'),
  ],
  submit: { text: 'Continuar', waitingText: 'Complete' },
};
const fields = personalFields(own);
const errors = (attrs: object) => attrsErrors({ unit: 'SEDE', ...attrs }, fields);

describe('the form of a person that a store changed', () => {
  it('keeps what the specification asks, as the store names it, and adds its own', () => {
    expect(fields.map(({ name }) => name)).toEqual([
      'name',
      'email',
      'phone',
      'cpf',
      'unit',
      'store',
      'floor',
      'badge',
      'union',
      'secret',
    ]);
    const [name, email, phone, cpf] = fields;
    // Nobody buys without these.
    expect(name).toMatchObject({ label: 'Nome do crachá', type: 'text', required: true, hidden: false });
    expect(cpf).toMatchObject({ label: 'CPF do sócio', required: true, mask: '999.999.999-99' });
    expect(cpf?.dependsOn).toBeUndefined();
    expect([name?.maxLength, email?.required]).toEqual([12, false]);
    expect(phone).toMatchObject({ label: 'Ramal', mask: '(99) 99999-9999' });
    // What has no limit has none on the wire either.
    expect(phone && 'maxLength' in phone).toBe(false);
  });
  it('is the one of the specification where a store says nothing', () => {
    const { title, subtitle, submit, fields: base } = personalForm(undefined);
    expect({ title, subtitle, submit }).toEqual({
      title: PERSONAL_FORM.title,
      subtitle: PERSONAL_FORM.subtitle,
      submit: PERSONAL_FORM.submit,
    });
    expect(base.map(({ name, required, editable, mask }) => [name, required, editable, mask])).toEqual(
      PERSONAL_FORM.fields.map(({ name, required, editable, mask }) => [name, required, editable, mask]),
    );
    expect([asksMore(base), asksMore(fields)]).toEqual([false, true]);
    expect(asksMore([field('store', 'Loja', { dependsOn: { field: 'unit', equals: 'LOJA' } })])).toBe(false);
    expect(personalForm(own)).toMatchObject({ title: 'Dados Pessoais', top: 'Antes', submit: own.submit });
    expect(addedForm(personalForm(own)).fields.map(({ name }) => name)).toEqual([
      'unit',
      'store',
      'floor',
      'badge',
      'union',
    ]);
  });
  it('says what is wrong with its own fields, each only while it is asked', () => {
    expect(errors({})).toEqual({});
    expect(attrsErrors({}, fields)).toEqual({ unit: 'Escolha uma opção.' });
    expect(errors({ unit: 'CASA' })).toEqual({ unit: 'Escolha uma das opções.' });
    expect(errors({ unit: 'LOJA' })).toEqual({ store: 'Preencha este campo.' });
    expect(errors({ unit: 'LOJA', store: 'Sudeste' })).toEqual({ store: 'Use até 5 letras.' });
    expect(errors({ unit: 'LOJA', store: 'Norte', floor: 'x' })).toEqual({ floor: 'Use só números.' });
    expect(errors({ badge: '12' })).toEqual({ badge: 'Preencha como 9999.' });
    expect(errors({ badge: { $ne: 1 } })).toEqual({ badge: 'Confira este campo.' });
    expect(errors({ union: 'sim' })).toEqual({ union: 'Confira este campo.' });
  });
  it('drops what it does not ask, also what followed from an answer that is gone', () => {
    const attrs = { unit: 'LOJA', store: 'Norte', floor: '2', secret: 'x', name: 'y', other: 1 };
    expect(fittingAttrs(attrs, fields)).toEqual({ unit: 'LOJA', store: 'Norte', floor: '2' });
    expect(fittingAttrs({ ...attrs, unit: 'SEDE' }, fields)).toEqual({ unit: 'SEDE' });
    expect(fittingAttrs(attrs, personalFields(undefined))).toEqual({});
  });
  it('is judged alike where it is typed and where it is kept', () => {
    const text = fc.constantFrom(undefined, '', 'x', '1234', 'Norte', 'LOJA', true, 7, { a: 1 });
    fc.assert(
      fc.property(
        fc.record({ unit: text, store: text, floor: text, badge: text, union: text, stray: text }),
        (typed) => {
          const { issues = [] } = v.safeParse(attrsAnswer(fields), typed);
          const wrong = attrsErrors(typed, fields);
          expect(issues.map((issue) => v.getDotPath(issue))).toEqual(Object.keys(wrong));
          expect(attrsErrors(fittingAttrs(typed, fields), fields)).toEqual(wrong);
        },
      ),
      RUNS,
    );
  });
  it('takes a name no longer than the store does', () => {
    const named = (name: string) => v.safeParse(nameAnswer(fields), name).issues?.[0].message;
    expect([named(' ana  lima '), named('Ana Maria de Sousa'), named(' ')]).toEqual([
      undefined,
      'Use até 12 letras.',
      'Diga seu nome.',
    ]);
  });
  it('counts its own needed fields among what an account lacks', () => {
    const account = { name: 'Ana', phone: '+5511987654321', identification: '52998224725' };
    // What follows from another answer is never counted, and the e-mail is not needed here.
    expect(missingFields({ fields }, account)).toEqual(['unit']);
    expect(hasMissingInfo({ fields }, { ...account, properties: { attrs: { unit: 'SEDE' } } })).toBe(false);
    expect(missingFields({ fields: personalFields(undefined) }, account)).toEqual(['email']);
  });
});
