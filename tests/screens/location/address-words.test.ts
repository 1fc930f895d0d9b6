import { address } from '#tests/support/samples.ts';
import { describe, expect, it } from 'vitest';
import { knownAddresses } from '#screens/location/address-words.ts';

const home = { ...address, alias: 'Casa' };

describe('one’s own addresses', () => {
  it('mark the one in use and never show it twice', () => {
    const known = knownAddresses([home, { ...address, streetNumber: '7' }], address);
    expect(known.map(({ title, isCurrent }) => [title, isCurrent])).toEqual([
      ['Casa', true],
      ['Avenida Paulista, 7', false],
    ]);
  });
  it('begin with the one in use that is not saved', () => {
    expect(knownAddresses([home], { ...address, streetNumber: '9' }).map(({ title }) => title)).toEqual([
      'Avenida Paulista, 9',
      'Casa',
    ]);
  });
  it('say which one is the one of always, where there are several', () => {
    const known = knownAddresses([home, { ...address, streetNumber: '7' }], {
      ...address,
      streetNumber: '9',
    });
    expect(known.map(({ isSaved, isDefault }) => [isSaved, isDefault])).toEqual([
      [false, false],
      [true, true],
      [true, false],
    ]);
    expect(knownAddresses([home], null)[0]?.isDefault).toBe(false);
  });
  it('leave out a bare position, which nothing can be sent to', () => {
    expect(knownAddresses([], { latitude: -23, longitude: -46 })).toEqual([]);
  });
  it('have a name of their own each', () => {
    const ids = knownAddresses([address, { ...address, complement: 'apto 2' }], null).map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });
});
