import type { Account } from '#contract/people/account.ts';
import { formField } from '#domain/form-field.ts';
import { personalFields } from '#domain/person/personal-form.ts';
import {
  answerText,
  conflicting,
  holds,
  profileErrors,
  profileOf,
  typedFields,
  withProfile,
} from '#domain/person/profile.ts';
import { account as sample } from '#tests/support/samples.ts';
import { describe, expect, it } from 'vitest';

const team = formField('team', 'Time', {
  type: 'select',
  options: [{ value: 'a', label: 'Azul' }],
});
const asked = personalFields({ fields: [team], submit: { text: 'Salvar', waitingText: 'Preencher' } });
const account: Account = { ...sample, email: 'maria@exemplo.com' };
const fields = typedFields(asked, account, false);
const typed = { name: 'maria DA silva', email: 'Nova@Exemplo.com', cpf: '529.982.247-25', team: 'a' };

describe("a person's own data", () => {
  it('leaves proved contacts to a code: the phone always, the e-mail where it signs in', () => {
    expect(fields.map(({ name }) => name)).toEqual(['name', 'email', 'cpf', 'team']);
    expect(typedFields(asked, account, true).map(({ name }) => name)).toEqual(['name', 'cpf', 'team']);
  });
  it('takes nothing out that an account has', () => {
    const optional = asked.map((field) => ({ ...field, required: false }));
    const needed = (of: Account) =>
      typedFields(optional, of, false).flatMap(({ name, required }) => (required ? [name] : []));
    expect(needed(account)).toEqual(['name', 'email', 'cpf']);
    expect(needed({ ...account, email: undefined })).toEqual(['name', 'cpf']);
  });
  it('says what is wrong with each field, and nothing of what is right', () => {
    expect(profileErrors(typed, fields)).toEqual({});
    expect(Object.keys(profileErrors({ name: ' ', email: 'x', cpf: '1', team: 'z' }, fields))).toEqual([
      'name',
      'email',
      'cpf',
      'team',
    ]);
  });
  it('is sent tidied, with everything else of the account as it was read', () => {
    const properties = { lastLogin: '2026-11-20T12:00:00.000Z' };
    expect(withProfile({ ...account, properties, hasMissingInfo: true }, typed, fields)).toEqual({
      name: 'Maria da Silva',
      email: 'nova@exemplo.com',
      phone: account.phone,
      identification: '52998224725',
      addresses: account.addresses,
      version: 1,
      properties: { ...properties, cpf: '52998224725', attrs: { team: 'a' } },
    });
  });
  it('is in conflict only where both changed the same to something else', () => {
    const now = (more: Partial<Account>) => conflicting(account, { ...account, ...more }, typed, fields);
    expect(now({})).toEqual([]);
    expect(now({ addresses: [] })).toEqual([]);
    expect(now({ name: 'Maria da Silva' })).toEqual([]);
    expect(now({ name: 'Ana' })).toEqual(['name']);
    expect(now({ name: 'Ana', email: 'ana@exemplo.com' })).toEqual(['name', 'email']);
  });
  it('is known to be kept by what the account holds', () => {
    expect(holds(account, typed, fields)).toBe(false);
    expect(holds({ ...account, ...withProfile(account, typed, fields), version: 2 }, typed, fields)).toBe(
      true,
    );
    expect(holds(account, profileOf(account, fields), fields)).toBe(true);
  });
  it('is read in the words of its fields', () => {
    expect(answerText(team, 'a')).toBe('Azul');
    expect(answerText(formField('cpf', 'CPF'), '52998224725')).toBe('529.982.247-25');
    expect(answerText(formField('ok', 'Ok', { type: 'checkbox' }), true)).toBe('Sim');
    for (const nothing of [undefined, ' ', false])
      expect(answerText(formField('x', 'X'), nothing)).toBeNull();
  });
});
