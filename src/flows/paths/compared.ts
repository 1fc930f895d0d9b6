import { type PlayedChart, type PlayedStep, playedIn } from './played.ts';
import { beside } from '../given.ts';

/** Where `npm run flows:build -- --before` puts the replays of another book, with their pictures in `before/`. */
export const PLAYED_BEFORE = 'played-before.json';
/** The replays of the other book. @returns null where the build was given none */
export const playedBeforeOf = async (base: string): Promise<readonly PlayedChart[] | null> =>
  playedIn(await beside(base, PLAYED_BEFORE));

/** A step that both books have, each with its picture. */
export interface StepPair {
  chart: string;
  /** what happened on the way there, the step itself last; nothing where the tour begins */
  way: readonly string[];
  before: PlayedStep;
  now: PlayedStep;
}
export interface Pairs {
  pairs: StepPair[];
  /** tours of one book alone */
  added: number;
  removed: number;
}

const wayOf = (steps: readonly PlayedStep[]) => steps.flatMap(({ happens }) => happens || []);
const nameOf = ({ steps }: PlayedChart['tours'][number]) => [steps[0]?.path, ...wayOf(steps)].join('\n');

/**
 * Steps of two books that came about by the same happenings from the same page, each once: tours that begin alike share
 * theirs. What a browser took no picture of is left out.
 */
export function pairsOf(before: readonly PlayedChart[], now: readonly PlayedChart[]): Pairs {
  const found = new Map<string, StepPair>();
  let [added, removed] = [0, 0];
  for (const { chart, tours } of now) {
    const former = before.find((one) => one.chart === chart)?.tours ?? [];
    const byName = new Map(former.map((tour) => [nameOf(tour), tour]));
    for (const tour of tours) {
      const other = byName.get(nameOf(tour));
      byName.delete(nameOf(tour));
      if (!other) {
        added++;
        continue;
      }
      for (const [at, step] of tour.steps.entries()) {
        const twin = other.steps[at];
        const way = wayOf(tour.steps.slice(0, at + 1));
        const key = [chart, tour.steps[0]?.path, ...way].join('\n');
        if (twin?.picture && step.picture) found.set(key, { chart, way, before: twin, now: step });
      }
    }
    removed += byName.size;
  }
  for (const { chart, tours } of before) if (!now.some((one) => one.chart === chart)) removed += tours.length;
  return { pairs: [...found.values()], added, removed };
}

/** Points of a picture: four bytes each, line by line. */
export interface Points {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}
/** A part of a picture, in parts of its sides. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Side of the squares that are compared, points. */
const SQUARE = 8;
/** A point differs by more than this in one of its colours: less is what a JPEG makes of the same picture. */
const VISIBLE = 40;
/** A square differs by more points than this. */
const FEW = 3;
/** Squares that far from each other are one area. */
const NEAR = 3;

function squaresThatDiffer(a: Points, b: Points): Set<string> {
  const differing = new Map<string, number>();
  for (let y = 0; y < a.height; y++)
    for (let x = 0; x < a.width; x++) {
      const at = 4 * (y * a.width + x);
      const isSeen = [0, 1, 2].some(
        (colour) => Math.abs((a.data[at + colour] ?? 0) - (b.data[at + colour] ?? 0)) > VISIBLE,
      );
      if (!isSeen) continue;
      const key = `${Math.floor(x / SQUARE)} ${Math.floor(y / SQUARE)}`;
      differing.set(key, (differing.get(key) ?? 0) + 1);
    }
  return new Set([...differing].filter(([, count]) => count > FEW).map(([key]) => key));
}

/** Where two pictures can be seen to differ; the whole where they are not of one size. */
export function areasOf(a: Points, b: Points): Area[] {
  if (a.width !== b.width || a.height !== b.height) return [{ x: 0, y: 0, width: 1, height: 1 }];
  const left = squaresThatDiffer(a, b);
  const areas: Area[] = [];
  for (const begun of left) {
    left.delete(begun);
    const squares = [begun.split(' ').map(Number) as [number, number]];
    for (const [x, y] of squares)
      for (let near = x - NEAR; near <= x + NEAR; near++)
        for (let under = y - NEAR; under <= y + NEAR; under++)
          if (left.delete(`${near} ${under}`)) squares.push([near, under]);
    const [xs, ys] = [squares.map(([x]) => x), squares.map(([, y]) => y)];
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    areas.push({
      x: (x * SQUARE) / a.width,
      y: (y * SQUARE) / a.height,
      width: Math.min(1, ((Math.max(...xs) + 1 - x) * SQUARE) / a.width),
      height: Math.min(1, ((Math.max(...ys) + 1 - y) * SQUARE) / a.height),
    });
  }
  return areas;
}
