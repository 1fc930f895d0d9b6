import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundsOf, featuresOf } from '#client/shop/place/map/map-things.ts';
import { distanceKm } from '#domain/place/location.ts';
import { circleAround, outlineOf } from '#domain/place/outline.ts';

const point = fc.record({
  latitude: fc.double({ min: -33.7, max: 5.2, noNaN: true }),
  longitude: fc.double({ min: -73.9, max: -34.8, noNaN: true }),
});
const corners = (outline: ReturnType<typeof outlineOf>) =>
  (outline.coordinates as [number, number][][])
    .flat()
    .map(([longitude, latitude]) => ({ longitude, latitude }));

describe('what is drawn of an area', () => {
  it('ends, for a radius, where the rule that judges an address ends', () => {
    fc.assert(
      fc.property(point, fc.double({ min: 0.5, max: 40, noNaN: true }), (centre, radiusKm) => {
        const edge = corners(outlineOf({ ...centre, radiusKm }));
        expect(edge.length).toBeGreaterThan(60);
        for (const corner of edge) expect(distanceKm(centre, corner) / radiusKm).toBeCloseTo(1, 2);
      }),
    );
  });
  it('is closed, and is the area itself where that has corners', () => {
    const ring = corners(circleAround({ latitude: -23.5, longitude: -46.6 }, 100));
    expect(ring.at(-1)).toEqual(ring[0]);
    const area = {
      type: 'Polygon' as const,
      coordinates: [
        [
          [0, 0],
          [0, 1],
          [1, 1],
          [0, 0],
        ],
      ],
    };
    expect(outlineOf(area)).toEqual(area);
  });
});

describe('what a map shows', () => {
  const here = { latitude: -23.5, longitude: -46.6 };
  it('has each thing, and all of it between its corners', () => {
    const area = {
      type: 'MultiPolygon' as const,
      coordinates: [
        [
          [
            [-47, -24],
            [-46, -24],
            [-46, -23],
            [-47, -24],
          ],
        ],
      ],
    };
    const things = {
      here,
      accuracy: 30,
      points: [{ name: 'Feira Cambuí', latitude: -22.9, longitude: -47.05 }],
      areas: [area],
      start: here,
      pin: { latitude: -23.6, longitude: -45.5 },
    };
    const { features } = featuresOf(things);
    expect(features.map(({ properties }) => properties.kind)).toEqual([
      'area',
      'ring',
      'ring',
      'accuracy',
      'here',
      'point',
    ]);
    expect(features.at(-1)).toMatchObject({
      properties: { name: 'Feira Cambuí' },
      geometry: { coordinates: [-47.05, -22.9] },
    });
    expect(boundsOf(things)).toEqual([
      [-47.05, -24],
      [-45.5, -22.9],
    ]);
  });
  it('is nothing to go near to where there is nothing', () => {
    expect(featuresOf({}).features).toEqual([]);
    expect(boundsOf({ here: null, start: null, pin: null })).toBeNull();
  });
});
