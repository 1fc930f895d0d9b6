import {
  type AnyStateMachine,
  type AnyTransitionDefinition,
  type EventObject,
  type ExecutableActionObject,
  or,
} from 'xstate';
import type { RunStep } from '#machines/book/run.ts';
import { statesOf } from '../facts.ts';
import { type Frame, Player } from '../simulation/play.ts';
import { type Goal, goalOf, unmetOf } from './goal.ts';

/** A chart at a moment, and what was seen on the way to it. */
export interface Seen {
  frame: Frame;
  goals: readonly Goal[];
}

/** The action by which a transition says that it is taken. */
const TOOK = 'paths.took';

/** A chart that says of each step which transitions it took and which conditions did not hold. */
export class Recorder {
  private readonly player: Player;
  private readonly names = new Map<AnyTransitionDefinition, Goal>();
  private readonly unmet = new Set<Goal>();

  constructor(machine: AnyStateMachine) {
    // A copy: what is written into its transitions stays out of every other run.
    this.player = new Player(machine.provide({}));
    for (const node of statesOf(this.player.machine.root)) {
      const own: AnyTransitionDefinition[] = [
        ...(node.always ?? []),
        ...[...node.transitions.values()].flat(),
      ];
      for (const [at, transition] of own.entries()) this.watch(transition, goalOf(node.path.join('.'), at));
    }
  }
  private watch(transition: AnyTransitionDefinition, goal: Goal): void {
    const { guard, actions } = transition;
    this.names.set(transition, goal);
    const took = { type: TOOK, params: { goal } };
    transition.actions = [...actions, took];
    if (guard === undefined) return;
    const isUnmet = () => {
      this.unmet.add(unmetOf(goal));
      return false;
    };
    transition.guard = or([guard, isUnmet] as never); // a guard of the chart's own
  }
  private seen(frame: Frame, done: readonly ExecutableActionObject[]): Seen {
    const taken = done.flatMap(({ type, params }) =>
      type === TOOK ? (params as unknown as { goal: Goal }).goal : [],
    ); // written above
    return { frame, goals: [...new Set([...taken, ...this.unmet])] };
  }
  /** @throws whatever the chart throws that lacks data */
  start(input: unknown): Seen {
    this.unmet.clear();
    const done: ExecutableActionObject[] = [];
    return this.seen(this.player.start(input, done), done);
  }
  /** @throws whatever the chart throws that lacks data */
  after(from: Frame, step: RunStep): Seen {
    this.unmet.clear();
    const done: ExecutableActionObject[] = [];
    return this.seen(this.player.after(from, step, done), done);
  }
  /** The transitions that an event would take first; undefined where the chart lacks data to say. */
  chosen({ snapshot }: Frame, event: EventObject): Goal[] | undefined {
    try {
      const chosen: AnyTransitionDefinition[] = snapshot.machine.getTransitionData(snapshot, event);
      return chosen.flatMap((transition) => this.names.get(transition) ?? []);
    } catch {
      return undefined;
    }
  }
}
