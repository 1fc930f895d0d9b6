import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  CodeAnswer,
  CpfAnswer,
  NameAnswer,
  PostalCodeAnswer,
  contactAnswers,
  MobileAnswer,
} from '#domain/answers.ts';
import { addressAnswer, addressFields } from '#domain/place/address-form.ts';

const wordsOf = (schema: v.GenericSchema, value: unknown) =>
  v.safeParse(schema, value).issues?.[0].message ?? null;

describe('an answer', () => {
  it('is what is sent, as the contract keeps it', () => {
    expect(v.parse(NameAnswer, '  ana   da silva ')).toBe('Ana da Silva');
    expect(v.parse(CpfAnswer, '529.982.247-25')).toBe('52998224725');
    expect(v.parse(PostalCodeAnswer, '01310100')).toBe('01310-100');
    expect(v.parse(contactAnswers.phone, '11987654321')).toBe('+5511987654321');
  });
  it('says in one sentence what is wrong with a contact', () => {
    for (const phone of ['', '119', '1133334444', '+351'])
      expect(wordsOf(contactAnswers.phone, phone), phone).toBe(
        'Confira o celular: DDD e 9 números, ou + e o código do país.',
      );
    // Whether a code reaches it is the server's to say, but an order is found again by a code alone.
    expect(v.parse(contactAnswers.phone, '+351 912 345 678')).toBe('+351912345678');
    expect(wordsOf(MobileAnswer, '+351 912 345 678')).toMatch(
      /^Confira o celular, que precisa ser do Brasil/,
    );
    expect(wordsOf(contactAnswers.email, 'ana@')).toBe('Confira o e-mail, como em nome@exemplo.com.br.');
    expect(wordsOf(CodeAnswer, '12345')).toBe('Digite os 6 números do código.');
  });
  it('names every part that an address lacks, in the order of the form', () => {
    const { issues = [] } = v.safeParse(addressAnswer(addressFields(undefined)), {
      postalCode: '05435-000',
      city: 'São Paulo',
    });
    expect(issues.map((issue) => v.getDotPath(issue))).toEqual([
      'address',
      'neighborhood',
      'administrativeArea',
      'streetNumber',
    ]);
  });
});
