import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { Form } from '#contract/place.ts';
import {
  addedText,
  addressAnswer,
  addressErrors,
  addressFields,
  addressForm,
  addressOf,
  addressValues,
  fittingAddress,
} from '#domain/place/address-form.ts';
import { RUNS } from '../arbitraries.ts';
import { field } from '../forms.ts';

const whole = {
  postalCode: '05435-000',
  address: 'Rua Harmonia',
  streetNumber: '482',
  neighborhood: 'Vila Madalena',
  city: 'São Paulo',
  administrativeArea: 'SP',
};
const own: Form = {
  top: 'Antes',
  bottom: 'Depois',
  groups: [{ id: 'work', title: 'No trabalho' }],
  fields: [
    field('complement', 'Bloco e apartamento', { maxLength: 90, required: true }),
    field('neighborhood', 'Bairro ou povoado', { required: false, editable: true, maxLength: 30 }),
    field('streetNumber', 'Casa', { required: false, hidden: true }),
    field('addressType', 'Onde é', {
      type: 'select',
      required: false,
      options: [
        { value: 'HOME', label: 'Em casa' },
        { value: 'WORK', label: 'No trabalho' },
      ],
    }),
    field('department', 'Setor', { maxLength: 5, dependsOn: { field: 'addressType', equals: 'WORK' } }),
    field('badge', 'Matrícula', { required: false, mask: '9999' }),
    field('guarded', 'Tem portaria', { required: false, type: 'checkbox' }),
    field('latitude', 'Latitude'),
  ],
  submit: { text: 'Guardar', waitingText: 'Complete' },
};
const fields = addressFields(own);
const errors = (more: object) => addressErrors({ ...whole, complement: 'B 12', ...more }, fields);

describe('the form of an address that a store changed', () => {
  it('keeps what the specification asks, as the store names it, and adds its own', () => {
    const named = Object.fromEntries(fields.map((one) => [one.name, one]));
    expect(Object.keys(named).slice(-3)).toEqual(['department', 'badge', 'guarded']);
    expect(named['city']).toEqual(addressFields(undefined).find(({ name }) => name === 'city'));
    expect(named['complement']).toMatchObject({
      label: 'Bloco e apartamento',
      required: true,
      maxLength: 40,
    });
    expect(named['neighborhood']).toMatchObject({ required: false, editable: true, maxLength: 30 });
    // Nothing is delivered without these.
    expect(named['streetNumber']).toMatchObject({ label: 'Casa', required: true, hidden: false });
    expect(addressForm(own)).toMatchObject({ top: 'Antes', submit: { waitingText: 'Complete' } });
    expect(addressForm(undefined).submit).toEqual({
      text: 'Salvar endereço',
      waitingText: 'Preencha os dados',
    });
  });
  it('says what is wrong with its own fields, each only while it is asked', () => {
    expect(errors({})).toEqual({});
    expect(addressErrors(whole, fields)).toEqual({ complement: 'Preencha este campo.' });
    expect(errors({ neighborhood: '' })).toEqual({});
    expect(errors({ streetNumber: '' })).toEqual({ streetNumber: 'Diga o número, ou marque que não tem.' });
    expect(errors({ addressType: 'WORK' })).toEqual({ department: 'Preencha este campo.' });
    expect(errors({ addressType: 'WORK', attrs: { department: 'Almoxarifado' } })).toEqual({
      department: 'Use até 5 letras.',
    });
    expect(errors({ attrs: { badge: '12' } })).toEqual({ badge: 'Preencha como 9999.' });
    expect(errors({ attrs: { badge: { $ne: 1 } } })).toEqual({ badge: 'Confira este campo.' });
    expect(errors({ attrs: { guarded: 'sim' } })).toEqual({ guarded: 'Confira este campo.' });
  });
  it('is judged alike where it is typed and where it is kept', () => {
    const text = fc.constantFrom(undefined, '', 'x', '1234', 'Setor 5B');
    fc.assert(
      fc.property(
        fc.record({
          addressType: fc.constantFrom(undefined, 'HOME', 'WORK'),
          complement: text,
          department: text,
          badge: text,
        }),
        (typed) => {
          const values = { ...whole, ...typed };
          const { issues = [] } = v.safeParse(addressAnswer(fields), values);
          const kept = addressOf(values);
          expect(Object.keys(kept.attrs ?? {}).toSorted()).toEqual(['badge', 'department']);
          expect(addressValues(kept)).toEqual(values);
          expect(issues.map((issue) => v.getDotPath(issue))).toEqual(
            Object.keys(addressErrors(kept, fields)),
          );
        },
      ),
      RUNS,
    );
  });
  it('drops what it does not ask, also what followed from an answer that is gone', () => {
    const attrs = { department: 'TI', badge: '1234', other: 1 };
    expect(fittingAddress({ ...whole, addressType: 'WORK', attrs }, fields).attrs).toEqual({
      department: 'TI',
      badge: '1234',
    });
    expect(fittingAddress({ ...whole, attrs }, fields).attrs).toEqual({ badge: '1234' });
    expect(fittingAddress({ ...whole, attrs }, addressFields(undefined))).toEqual(whole);
  });
  it('is read in one line where the address stands', () => {
    expect(addedText({ attrs: { department: 'TI', guarded: true, badge: '' } }, fields)).toBe(
      'Setor: TI · Tem portaria',
    );
    expect(addedText({}, fields)).toBe('');
  });
});
