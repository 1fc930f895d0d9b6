import { describe, expect, it } from 'vitest';
import { countries, countryOf, formatAbroad } from '#domain/person/countries.ts';

describe('phones of other countries', () => {
  it('are written in the shape of their country, also while they are typed', () => {
    expect(
      ['+', '+3', '+351', '+35191', '+351912345678', '+14155552671', '+5491123456789'].map(formatAbroad),
    ).toEqual(['+', '+3', '+351', '+351 91', '+351 912 345 678', '+1 415 555 2671', '+54 9 11 2345 6789']);
  });
  it('name their country as soon as their digits do', () => {
    expect(['+', '+3', '+99'].map(countryOf)).toEqual([null, null, null]);
    expect(countryOf('+351')).toEqual({ iso: 'PT', code: '351' });
    expect(countryOf('+351912345678')).toEqual({ iso: 'PT', code: '351' });
    // Shared by the United States, Canada and others.
    expect(countryOf('+1')).toEqual({ iso: null, code: '1' });
    expect(countryOf('+14155552671')).toEqual({ iso: 'US', code: '1' });
    expect(countryOf('+14165550123')).toEqual({ iso: 'CA', code: '1' });
    expect(countryOf('+5511987654321')).toEqual({ iso: 'BR', code: '55' });
  });
  it('are listed by their names in Portuguese, Brazil first', () => {
    const all = countries();
    expect(all.length).toBeGreaterThan(200);
    expect(all[0]).toEqual({ iso: 'BR', name: 'Brasil', code: '55' });
    expect(all[1]?.name).toBe('Afeganistão');
    expect(all).toContainEqual({ iso: 'PT', name: 'Portugal', code: '351' });
    expect(new Set(all.map(({ iso }) => iso)).size).toBe(all.length);
  });
});
