import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatAddressLine,
  isAddressIncomplete,
  missingAddressParts,
  streetNumberOf,
} from '#domain/place/address.ts';
import { cleanLookupText, formatAddress } from '#domain/place/address-text.ts';
import { addressErrors } from '#domain/place/address-form.ts';
import { RUNS } from '../arbitraries.ts';

const whole = {
  postalCode: '05435-000',
  address: 'Rua Harmonia',
  streetNumber: '482',
  complement: 'apto 31',
  neighborhood: 'Vila Madalena',
  city: 'São Paulo',
  administrativeArea: 'SP',
  latitude: -23.55,
  longitude: -46.69,
};

describe('an address', () => {
  it('is complete with code, street, number and point', () => {
    expect(isAddressIncomplete(whole)).toBe(false);
    expect(isAddressIncomplete(null)).toBe(true);
    expect(isAddressIncomplete({ ...whole, latitude: 0, longitude: 0 })).toBe(false);
    expect(isAddressIncomplete({ ...whole, latitude: Number.NaN })).toBe(true);
    expect(isAddressIncomplete({ ...whole, streetNumber: undefined, addressNumber: '7' })).toBe(false);
    expect(missingAddressParts({})).toEqual([
      'postalCode',
      'address',
      'streetNumber',
      'latitude',
      'longitude',
    ]);
  });

  it('without a number reads S/N', () => {
    expect(streetNumberOf({ hasNumber: false })).toBe('S/N');
    expect(streetNumberOf({})).toBeNull();
    expect(isAddressIncomplete({ ...whole, streetNumber: '', hasNumber: false })).toBe(false);
  });

  it('is incomplete exactly when a needed part is missing', () => {
    const text = fc.constantFrom(undefined, '', '  ', 'x', '12');
    const degree = fc.constantFrom(undefined, Number.NaN, 0, -23.5);
    const any = fc.record({
      postalCode: text,
      address: text,
      streetNumber: text,
      addressNumber: text,
      complement: text,
      city: text,
      latitude: degree,
      longitude: degree,
    });
    fc.assert(
      fc.property(any, (address) => {
        const has = (value: string | undefined) => (value ?? '').trim() !== '';
        const point = [address.latitude, address.longitude].every(
          (value) => value !== undefined && !Number.isNaN(value),
        );
        const complete =
          has(address.postalCode) &&
          has(address.address) &&
          (has(address.streetNumber) || has(address.addressNumber)) &&
          point;
        expect(isAddressIncomplete(address)).toBe(!complete);
        expect(missingAddressParts(address).length === 0).toBe(complete);
      }),
      RUNS,
    );
  });

  it('is written in lines without holes', () => {
    expect(formatAddress(whole)).toEqual([
      'Rua Harmonia, 482, apto 31',
      'Vila Madalena, São Paulo – SP',
      'CEP 05435-000',
    ]);
    expect(formatAddress({ city: 'Cunha', administrativeArea: 'SP' })).toEqual(['Cunha – SP']);
    expect(formatAddressLine({ address: 'Rua A', hasNumber: false })).toBe('Rua A, S/N');
    expect(formatAddress({})).toEqual([]);
  });

  it("has the lookup's commas and spaced hyphens as hyphens", () => {
    expect(cleanLookupText('Avenida Paulista - de 1 a 100')).toBe('Avenida Paulista-de 1 a 100');
    expect(cleanLookupText('Rua A,B')).toBe('Rua A-B');
    expect(cleanLookupText('Guarda-Mor')).toBe('Guarda-Mor');
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ',', '-', ' ', '\t', 'é') }), (text) => {
        expect(cleanLookupText(text)).not.toMatch(/,|\s-\s/);
      }),
      RUNS,
    );
  });
});

describe('what a person still has to say of an address', () => {
  it('is nothing when it is whole, or has no number by its nature', () => {
    expect(addressErrors(whole)).toEqual({});
    expect(addressErrors({ ...whole, streetNumber: '', hasNumber: false })).toEqual({});
  });
  it('is said by field, all of it, in the order of the form', () => {
    expect(Object.keys(addressErrors({ postalCode: '01310-100' }))).toEqual([
      'address',
      'neighborhood',
      'city',
      'administrativeArea',
      'streetNumber',
    ]);
    expect(addressErrors({ ...whole, city: ' ' })).toEqual({ city: 'Diga a cidade.' });
  });
});
