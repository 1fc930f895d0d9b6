import worker from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import ground from './ground.json?url';
import towns from './towns.json?url';

/** Addresses of what a map asks for once its code runs. */
export const MAP_FILES = { worker, ground, towns };

/**
 * Asks for them beside the code, not after it; they are read again from what the browser keeps. One that does not
 * come now is asked for when it is needed.
 * @param style one that is drawn instead of the store's own ground
 */
export function fetchAhead(style?: string): void {
  for (const file of style ? [worker] : [worker, ground, towns])
    void fetch(file)
      .then((answer) => answer.arrayBuffer())
      .catch(() => undefined);
}
