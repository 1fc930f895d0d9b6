import { DEFAULT_LATITUDE, DEFAULT_LONGITUDE } from '#domain/constants.ts';

/** Degrees. */
export type Point = { latitude: number; longitude: number };

/** Used to list things while no location is known; never to promise a delivery (D31). Source: spec §9. */
export const DEFAULT_LOCATION: Point = { latitude: DEFAULT_LATITUDE, longitude: DEFAULT_LONGITUDE };
