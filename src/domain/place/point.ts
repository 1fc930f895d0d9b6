import { DEFAULT_LATITUDE, DEFAULT_LONGITUDE } from '#domain/constants.ts';

/** Degrees. */
export type Point = { latitude: number; longitude: number };

/** The point of something that may have one; null while it has none. */
export const placedAt = (
  place: { latitude?: number | undefined; longitude?: number | undefined } | null | undefined,
): Point | null =>
  place?.latitude === undefined || place.longitude === undefined
    ? null
    : { latitude: place.latitude, longitude: place.longitude };

/** Used to list things while no location is known; never to promise a delivery (D31). Source: spec §9. */
export const DEFAULT_LOCATION: Point = { latitude: DEFAULT_LATITUDE, longitude: DEFAULT_LONGITUDE };
