import { describe, expect, it } from 'vitest';
import { detailProblems } from '#domain/ops/move-details.ts';

describe('what is said of goods that leave', () => {
  it('is refused at its field, in words', () => {
    const bad = 'Cole o endereço inteiro, que começa com https://.';
    for (const invoiceUrl of [
      'nfe.exemplo.com/1',
      'javascript:alert(1)',
      'http://nfe.exemplo.com/1',
      'https://',
    ])
      expect([invoiceUrl, detailProblems({ invoiceUrl })]).toEqual([invoiceUrl, { invoiceUrl: bad }]);
    expect(detailProblems({ trackingCode: 'x'.repeat(61), place: 'x'.repeat(81) })).toEqual({
      trackingCode: 'Use até 60 letras.',
      place: 'Use até 80 letras.',
    });
  });
  it('is taken as it is, and none of it is needed', () => {
    expect(detailProblems({})).toEqual({});
    expect(
      detailProblems({ trackingCode: 'BR123', place: 'Santos', invoiceUrl: 'https://nfe.exemplo.com/1' }),
    ).toEqual({});
  });
});
