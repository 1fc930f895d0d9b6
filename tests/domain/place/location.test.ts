import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byDistance, distanceKm, formatKm, isWithin } from '#domain/place/location.ts';
import { DEFAULT_LOCATION } from '#domain/place/point.ts';
import { RUNS } from '../arbitraries.ts';

const rio = { latitude: -22.906847, longitude: -43.172897 };
const anyPoint = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const square = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [-47, -24],
      [-46, -24],
      [-46, -23],
      [-47, -23],
      [-47, -24],
    ],
    [
      [-46.6, -23.6],
      [-46.4, -23.6],
      [-46.4, -23.4],
      [-46.6, -23.4],
      [-46.6, -23.6],
    ],
  ],
};
const at = (longitude: number, latitude: number) => ({ latitude, longitude });

describe('distance', () => {
  it('is the great circle times 1.363636', () => {
    expect(distanceKm(at(0, 0), at(90, 0))).toBeCloseTo(6371 * 1.363636 * (Math.PI / 2), 6);
    expect(
      formatKm(
        distanceKm({ latitude: -23.5505, longitude: -46.6333 }, { latitude: -22.9068, longitude: -43.1729 }),
      ),
    ).toMatch(/^49\d,\d km$/);
  });

  it('is shown to one decimal as pt-BR writes it', () => {
    expect(formatKm(490.36)).toBe('490,4 km');
    expect(formatKm(0)).toBe('0,0 km');
    expect(formatKm(1_234.56)).toBe('1.234,6 km');
  });

  it('agrees with the law of cosines, is symmetric, and zero only to itself', () => {
    const rad = Math.PI / 180;
    fc.assert(
      fc.property(anyPoint, anyPoint, (a, b) => {
        const cosine =
          Math.sin(a.latitude * rad) * Math.sin(b.latitude * rad) +
          Math.cos(a.latitude * rad) *
            Math.cos(b.latitude * rad) *
            Math.cos((b.longitude - a.longitude) * rad);
        const oracle = 6371 * 1.363636 * Math.acos(Math.min(1, Math.max(-1, cosine)));
        expect(distanceKm(a, a)).toBe(0);
        expect(distanceKm(a, b)).toBeCloseTo(distanceKm(b, a), 6);
        // acos loses digits near zero and near the antipode; a kilometre is far beyond that loss.
        expect(Math.abs(distanceKm(a, b) - oracle)).toBeLessThan(1);
        expect(distanceKm(a, b)).toBeLessThanOrEqual(6371 * 1.363636 * Math.PI + 1e-6);
      }),
      RUNS,
    );
  });

  it('orders by nearness', () =>
    expect([rio, DEFAULT_LOCATION].sort(byDistance(DEFAULT_LOCATION))[0]).toBe(DEFAULT_LOCATION));
});

describe('an area', () => {
  it('is national when it is empty', () => {
    for (const none of [null, undefined, [], { type: 'Polygon' as const, coordinates: [] }])
      expect(isWithin(none, rio)).toBe(true);
  });

  it('has its border inside, its hole outside', () => {
    expect(isWithin(square, at(-46.9, -23.9))).toBe(true);
    expect(isWithin(square, at(-47, -23.5))).toBe(true);
    expect(isWithin(square, at(-47, -24))).toBe(true);
    expect(isWithin(square, at(-46.5, -23.5))).toBe(false);
    expect(isWithin(square, rio)).toBe(false);
    expect(isWithin({ type: 'MultiPolygon', coordinates: [square.coordinates] }, at(-47, -23.5))).toBe(true);
    expect(isWithin([square, { ...rio, radiusKm: 1 }], rio)).toBe(true);
  });

  it('of a radius holds the points at that distance and no farther', () => {
    fc.assert(
      fc.property(anyPoint, anyPoint, (center, point) => {
        const radiusKm = distanceKm(center, point);
        expect(isWithin({ ...center, radiusKm }, point)).toBe(true);
        if (radiusKm > 0.001) expect(isWithin({ ...center, radiusKm: radiusKm - 0.0005 }, point)).toBe(false);
      }),
      RUNS,
    );
  });
});
