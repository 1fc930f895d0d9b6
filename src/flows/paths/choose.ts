import type { AnyStateMachine } from 'xstate';
import type { Run, RunStep } from '#machines/book/run.ts';
import { type Frame, innermost, misfit } from '../simulation/play.ts';
import type { Goal } from './goal.ts';
import { Recorder } from './recorder.ts';
import { Roads, statesAt } from './roads.ts';
import type { Node } from './search.ts';

/** A step of a path: where the chart is after it, and what is seen by it. */
export interface PathStep {
  /** null where it begins */
  step: RunStep | null;
  states: readonly string[];
  goals: readonly Goal[];
}
export interface ChartPath {
  run: Run;
  /** the beginning first */
  steps: readonly PathStep[];
}

/** A path goes on to what is near and not yet seen until it has so many steps. */
const LONG = 10;
/** As many roads as are gone in vain at the end of a path. */
const MOST_VAIN = 6;

/** The steps by which a search came to a place. */
export function stepsTo(node: Node): RunStep[] {
  const steps: RunStep[] = [];
  for (let at: Node | null = node; at; at = at.from) if (at.step) steps.push(at.step);
  return steps.reverse();
}

/** A path on its way. */
class Walker {
  private readonly recorder: Recorder;
  private readonly input: unknown;
  frame: Frame;
  readonly steps: PathStep[];
  constructor(recorder: Recorder, input: unknown) {
    const { frame, goals } = recorder.start(input);
    this.recorder = recorder;
    this.input = input;
    this.frame = frame;
    this.steps = [{ step: null, states: innermost(frame), goals }];
  }
  /** A push of the clock leads to what falls due next, which may be at another time here. */
  private timed(step: RunStep): RunStep {
    const [due] = this.frame.timers;
    return step.do === 'wait' && due ? { do: 'wait', ms: Math.max(0, due.at - this.frame.clock) } : step;
  }
  /** @returns whether all of them could be taken */
  take(planned: readonly RunStep[]): boolean {
    for (const one of planned) {
      const step = this.timed(one);
      if (misfit(this.frame, step, 0)) return false;
      try {
        const { frame, goals } = this.recorder.after(this.frame, step);
        this.frame = frame;
        this.steps.push({ step, states: innermost(frame), goals });
      } catch {
        return false;
      }
    }
    return true;
  }
  /** Back to where it was after so many steps. */
  back(frame: Frame, length: number): void {
    this.frame = frame;
    this.steps.length = length;
  }
  sees(goals: ReadonlySet<Goal>, from: number): boolean {
    return this.steps.slice(from).some((step) => step.goals.some((goal) => goals.has(goal)));
  }
  get path(): ChartPath {
    return {
      run: { input: this.input, steps: this.steps.flatMap(({ step }) => step ?? []) },
      steps: this.steps,
    };
  }
}

/** Goes on to what is near and not yet seen, as long as the path is short. */
function goOn(walker: Walker, roads: Roads, left: Set<Goal>): void {
  const barred = new Set<NonNullable<ReturnType<Roads['nearest']>>[number]>();
  const note = (from: number) => {
    for (const { goals } of walker.steps.slice(from)) for (const goal of goals) left.delete(goal);
  };
  note(0);
  while (walker.steps.length <= LONG && barred.size < MOST_VAIN) {
    const { frame } = walker;
    const { length } = walker.steps;
    const next = roads.nearest(statesAt(frame), left, barred);
    const last = next?.at(-1);
    if (!next || !last) return;
    const isGone = walker.take(next.map(({ step }) => step));
    if (isGone && walker.sees(left, length)) {
      note(length);
    } else {
      barred.add(last);
      walker.back(frame, length);
    }
  }
}

/**
 * A few paths by which everything is seen that was found: the shortest way to each goal, but for those that lie on
 * another's way, each going on to what is near. The longest are chosen first, because they have others in them.
 */
export function* pathsOver(
  machine: AnyStateMachine,
  found: ReadonlyMap<Goal, Node>,
  places: Iterable<Node>,
): Generator<void, ChartPath[]> {
  const recorder = new Recorder(machine);
  const roads = new Roads(places);
  const left = new Set(found.keys());
  const paths: ChartPath[] = [];
  const goals = [...found].map(([goal, node]) => ({ goal, input: node.input, steps: stepsTo(node) }));
  for (const { goal, input, steps } of goals.sort((a, b) => b.steps.length - a.steps.length)) {
    if (!left.has(goal)) continue;
    const walker = new Walker(recorder, input);
    walker.take(steps);
    goOn(walker, roads, left);
    paths.push(walker.path);
    yield;
  }
  return paths.sort((a, b) => a.run.steps.length - b.run.steps.length);
}
