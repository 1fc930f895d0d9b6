import type { StyleSpecification } from 'maplibre-gl';
import { MAP_FILES } from './map-files.ts';

/** Colours of the map, each as CSS has it. */
export interface MapColours {
  sea: string;
  land: string;
  abroad: string;
  line: string;
  ink: string;
  strong: string;
  brand: string;
  here: string;
}
const TOKENS: Record<keyof MapColours, string> = {
  sea: '--t-sky',
  land: '--t-sand',
  abroad: '--sunken',
  line: '--line',
  ink: '--ink-2',
  strong: '--ink',
  brand: '--brand',
  here: '--info',
};
/** Those of the store, light or dark as the page is. */
export function coloursOf(part: Element): MapColours {
  const style = getComputedStyle(part);
  const read = (name: keyof MapColours) => style.getPropertyValue(TOKENS[name]).trim();
  return {
    sea: read('sea'),
    land: read('land'),
    abroad: read('abroad'),
    line: read('line'),
    ink: read('ink'),
    strong: read('strong'),
    brand: read('brand'),
    here: read('here'),
  };
}

/** What is said of where the ground comes from (SOURCE.md). */
export const ATTRIBUTION = 'Natural Earth · © GeoNames CC BY';

/** A line is drawn over its edge, so the edge is not drawn smooth as well. */
const LINED = { 'fill-antialias': false };
const FONT = ['Figtree'];
const own = (kind: string) => ['==', ['get', 'kind'], kind] as ['==', ['get', string], string];

/** The ground of the default style: Brazil and its neighbours, and states. No other server is asked. */
export const groundStyle = ({ sea, land, abroad, line }: MapColours): StyleSpecification => ({
  version: 8,
  sources: {
    ground: { type: 'geojson', data: new URL(MAP_FILES.ground, location.href).href },
  },
  layers: [
    { id: 'sea', type: 'background', paint: { 'background-color': sea } },
    {
      id: 'abroad',
      type: 'fill',
      source: 'ground',
      filter: own('abroad'),
      paint: { 'fill-color': abroad, ...LINED },
    },
    {
      id: 'states',
      type: 'fill',
      source: 'ground',
      filter: own('state'),
      paint: { 'fill-color': land, ...LINED },
    },
    { id: 'borders', type: 'line', source: 'ground', paint: { 'line-color': line, 'line-width': 1.2 } },
  ],
});

/** Where the names of towns are from; they come when the ground is drawn, which is seen without them. */
export const townsSource = () => ({
  type: 'geojson' as const,
  data: new URL(MAP_FILES.towns, location.href).href,
});
export const townsLayer = ({ ink, land }: MapColours): StyleSpecification['layers'][number] => ({
  id: 'towns',
  type: 'symbol',
  source: 'towns',
  layout: {
    'text-field': ['get', 'name'],
    'text-font': FONT,
    'text-size': ['interpolate', ['linear'], ['zoom'], 3, 11, 10, 14],
    'symbol-sort-key': ['get', 'rank'],
    'text-padding': 6,
  },
  paint: { 'text-color': ink, 'text-halo-color': land, 'text-halo-width': 1.5 },
});

/** What is shown over any ground. */
export const thingLayers = ({ brand, here, land, ink, strong }: MapColours): StyleSpecification['layers'] => [
  {
    id: 'areas',
    type: 'fill',
    source: 'things',
    filter: own('area'),
    paint: { 'fill-color': brand, 'fill-opacity': 0.16, ...LINED },
  },
  {
    id: 'area-edges',
    type: 'line',
    source: 'things',
    filter: own('area'),
    paint: { 'line-color': brand, 'line-width': 2 },
  },
  {
    id: 'rings',
    type: 'line',
    source: 'things',
    filter: own('ring'),
    paint: { 'line-color': ink, 'line-width': 1, 'line-dasharray': [4, 4] },
  },
  {
    id: 'accuracy',
    type: 'fill',
    source: 'things',
    filter: own('accuracy'),
    paint: { 'fill-color': here, 'fill-opacity': 0.16 },
  },
  {
    id: 'here',
    type: 'circle',
    source: 'things',
    filter: own('here'),
    paint: {
      'circle-color': here,
      'circle-radius': 7,
      'circle-stroke-color': land,
      'circle-stroke-width': 3,
    },
  },
  {
    id: 'points',
    type: 'circle',
    source: 'things',
    filter: own('point'),
    paint: {
      'circle-color': brand,
      'circle-radius': 8,
      'circle-stroke-color': land,
      'circle-stroke-width': 3,
    },
  },
  {
    id: 'names',
    type: 'symbol',
    source: 'things',
    filter: own('point'),
    layout: {
      'text-field': ['get', 'name'],
      'text-font': FONT,
      'text-size': 14,
      'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
      'text-radial-offset': 0.9,
    },
    paint: { 'text-color': strong, 'text-halo-color': land, 'text-halo-width': 2 },
  },
];
