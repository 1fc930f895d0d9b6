import { EARTH_RADIUS_KM } from '#domain/constants.ts';
import type { Point } from './point.ts';

/** Metres, as the crow flies: a pin is set by hand, and no road leads to it. */
export interface Way {
  north: number;
  east: number;
}
export const directions = ['north', 'south', 'east', 'west'] as const;
export type Direction = (typeof directions)[number];
const ways: Record<Direction, Way> = {
  north: { north: 1, east: 0 },
  south: { north: -1, east: 0 },
  east: { north: 0, east: 1 },
  west: { north: 0, east: -1 },
};
export const wayTo = (direction: Direction, metres: number): Way => ({
  north: ways[direction].north * metres,
  east: ways[direction].east * metres,
});

const METRES_OF_A_DEGREE = (EARTH_RADIUS_KM * 1000 * Math.PI) / 180;
/** A degree of longitude is shorter away from the equator; no place of Brazil is near a pole. */
const squeeze = (latitude: number): number => Math.cos((latitude * Math.PI) / 180);

export const movedBy = ({ latitude, longitude }: Point, { north, east }: Way): Point => ({
  latitude: latitude + north / METRES_OF_A_DEGREE,
  longitude: longitude + east / (METRES_OF_A_DEGREE * squeeze(latitude)),
});
/** How far a pin is from where it was, in whole metres. */
export const wayFrom = (from: Point, to: Point): Way => ({
  north: Math.round((to.latitude - from.latitude) * METRES_OF_A_DEGREE) + 0,
  east: Math.round((to.longitude - from.longitude) * METRES_OF_A_DEGREE * squeeze(from.latitude)) + 0,
});
