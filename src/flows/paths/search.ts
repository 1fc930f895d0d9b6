import type { AnyStateMachine } from 'xstate';
import type { RunStep } from '#machines/book/run.ts';
import { type Frame, callsOf } from '../simulation/play.ts';
import type { Goal } from './goal.ts';
import { type Happening, happeningsAt } from './happenings.ts';
import type { PathSamples } from './path-samples.ts';
import { Recorder, type Seen } from './recorder.ts';

/** A place that the search came to, and how it came there first. */
export interface Node {
  from: Node | null;
  /** null where it begins */
  step: RunStep | null;
  input: unknown;
  frame: Frame;
  /** what may happen there, as far as it was tried */
  ways: Way[];
}
/** Something that may happen, where it leads, and what is seen then. */
interface Way {
  step: RunStep;
  to: Node;
  goals: readonly Goal[];
}
/** Places that look alike: in the same states, and the same may happen to them. */
interface Kind {
  waiting: { node: Node; next: readonly Happening[] }[];
  looked: number;
}

/** As many steps as a search takes without seeing anything new before it stops. */
export const MOST_VAIN = 4_000;

const exactly = (frame: Frame) => {
  const { value, context, status } = frame.snapshot;
  const calls = callsOf(frame).map(({ id }) => id);
  return JSON.stringify([value, status, context, calls, frame.timers.map(({ id }) => id)]);
};
const roughly = ({ snapshot }: Frame, next: readonly Happening[]) =>
  JSON.stringify([snapshot.value, [...new Set(next.map(({ does }) => does))]]);

/**
 * Looks for everything that a chart can do, breadth first, by taking each step that may happen where it is. Places of a
 * kind that was not met yet come first; then those of the kinds that were looked at least, until nothing new is seen
 * for a while. A count of steps ends it and not a time: every machine finds the same.
 */
export class Search {
  readonly samples: PathSamples;
  /** by which its places were made, and by which one goes on from them */
  readonly recorder: Recorder;
  /** where each goal was seen first; shared with the searches of the chart's other samples */
  private readonly found: Map<Goal, Node>;
  private readonly known = new Map<string, Node>();
  private readonly queue: Node[] = [];
  private readonly kinds = new Map<string, Kind>();
  private next = 0;
  private vain = 0;
  /** nothing is left that was not tried */
  isDone = false;

  constructor(machine: AnyStateMachine, samples: PathSamples, found: Map<Goal, Node>) {
    this.samples = samples;
    this.recorder = new Recorder(machine);
    this.found = found;
    for (const input of samples.inputs) this.begin(input);
  }
  /** Each once, in the order in which they were found. */
  get places(): readonly Node[] {
    return this.queue;
  }
  private begin(input: unknown): void {
    const seen = this.attempt(() => this.recorder.start(input));
    if (seen) this.arrive({ from: null, step: null, input, frame: seen.frame, ways: [] }, seen.goals);
  }
  /** @returns null where the chart lacks data and fell */
  private attempt(what: () => Seen): Seen | null {
    try {
      return what();
    } catch {
      return null;
    }
  }
  /** @returns the place that was known before as this one */
  private arrive(node: Node, goals: readonly Goal[]): Node {
    for (const goal of goals) {
      if (this.found.has(goal)) continue;
      this.found.set(goal, node);
      this.vain = 0;
    }
    const key = exactly(node.frame);
    const known = this.known.get(key);
    if (known) return known;
    this.known.set(key, node);
    this.queue.push(node);
    return node;
  }
  /** A place to look on from, of a kind that was looked at least. */
  private pick(): { node: Node; next: readonly Happening[] } | null {
    for (let node = this.queue[this.next]; node; node = this.queue[this.next]) {
      this.next++;
      const next = happeningsAt(node.frame, this.samples, this.recorder);
      const name = roughly(node.frame, next);
      const kind = this.kinds.get(name);
      if (!kind) {
        this.kinds.set(name, { waiting: [], looked: 1 });
        return { node, next };
      }
      kind.waiting.push({ node, next });
    }
    const open = [...this.kinds.values()].filter(({ waiting }) => waiting.length > 0);
    const first = open.reduce<Kind | null>(
      (least, kind) => (least && least.looked <= kind.looked ? least : kind),
      null,
    );
    if (!first) return null;
    first.looked++;
    return first.waiting.shift() ?? null;
  }
  /** @returns after each step. Looked for once more, it goes on where it stopped. */
  *run(): Generator<void, void> {
    this.vain = 0;
    while (this.vain < MOST_VAIN) {
      const place = this.pick();
      if (!place) {
        this.isDone = true;
        return;
      }
      const { node } = place;
      for (const { step } of place.next) {
        const seen = this.attempt(() => this.recorder.after(node.frame, step));
        this.vain++;
        if (!seen) continue;
        const to = { from: node, step, input: node.input, frame: seen.frame, ways: [] };
        node.ways.push({ step, to: this.arrive(to, seen.goals), goals: seen.goals });
        yield;
      }
    }
  }
}
