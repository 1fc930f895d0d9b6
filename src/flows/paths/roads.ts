import type { RunStep } from '#machines/book/run.ts';
import type { Frame } from '../simulation/play.ts';
import type { Goal } from './goal.ts';
import type { Node } from './search.ts';

/** Something that happened in some states, where it led, and what was seen then. */
interface Road {
  step: RunStep;
  to: string;
  goals: readonly Goal[];
}

/** So many steps away is near. */
const NEAR = 3;

/** The states in which a chart is. */
export const statesAt = ({ snapshot }: Frame): string => JSON.stringify(snapshot.value);

/**
 * What a search saw happen, by the states in which it did. A chart may do something else in the same states with other
 * data: whoever goes a road looks whether it led where it leads.
 */
export class Roads {
  private readonly from = new Map<string, Map<string, Road>>();

  constructor(places: Iterable<Node>) {
    for (const { frame, ways } of places) {
      const here = statesAt(frame);
      const own = this.from.get(here) ?? new Map<string, Road>();
      this.from.set(here, own);
      for (const { step, goals, to: place } of ways) {
        const to = statesAt(place.frame);
        const name = `${to} ${goals.join(' ')}`;
        if (!own.has(name)) own.set(name, { step, goals, to });
      }
    }
  }
  /**
   * The nearest thing that is still to be seen; null where none is near.
   * @param barred led elsewhere when they were gone
   */
  nearest(here: string, left: ReadonlySet<Goal>, barred: ReadonlySet<Road>): Road[] | null {
    const known = new Set([here]);
    let edge: { at: string; roads: Road[] }[] = [{ at: here, roads: [] }];
    for (let away = 0; away < NEAR; away++) {
      const further: typeof edge = [];
      for (const { at, roads } of edge) {
        for (const road of this.from.get(at)?.values() ?? []) {
          if (barred.has(road)) continue;
          if (road.goals.some((goal) => left.has(goal))) return [...roads, road];
          if (!known.has(road.to)) further.push({ at: road.to, roads: [...roads, road] });
          known.add(road.to);
        }
      }
      edge = further;
    }
    return null;
  }
}
