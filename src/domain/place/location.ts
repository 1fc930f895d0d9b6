import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import type { Area } from '#contract/place.ts';
import { DISTANCE_FACTOR, EARTH_RADIUS_KM } from '#domain/constants.ts';
import type { Point } from './point.ts';

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/**
 * Kilometres between two points: great circle on a sphere of 6371 km, times 1.363636 for the road. Source:
 * spec §9.
 */
export function distanceKm(a: Point, b: Point): number {
  const dLatitude = radians(b.latitude - a.latitude);
  const dLongitude = radians(b.longitude - a.longitude);
  const half =
    Math.sin(dLatitude / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(dLongitude / 2) ** 2;
  // Rounding can lift the haversine of opposite points a hair above 1.
  return EARTH_RADIUS_KM * DISTANCE_FACTOR * 2 * Math.asin(Math.min(1, Math.sqrt(half)));
}

let oneDecimal: Intl.NumberFormat | undefined;

/** `490,4 km` */
export function formatKm(km: number): string {
  oneDecimal ??= new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return `${oneDecimal.format(km)} km`;
}

/** Order of nearness to a point. */
export const byDistance =
  (from: Point) =>
  (a: Point, b: Point): number =>
    distanceKm(from, a) - distanceKm(from, b);

type Geometry = Extract<Area, { type: unknown }>;

function isInGeometry({ type, coordinates }: Geometry, { latitude, longitude }: Point): boolean {
  // The contract leaves positions open; areas are checked when a tenant is imported.
  const geometry = { type, coordinates } as Parameters<typeof booleanPointInPolygon>[1];
  return booleanPointInPolygon([longitude, latitude], geometry);
}

function isInArea(area: Area, point: Point): boolean {
  // A hair of tolerance, so that a point measured onto the border is inside in both directions.
  if ('radiusKm' in area) return distanceKm(area, point) <= area.radiusKm + 1e-9;
  return area.coordinates.length === 0 || isInGeometry(area, point);
}

/**
 * Whether a point lies in any of the areas, border included. No area, or an empty one, means the whole
 * country. Source: D30.
 */
export function isWithin(areas: Area | readonly Area[] | null | undefined, point: Point): boolean {
  if (!areas) return true;
  const list = Array.isArray(areas) ? (areas as readonly Area[]) : [areas as Area];
  return list.length === 0 || list.some((area) => isInArea(area, point));
}
