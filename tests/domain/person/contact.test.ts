import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { Phone } from '#contract/scalars.ts';
import { formatCep, isCep, normaliseCep } from '#domain/place/cep.ts';
import { isEmail, maskEmail, normaliseEmail } from '#domain/person/email.ts';
import { firstName } from '#domain/person/first-name.ts';
import { capitaliseName, maskName, tidyName } from '#domain/person/name.ts';
import {
  formatPhone,
  isMobile,
  maskPhone,
  nationalDigits,
  normalisePhone,
  phoneParts,
} from '#domain/person/phone.ts';
import { RUNS } from '../arbitraries.ts';

describe('a phone', () => {
  it('is one number in every common spelling', () => {
    for (const text of [
      '11987654321',
      '(11) 98765-4321',
      '+55 11 98765-4321',
      '5511987654321',
      '011987654321',
      ' +5511987654321 ',
    ])
      expect(normalisePhone(text)).toBe('+5511987654321');
    expect(normalisePhone('(11) 3456-7890')).toBe('+551134567890');
    expect(normalisePhone('(55) 98765-4321')).toBe('+5555987654321');
    expect(normalisePhone('+1 415 555 2671')).toBe('+14155552671');
  });

  it('is a number of the country that is named beside it', () => {
    expect(normalisePhone('2025550123', '1')).toBe('+12025550123');
    expect(normalisePhone('07911 123456', '44')).toBe('+447911123456');
    expect(normalisePhone('+5511987654321', '1')).toBe('+5511987654321');
    for (const [text, code] of [
      ['2025550123', '55'],
      ['123', '1'],
      ['12345678901234', '351'],
      ['', '1'],
    ] as const)
      expect(normalisePhone(text, code)).toBeNull();
  });

  it('is taken by the contract exactly when the domain knows it', () => {
    const digits = fc.array(fc.constantFrom(...'0123456789'), { maxLength: 14 }).map((all) => all.join(''));
    const spelled = fc
      .tuple(
        fc.constantFrom('', '+', '+55', '55', '0', '+55 (', '+1 '),
        digits,
        fc.constantFrom('', ' ', '-'),
      )
      .map(([before, number, between]) => `${before}${number.slice(0, 4)}${between}${number.slice(4)}`);
    fc.assert(
      fc.property(spelled, (text) => {
        const taken = v.safeParse(Phone, text);
        expect(taken.success ? taken.output : null).toBe(normalisePhone(text));
        // What is kept is taken again, and means the same.
        if (taken.success) expect(v.parse(Phone, taken.output)).toBe(taken.output);
      }),
      RUNS,
    );
  });

  it('needs a real area code and shape', () => {
    for (const text of [
      '',
      '98765-4321',
      '(20) 98765-4321',
      '(11) 8765-432',
      '(11) 18765-4321',
      '+55 20 98765-4321',
      '119876543210',
    ])
      expect(normalisePhone(text)).toBeNull();
  });

  it('survives its own formatting', () => {
    const any = fc
      .tuple(fc.constantFrom('11', '21', '55', '99'), fc.integer({ min: 0, max: 99_999_999 }))
      .map(([area, rest]) => `${area}9${String(rest).padStart(8, '0')}`);
    fc.assert(
      fc.property(any, (digits) => {
        const phone = normalisePhone(digits) ?? '';
        expect(phone).toBe(`+55${digits}`);
        expect(normalisePhone(formatPhone(phone))).toBe(phone);
        expect(normalisePhone(formatPhone(digits))).toBe(phone);
        expect(nationalDigits(phone)).toBe(digits);
        expect(isMobile(phone)).toBe(true);
        expect(maskPhone(phone)).toBe(`(${digits.slice(0, 2)}) •••••-${digits.slice(-4)}`);
      }),
      RUNS,
    );
  });

  it('is written while it is typed', () => {
    expect(['', '1', '119', '1198765', '1134567890', '11987654321'].map(formatPhone)).toEqual([
      '',
      '(1',
      '(11) 9',
      '(11) 98765',
      '(11) 3456-7890',
      '(11) 98765-4321',
    ]);
    expect(formatPhone('+5511987654321')).toBe('(11) 98765-4321');
    expect(maskPhone('+5511987654321')).toBe('(11) •••••-4321');
    expect(isMobile('+551134567890')).toBe(false);
    expect(phoneParts('11987654321')).toEqual({
      phone: '+5511987654321',
      phoneCountryCode: '55',
      phoneCountryIsoCode: 'BR',
    });
    expect(phoneParts('+14155552671')).toEqual({ phone: '+14155552671' });
    expect(phoneParts('+351')).toBeNull();
    expect(nationalDigits('+351912345678')).toBe('+351912345678');
  });
});

describe('a postal code', () => {
  it('is eight digits in one spelling', () => {
    expect(['05435000', '05435-000', ' 05.435-000 '].map(normaliseCep)).toEqual([
      '05435-000',
      '05435-000',
      '05435-000',
    ]);
    expect(['0543500', '00000-000', ''].some(isCep)).toBe(false);
    expect(['054', '05435', '054350', '054350001'].map(formatCep)).toEqual([
      '054',
      '05435',
      '05435-0',
      '05435-000',
    ]);
  });
});

describe('an e-mail', () => {
  it('is kept in small letters', () => {
    expect(normaliseEmail(' Maria.S@Exemplo.com.BR ')).toBe('maria.s@exemplo.com.br');
    for (const text of ['', 'a', 'a@b', 'a b@c.d', 'a@b..c', '<a@b.c>', `${'a'.repeat(250)}@b.cc`])
      expect(isEmail(text)).toBe(false);
    expect(maskEmail('maria@exemplo.com')).toBe('m•••@exemplo.com');
    expect(maskEmail('no')).toBe('');
  });
});

describe('a name', () => {
  it('has capitals where Portuguese has them', () => {
    expect(tidyName('  MARIA   DA silva e souza DOS santos ')).toBe('Maria da Silva e Souza dos Santos');
    expect(tidyName("ana-maria d'ávila")).toBe("Ana-Maria D'Ávila");
    expect(capitaliseName('maria ')).toBe('Maria ');
    expect(capitaliseName('de lima')).toBe('De Lima');
    expect(firstName(' joão pedro')).toBe('João');
    expect(maskName('Maria Clara Souza')).toBe('Maria S.');
    expect(maskName('Maria')).toBe('Maria');
    expect(maskName('')).toBe('');
  });

  it('does not change when it is capitalised again', () => {
    const letters = fc.string({ unit: fc.constantFrom(..."aáAÉçãõde DO-' "), maxLength: 30 });
    fc.assert(
      fc.property(letters, (text) => {
        expect(tidyName(tidyName(text))).toBe(tidyName(text));
        expect(capitaliseName(text)).toHaveLength(text.length);
      }),
      RUNS,
    );
  });
});
