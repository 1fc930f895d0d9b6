import { Map as Drawn, Marker, setWorkerUrl } from 'maplibre-gl';
import type { GeoJSONSource, LngLatBoundsLike } from 'maplibre-gl';
import { trustedScript } from '#client/trusted-script.ts';
import { DEFAULT_LOCATION, type Point } from '#domain/place/point.ts';
import { positionOf } from '#domain/place/outline.ts';
import { MAP_FILES } from './map-files.ts';
import { ATTRIBUTION, coloursOf, groundStyle, thingLayers, townsLayer, townsSource } from './map-style.ts';
import { type MapThings, boundsOf, featuresOf } from './map-things.ts';

/** The default ground has no streets: nearer than this there is only what is shown on it. */
const NEAREST = { ground: 11, pin: 15, streets: 17 } as const;
/** From where the whole country is seen. */
const FARTHEST = 2.5;

const words = {
  'CooperativeGesturesHandler.WindowsHelpText': 'Segure Ctrl e role para aproximar o mapa',
  'CooperativeGesturesHandler.MacHelpText': 'Segure ⌘ e role para aproximar o mapa',
  'CooperativeGesturesHandler.MobileHelpText': 'Use dois dedos para mover o mapa',
};

export interface MapOptions {
  things: MapThings;
  /** A style with streets (MAP_STYLE_URL); the store's own ground without it. */
  style?: string | undefined;
  /** Classes of a pin. */
  pin: string;
  onDrop: (at: Point) => void;
  /** The ground and what is shown on it are there. @param attribution of the ground, to be said beside it */
  onDrawn: (attribution: string) => void;
  /** It cannot be drawn here. */
  onFault: () => void;
}
export interface DrawnMap {
  show(things: MapThings): void;
  zoom(by: 1 | -1): void;
  remove(): void;
}

/**
 * The library reads its worker's address as a text before it starts it, which a trusted one is not: the two
 * questions that it asks of it are answered for it.
 */
function workerUrl(): string {
  const { worker } = MAP_FILES;
  const url: unknown = trustedScript(worker);
  if (typeof url === 'string') return url;
  return Object.assign(url as object, {
    endsWith: (end: string) => worker.endsWith(end),
    split: (by: RegExp) => worker.split(by),
  }) as unknown as string;
}

/** Said in other words by the screens that have a map: programs that read aloud go by those. */
function hush(map: Drawn): void {
  const canvas = map.getCanvas();
  canvas.tabIndex = -1;
  canvas.removeAttribute('role');
  canvas.removeAttribute('aria-label');
  map.getCanvasContainer().ariaHidden = 'true';
}

/** What a style says of its sources, without its markup. */
const attributionOf = (map: Drawn): string =>
  Object.values(map.getStyle().sources)
    .flatMap((source) => ('attribution' in source && source.attribution ? [source.attribution] : []))
    .map((text) => text.replace(/<[^>]*>/g, ''))
    .join(' · ');

/** @throws where there is no WebGL */
export function drawMap(box: HTMLElement, options: MapOptions): DrawnMap {
  const { style, onDrop, onDrawn, onFault } = options;
  let { things } = options;
  setWorkerUrl(workerUrl());
  const colours = () => coloursOf(box);
  const map = new Drawn({
    container: box,
    style: style ?? groundStyle(colours()),
    center: positionOf(DEFAULT_LOCATION),
    zoom: FARTHEST,
    minZoom: FARTHEST,
    maxZoom: style ? NEAREST.streets : things.pin ? NEAREST.pin : NEAREST.ground,
    attributionControl: false,
    cooperativeGestures: true,
    dragRotate: false,
    pitchWithRotate: false,
    fadeDuration: 0,
    locale: words,
  });
  map.touchZoomRotate.disableRotation();
  hush(map);

  let marker: Marker | null = null;
  const showPin = () => {
    if (!things.pin) {
      marker?.remove();
      marker = null;
      return;
    }
    if (!marker) {
      const element = document.createElement('div');
      element.className = options.pin;
      marker = new Marker({ element, draggable: true, anchor: 'bottom' });
      marker.on('dragend', () => {
        const { lat: latitude, lng: longitude } = marker?.getLngLat() ?? { lat: 0, lng: 0 };
        onDrop({ latitude, longitude });
        // One that was not taken goes back to where it was, once the answer to it is drawn.
        requestAnimationFrame(showPin);
      });
    }
    marker.setLngLat(positionOf(things.pin)).addTo(map);
  };
  const fit = () => {
    const bounds = boundsOf(things);
    if (bounds)
      map.fitBounds(bounds satisfies LngLatBoundsLike, {
        padding: 48,
        maxZoom: things.pin ? NEAREST.pin : NEAREST.ground,
        animate: false,
      });
  };
  const showThings = () => {
    const data = featuresOf(things) as GeoJSON.FeatureCollection;
    const source = map.getSource<GeoJSONSource>('things');
    // What the next one overtakes, or a map that is gone, is dropped.
    if (source) void source.setData(data).catch(() => undefined);
    else {
      map.addSource('things', { type: 'geojson', data });
      for (const layer of thingLayers(colours())) map.addLayer(layer);
    }
  };
  const showTowns = () => {
    if (map.getSource('towns')) return;
    map.addSource('towns', townsSource());
    // Under what is shown on the ground.
    map.addLayer(townsLayer(colours()), 'areas');
  };
  map.on('style.load', () => {
    showThings();
    if (!style) map.once('idle', showTowns);
  });
  // Before it was drawn once a fault is one of its ground; after that what is drawn stays.
  let isSettled = false;
  const settle = (tell: () => void) => () => {
    if (!isSettled) tell();
    isSettled = true;
  };
  map.on('error', settle(onFault));
  map.once(
    'idle',
    settle(() => onDrawn(style ? attributionOf(map) : ATTRIBUTION)),
  );
  showPin();
  fit();

  const scheme = matchMedia('(prefers-color-scheme: dark)');
  const recolour = () => style ?? map.setStyle(groundStyle(colours()));
  scheme.addEventListener('change', recolour);
  return {
    show(next) {
      things = next;
      showPin();
      if (!things.pin || !map.getBounds().contains(positionOf(things.pin))) fit();
      if (map.isStyleLoaded()) showThings();
      else map.once('idle', showThings);
    },
    zoom: (by) => map.zoomTo(map.getZoom() + by, { animate: false }),
    remove() {
      scheme.removeEventListener('change', recolour);
      map.remove();
    },
  };
}
