import { describe, expect, it } from 'vitest';
import { caretAfter, digitsOf, maskText } from '#components/form/mask.ts';

describe('masked text', () => {
  it.each([
    ['11987654321', '(11) 98765-4321'],
    ['1133334444', '(11) 3333-4444'],
    ['11', '(11'],
    ['', ''],
  ])('shows the phone %s as %s', (digits, text) => expect(maskText('phone', digits)).toBe(text));

  it.each([
    '+55 11 98765-4321',
    '5511987654321',
    '+55 (11) 98765 4321',
    '011 98765-4321',
    '(11) 98765-4321 99',
  ])('reads the pasted phone %s as its eleven digits', (text) =>
    expect(digitsOf('phone', text)).toBe('11987654321'),
  );

  it.each([
    ['+', '+'],
    ['+5', '+5'],
    ['+351 912 345 678', '+351912345678'],
    ['+1 (415) 555-2671', '+14155552671'],
    ['+3519123456789012345', '+351912345678901'],
    ['+55', ''],
  ])('keeps the plus sign of %s, which is of another country until it says 55', (text, digits) => {
    expect(digitsOf('phone', text)).toBe(digits);
    expect(maskText('phone', digits)).toBe(digits);
  });
  it('keeps the area code 55', () => expect(digitsOf('phone', '(55) 98765-4321')).toBe('55987654321'));
  it('shows a CPF and a CEP while they are typed', () => {
    expect(maskText('cpf', '5299822')).toBe('529.982.2');
    expect(maskText('cep', '054350')).toBe('05435-0');
  });
  it('takes no more digits than there are', () => {
    expect(digitsOf('cpf', '529.982.247-25 000')).toBe('52998224725');
    expect(digitsOf('cep', '05435-0001')).toBe('05435000');
  });
  it('puts the caret after as many digits as stood before it', () => {
    expect(caretAfter('(11) 98765-4321', 3)).toBe(6);
    expect(caretAfter('(11) 98765-4321', 0)).toBe(0);
    expect(caretAfter('(11', 9)).toBe(3);
  });
});
