import { isInBrazil } from '#domain/place/country.ts';
import { isAbroad, isRough } from '#domain/place/located.ts';
import { directions, movedBy, wayFrom, wayTo } from '#domain/place/pin.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const point = fc.record({
  latitude: fc.double({ min: -33.7, max: 5.2, noNaN: true }),
  longitude: fc.double({ min: -73.9, max: -34.8, noNaN: true }),
});

describe('a pin', () => {
  it('is where it was moved to, in metres', () => {
    fc.assert(
      fc.property(
        point,
        fc.constantFrom(...directions),
        fc.integer({ min: 1, max: 2000 }),
        (at, to, metres) => {
          expect(wayFrom(at, movedBy(at, wayTo(to, metres)))).toEqual(wayTo(to, metres));
        },
      ),
    );
  });
  it('comes back by the way that it went', () => {
    const at = { latitude: -23.55, longitude: -46.69 };
    const back = movedBy(movedBy(at, wayTo('north', 250)), wayTo('south', 250));
    expect(back.latitude).toBeCloseTo(at.latitude, 9);
    // 10 m are 0.00009° of latitude, and more of longitude the further one is from the equator.
    expect(movedBy(at, wayTo('north', 10)).latitude - at.latitude).toBeCloseTo(0.00009, 6);
    expect(movedBy(at, wayTo('east', 10)).longitude - at.longitude).toBeCloseTo(0.0000981, 6);
  });
});

describe('what a device says of where it is', () => {
  it.each([
    ['São Paulo', -23.55, -46.63],
    ['Belém', -1.45, -48.5],
    ['Breves, on Marajó', -1.68, -50.48],
    ['Rio Branco', -9.97, -67.81],
    ['Boa Vista', 2.82, -60.67],
    ['Foz do Iguaçu', -25.54, -54.59],
    ['Chuí', -33.69, -53.46],
    ['Florianópolis', -27.6, -48.5],
    ['João Pessoa', -7.12, -34.86],
    ['Fernando de Noronha', -3.85, -32.42],
    ['Tabatinga', -4.24, -69.94],
  ])('is in Brazil in %s', (_, latitude, longitude) => {
    expect(isInBrazil({ latitude, longitude })).toBe(true);
  });
  it.each([
    ['Lisboa', 38.72, -9.14],
    ['Buenos Aires', -34.6, -58.38],
    ['Montevidéu', -34.9, -56.16],
    ['La Paz', -16.5, -68.15],
    ['Asunción', -25.28, -57.6],
    ['Cayenne', 4.92, -52.3],
    ['the middle of nowhere', 0, 0],
  ])('is abroad in %s', (_, latitude, longitude) => {
    expect(isAbroad({ latitude, longitude, accuracy: 10 })).toBe(true);
  });
  it('is rough from 200 m on', () => {
    const here = { latitude: -23.55, longitude: -46.63 };
    expect([200, 201].map((accuracy) => isRough({ ...here, accuracy }))).toEqual([false, true]);
    expect(isRough({ problem: 'denied' })).toBe(false);
  });
});
