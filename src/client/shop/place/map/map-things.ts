import type { Area } from '#contract/place.ts';
import { type Outline, type Position, circleAround, outlineOf, positionOf } from '#domain/place/outline.ts';
import type { Point } from '#domain/place/point.ts';

/** What a map shows, over its ground. */
export interface MapThings {
  /** Where the person is. */
  here?: Point | null;
  /** How far off that may be, m. */
  accuracy?: number;
  /** What has a name: stores, and where things are fetched. */
  points?: readonly (Point & { name: string })[];
  areas?: readonly Area[];
  /** Where a pin began: circles around it say how far it is. */
  start?: Point | null;
  /** A pin that can be dragged. */
  pin?: Point | null;
}

type Kind = 'area' | 'ring' | 'accuracy' | 'here' | 'point';
interface Feature {
  type: 'Feature';
  properties: { kind: Kind; name: string };
  geometry: Outline | { type: 'Point'; coordinates: Position };
}
export interface Features {
  type: 'FeatureCollection';
  features: Feature[];
}

/** Metres of the circles around the start of a pin. */
const RINGS = [100, 500] as const;

/** The same as GeoJSON. */
export function featuresOf({ here, accuracy, points = [], areas = [], start }: MapThings): Features {
  const drawn = (kind: Kind, geometry: Feature['geometry'], name = ''): Feature => ({
    type: 'Feature',
    properties: { kind, name },
    geometry,
  });
  const dot = (kind: Kind, point: Point, name?: string) =>
    drawn(kind, { type: 'Point', coordinates: positionOf(point) }, name);
  return {
    type: 'FeatureCollection',
    features: [
      ...areas.map((area) => drawn('area', outlineOf(area))),
      ...(start ? RINGS.map((metres) => drawn('ring', circleAround(start, metres))) : []),
      ...(here && accuracy ? [drawn('accuracy', circleAround(here, accuracy))] : []),
      ...(here ? [dot('here', here)] : []),
      ...points.map((point) => dot('point', point, point.name)),
    ],
  };
}

const isPosition = (part: unknown): part is Position =>
  Array.isArray(part) && typeof part[0] === 'number' && typeof part[1] === 'number';
const positionsIn = (part: unknown): Position[] =>
  isPosition(part) ? [part] : Array.isArray(part) ? part.flatMap(positionsIn) : [];

/**
 * The corners south-west and north-east of all that is shown; null where there is nothing.
 */
export function boundsOf(things: MapThings): [Position, Position] | null {
  const all = [
    ...featuresOf(things).features.flatMap(({ geometry }) => positionsIn(geometry.coordinates)),
    ...(things.pin ? [positionOf(things.pin)] : []),
  ];
  if (all.length === 0) return null;
  const [longitudes, latitudes] = [all.map(([east]) => east), all.map(([, north]) => north)];
  return [
    [Math.min(...longitudes), Math.min(...latitudes)],
    [Math.max(...longitudes), Math.max(...latitudes)],
  ];
}
