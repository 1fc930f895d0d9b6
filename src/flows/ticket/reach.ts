import type { AnyStateMachine } from 'xstate';
import type { Run, RunStep } from '#machines/book/run.ts';
import type { ToldStep } from '#machines/book/telling.ts';
import { stepsTo } from '../paths/choose.ts';
import { happeningsAt } from '../paths/happenings.ts';
import type { PathSamples } from '../paths/path-samples.ts';
import { type Node, Search } from '../paths/search.ts';
import { type Frame, innermost } from '../simulation/play.ts';

/** How a simulated run comes to the states of a ticket, or as near as it gets. */
export interface Reached {
  run: Run;
  /** the innermost states in which it ends */
  end: readonly string[];
  /** `ticket`: by what happened there; `path`: by another way to the same states; `near`: not to all of them */
  how: 'ticket' | 'path' | 'near';
}
type Step = Pick<ToldStep, 'event' | 'from' | 'to'>;
/** A chart that was brought so far by what happened in a ticket. */
interface Trail {
  input: unknown;
  steps: readonly RunStep[];
  frame: Frame;
  of: Search;
}

/** As many trails as are followed at once: the same happened, with other data. */
const MOST_TRAILS = 24;
/** As many places are tried as the beginning of a log that begins in the middle. */
const MOST_BEGINNINGS = 200;
const same = (a: readonly string[], b: readonly string[]) => a.toSorted().join() === b.toSorted().join();
const stands = (frame: Frame, states: readonly string[]) => same(innermost(frame), states);
const keyOf = ({ snapshot: { value, context } }: Frame) => JSON.stringify([value, context]);

/** How much of a path another has, from outside: 0 to 1. */
function shared(path: string, other: string): number {
  const [own, its] = [path.split('.'), other.split('.')];
  const until = own.findIndex((part, at) => part !== its[at]);
  return (until < 0 ? own.length : until) / own.length;
}
/** How much of some states a place has. */
const nearness = (states: readonly string[], wanted: readonly string[]): number =>
  wanted.reduce((sum, path) => sum + Math.max(0, ...states.map((other) => shared(path, other))), 0) /
  Math.max(wanted.length, states.length);

/** @returns null where the chart lacks data and fell */
function after({ recorder }: Search, frame: Frame, step: RunStep): Frame | null {
  try {
    return recorder.after(frame, step).frame;
  } catch {
    return null;
  }
}

/** Looks for runs of one chart with made-up data. What it found for one ticket it knows for the next. */
export class Reach {
  /** Each with where it stopped: what it left of a place it takes up again. */
  private readonly searches: { search: Search; going: Generator<void, void> | null }[];

  constructor(machine: AnyStateMachine, samples: readonly PathSamples[]) {
    const found = new Map();
    this.searches = samples.map((one) => ({ search: new Search(machine, one, found), going: null }));
  }

  /** In slices. @param steps of one actor, from where it began or from where the log begins */
  *to(wanted: readonly string[], steps: readonly Step[]): Generator<void, Reached | null> {
    const told = yield* this.byTicket(wanted, steps);
    return told ?? (yield* this.byPath(wanted));
  }

  private *byTicket(wanted: readonly string[], steps: readonly Step[]): Generator<void, Reached | null> {
    const [first] = steps;
    if (!first) return null;
    const whole = (node: Node, of: Search, rest: readonly Step[]): Reached | null => {
      let trails: Trail[] = [{ input: node.input, steps: stepsTo(node), frame: node.frame, of }];
      for (const step of rest) trails = this.follow(trails, step);
      const last = trails.find(({ frame }) => stands(frame, wanted));
      return last
        ? { run: { input: last.input, steps: last.steps }, end: innermost(last.frame), how: 'ticket' }
        : null;
    };
    // A chart that begins is in no state before.
    if (first.from.length === 0) {
      for (const { search } of this.searches)
        for (const node of search.places) {
          if (node.from !== null || !stands(node.frame, first.to)) continue;
          const reached = whole(node, search, steps.slice(1));
          if (reached) return reached;
          yield;
        }
      return null;
    }
    // Else the log begins in the middle: at a place that looks the same, of which some have the data that others lack.
    let reached: Reached | null = null;
    let tried = 0;
    yield* this.find((frame, node, of) => {
      if (!stands(frame, first.from)) return false;
      reached = whole(node, of, steps);
      return reached !== null || ++tried >= MOST_BEGINNINGS;
    });
    return reached;
  }
  /** All that may have happened under the name of an event and led where it did. */
  private follow(trails: readonly Trail[], { event, from, to }: Step): Trail[] {
    const followed = new Map<string, Trail>();
    // What left it where it was may have changed nothing.
    if (same(from, to)) for (const trail of trails) followed.set(keyOf(trail.frame), trail);
    for (const { input, steps, frame, of } of trails) {
      for (const { step, does } of happeningsAt(frame, of.samples, of.recorder)) {
        if (followed.size >= MOST_TRAILS) break;
        if (does.slice(0, does.indexOf(' ')) !== event) continue;
        const next = after(of, frame, step);
        if (next && stands(next, to) && !followed.has(keyOf(next)))
          followed.set(keyOf(next), { input, steps: [...steps, step], frame: next, of });
      }
    }
    return [...followed.values()];
  }
  private *byPath(wanted: readonly string[]): Generator<void, Reached | null> {
    let best: { node: Node; near: number } | null = null;
    const found = yield* this.find((frame, node) => {
      if (stands(frame, wanted)) return true;
      const near = nearness(innermost(frame), wanted);
      if (near > (best?.near ?? 0)) best = { node, near };
      return false;
    });
    const node = found?.node ?? (best as { node: Node } | null)?.node; // written by the search
    if (!node) return null;
    const run = { input: node.input, steps: stepsTo(node) };
    return { run, end: innermost(node.frame), how: found ? 'path' : 'near' };
  }
  /** The first place of a kind, which is one of the nearest; the searches go on until it is found. */
  private *find(
    is: (frame: Frame, node: Node, of: Search) => boolean,
  ): Generator<void, { node: Node; of: Search } | null> {
    for (const one of this.searches) {
      const { search } = one;
      let at = 0;
      const met = () => {
        for (; at < search.places.length; at++) {
          const node = search.places[at];
          if (node && is(node.frame, node, search)) return { node, of: search };
        }
        return null;
      };
      const known = met();
      if (known) return known;
      if (search.isDone) continue;
      one.going ??= search.run();
      while (!one.going.next().done) {
        const found = met();
        if (found) return found;
        yield;
      }
      one.going = null;
    }
    return null;
  }
}
