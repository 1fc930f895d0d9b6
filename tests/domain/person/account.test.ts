import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FormField } from '#contract/place.ts';
import { hasMissingInfo, missingFields, valueIn } from '#domain/person/account.ts';
import { answerError } from '#domain/answers.ts';
import { fieldError, formErrors, isAsked } from '#domain/form-errors.ts';
import { isRecent, shouldRenew } from '#domain/token.ts';
import { RUNS } from '../arbitraries.ts';
import { ADDRESS_FORM, PERSONAL_FORM, field } from '../forms.ts';

const account = {
  name: 'Marina Souza',
  email: 'marina@exemplo.com',
  phone: '+5511987654321',
  identification: '52998224725',
  properties: {},
};
const fieldOf = (name: string) => {
  const found = [...PERSONAL_FORM.fields, ...ADDRESS_FORM.fields].find((one) => one.name === name);
  if (!found) throw new Error(`no field ${name}`);
  return found;
};

describe('an account', () => {
  it('lacks exactly the needed fields that it has nowhere, in the order of the form', () => {
    const names = PERSONAL_FORM.fields.map(({ name }) => name);
    const [empty, full] = [
      [undefined, null, '', '   ', []],
      ['x', 0, false, ['x']],
    ];
    const value = fc.constantFrom<unknown>(...empty, ...full);
    const bag = fc.dictionary(fc.constantFrom(...names, 'identification', '__proto__', 'constructor'), value);
    fc.assert(
      fc.property(bag, bag, (own, properties) => {
        const lacking = missingFields(PERSONAL_FORM, { ...own, properties });
        expect(names.filter((name) => lacking.includes(name))).toEqual(lacking);
        expect(hasMissingInfo(PERSONAL_FORM, { ...own, properties })).toBe(lacking.length > 0);
        const has = (name: string) =>
          [own, properties].some(
            (holder) => Object.hasOwn(holder, name) && full.some((one) => one === holder[name]),
          );
        for (const { name, required, dependsOn } of PERSONAL_FORM.fields)
          expect([name, lacking.includes(name)]).toEqual([
            name,
            required && !dependsOn && !has(name) && !(name === 'cpf' && has('identification')),
          ]);
      }),
      RUNS,
    );
  });

  it('lacks what its form needs and it has not', () => {
    expect(hasMissingInfo(PERSONAL_FORM, account)).toBe(false);
    expect(missingFields(PERSONAL_FORM, { ...account, name: '  ', identification: undefined })).toEqual([
      'name',
      'cpf',
    ]);
    expect(
      hasMissingInfo(PERSONAL_FORM, {
        ...account,
        identification: undefined,
        properties: { cpf: '52998224725' },
      }),
    ).toBe(false);
    expect(valueIn({}, 'constructor')).toBeUndefined();
  });

  it('is not asked for fields that depend on others', () => {
    const formWith = (...more: FormField[]) => ({ fields: [...PERSONAL_FORM.fields, ...more] });
    const isDependent = { dependsOn: { field: 'tipo', equals: 'aluno' } };
    expect(hasMissingInfo(formWith(field('matricula', 'Matrícula', isDependent)), account)).toBe(false);
    expect(hasMissingInfo(formWith(field('matricula', 'Matrícula')), account)).toBe(true);
    expect(hasMissingInfo(formWith(field('apelido', 'Apelido', { required: false })), account)).toBe(false);
  });
});

describe('a form', () => {
  it('speaks Portuguese about what is wrong', () => {
    expect([
      answerError('name', ' '),
      answerError('name', 'a'),
      answerError('name', 'Ana'),
      answerError('name', 'a'.repeat(81)),
    ]).toEqual(['Diga seu nome.', 'Diga seu nome.', null, 'Use até 80 letras.']);
    expect(fieldError(fieldOf('name'), '')).toBe('Diga seu nome.');
    expect(fieldError(fieldOf('email'), 'maria')).toBe(
      'Confira o e-mail: falta algo como nome@exemplo.com.br.',
    );
    expect(fieldError(fieldOf('phone'), '(11) 9876')).toBe('Confira o número do celular com DDD.');
    expect(fieldError(fieldOf('cpf'), '529.982.247-26')).toBe('Confira o CPF: os números não batem.');
    expect(fieldError(fieldOf('cpf'), '529')).toBe('O CPF tem 11 números.');
    expect(fieldError(fieldOf('postalCode'), '0543')).toBe('O CEP tem 8 números.');
    // Eight zeros are eight numbers, and eleven of them no CPF whose digits "do not match".
    expect(fieldError(fieldOf('postalCode'), '00000-000')).toBe('Esse CEP não existe. Confira os números.');
    expect(fieldError(fieldOf('cpf'), '000.000.000-00')).toBe('Um CPF não tem só zeros. Confira os números.');
    expect(fieldError(fieldOf('complement'), 'a'.repeat(41))).toBe('Use até 40 letras.');
    expect(fieldError(fieldOf('complement'), '')).toBeNull();
    expect(fieldError(fieldOf('streetNumber'), 'S/N')).toBeNull();
    expect(fieldError(fieldOf('addressType'), 'CASTLE')).toBe('Escolha uma das opções.');
    expect(fieldError({ ...fieldOf('name'), name: 'termos', type: 'checkbox' }, false)).toBe(
      'Marque para continuar.',
    );
    expect(fieldError({ ...fieldOf('name'), name: 'registro', mask: '999-9' }, '12')).toBe(
      'Preencha como 999-9.',
    );
  });

  it('judges the fields that are asked only', () => {
    const dependent = field('turma', 'Turma', { dependsOn: { field: 'tipo', equals: 'aluno' } });
    const form = { fields: [...PERSONAL_FORM.fields, dependent] };
    const values = { name: 'Ana', email: 'ana@exemplo.com', phone: '11987654321', cpf: '52998224725' };
    expect(formErrors(form, values)).toEqual({});
    expect(formErrors(form, { ...values, tipo: 'aluno' })).toEqual({ turma: 'Preencha este campo.' });
    expect(isAsked(fieldOf('addressType'), {})).toBe(false);
    expect(Object.keys(formErrors(ADDRESS_FORM, {}))).toEqual([
      'postalCode',
      'streetNumber',
      'neighborhood',
      'city',
      'administrativeArea',
    ]);
  });
});

describe('an authorization', () => {
  it('is renewed without an expiry or after 24 h', () => {
    const now = 1_800_000_000_000;
    expect(shouldRenew({ expiresIn: now + 1, timestamp: now - 86_400_000 }, now)).toBe(false);
    expect(shouldRenew({ expiresIn: now + 1, timestamp: now - 86_400_001 }, now)).toBe(true);
    expect(shouldRenew({ timestamp: now }, now)).toBe(true);
    expect(shouldRenew({ expiresIn: now + 1 }, now)).toBe(true);
    expect(shouldRenew(null, now)).toBe(false);
  });

  it('is recent for half an hour', () => {
    const now = Date.parse('2026-05-12T12:00:00Z');
    expect([
      isRecent(now - 1_799_999, now),
      isRecent(now - 1_800_000, now),
      isRecent('2026-05-12T11:31:00.000Z', now),
      isRecent(null, now),
    ]).toEqual([true, false, true, false]);
  });
});
