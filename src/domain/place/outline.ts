import type { Area } from '#contract/place.ts';
import { DISTANCE_FACTOR } from '#domain/constants.ts';
import { movedBy } from './pin.ts';
import type { Point } from './point.ts';

/** Corners of what is drawn for a circle. */
const CORNERS = 64;

/** `[longitude, latitude]`, as GeoJSON has it. */
export type Position = [longitude: number, latitude: number];
export const positionOf = ({ latitude, longitude }: Point): Position => [longitude, latitude];

export interface Outline {
  type: 'Polygon' | 'MultiPolygon';
  coordinates: unknown[];
}

/** A circle of so many metres as the crow flies. */
export function circleAround(centre: Point, metres: number): Outline {
  const corners = Array.from({ length: CORNERS + 1 }, (_, at) => {
    const turn = (2 * Math.PI * (at % CORNERS)) / CORNERS;
    return positionOf(movedBy(centre, { north: Math.cos(turn) * metres, east: Math.sin(turn) * metres }));
  });
  return { type: 'Polygon', coordinates: [corners] };
}

/** Where an area ends, to be drawn. A radius is by road (spec §9), a circle as the crow flies. */
export const outlineOf = (area: Area): Outline =>
  'radiusKm' in area
    ? circleAround(area, (area.radiusKm * 1_000) / DISTANCE_FACTOR)
    : { type: area.type, coordinates: area.coordinates };
