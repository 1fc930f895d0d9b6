import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { Address } from '#contract/place.ts';
import { ADDRESS_LENGTHS } from '#domain/constants.ts';

describe('an address on the wire', () => {
  it('has no part longer than the specification allows', () => {
    for (const name of ['address', 'streetNumber', 'complement', 'neighborhood', 'reference'] as const) {
      const most = ADDRESS_LENGTHS[name];
      expect([
        name,
        v.is(Address, { [name]: 'á'.repeat(most) }),
        v.is(Address, { [name]: 'á'.repeat(most + 1) }),
      ]).toEqual([name, true, false]);
    }
  });
  it('has a postal code of nine characters, digits and a hyphen', () => {
    expect(v.parse(Address, { postalCode: '05435000' }).postalCode).toBe('05435-000');
    for (const postalCode of ['05435-00', '05435-0000', 'abcde-fgh', ''])
      expect([postalCode, v.is(Address, { postalCode })]).toEqual([postalCode, false]);
  });
  it('may leave out complement and reference', () => {
    expect(v.is(Address, { postalCode: '05435-000', address: 'Rua Harmonia', streetNumber: '482' })).toBe(
      true,
    );
  });
});
