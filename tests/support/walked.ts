import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { type Coverage, coverageOf, transitionsOf } from './coverage.ts';
import { type Model, type Oracle, type Path, pathsThrough, plain, prepare, replay } from './walk.ts';

/**
 * Takes every path and judges every step.
 * @returns what was covered
 * @throws Error at the first wrong step, naming its path
 */
export function walk<M extends AnyStateMachine>(
  chart: M,
  model: Model<M>,
  oracle: Oracle,
  chosen?: Path[],
): Coverage {
  const coverage = coverageOf(prepare(chart).machine);
  for (const path of chosen ?? pathsThrough(chart, model)) {
    try {
      // Of all paths, every way to a state that is walked on from is the end of one.
      replay(chart, model, path, oracle, coverage, chosen ? 0 : path.steps.length);
    } catch (error) {
      throw new Error(
        `on the path to ${path.name} (input ${plain(path.input)}): ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    }
  }
  return coverage;
}

/** The states without states in them that a value names: `list.ready.resting`. */
function leavesOf(value: unknown, above = ''): string[] {
  if (typeof value === 'string') return [`${above}${value}`];
  return Object.entries(value as Record<string, unknown>).flatMap(([name, inner]) =>
    inner && Object.keys(inner).length > 0 ? leavesOf(inner, `${above}${name}.`) : [`${above}${name}`],
  ); // a state's value is its name, or an object of values
}
/** A key begins with the value. */
const valueIn = (key: string): unknown => (JSON.parse(key) as unknown[])[0];
const leafNodes = (node: AnyStateNode): AnyStateNode[] => {
  const inner = Object.values(node.states);
  return inner.length > 0 ? inner.flatMap(leafNodes) : node.path.length > 0 ? [node] : [];
};

export interface Walked {
  /** Every state without states in it, as a report names it. */
  states: string[];
  /** What is wrong on the paths whose last step came to this state. */
  wrongIn(state: string): string[];
  /** Transitions that no path took, by source, event and guard, and states that none came to. */
  untaken(): string[];
}
/** Complaints of one state that are told; a thousand paths may fail for one reason. */
const MOST_TOLD = 3;

/**
 * Paths that differ in their last step only, and whose last step stays where it was, together: one actor takes
 * their last steps one after another. Every other path is alone.
 */
function runsOf(paths: Path[]): Path[][] {
  const stayed = new Map<unknown, Path[]>();
  return paths.flatMap((path) => {
    const before = path.steps.at(-2);
    if (!before || before.to !== path.steps.at(-1)?.to) return [[path]];
    const run = stayed.get(before);
    if (run) run.push(path);
    else stayed.set(before, [path]);
    return run ? [] : [stayed.get(before) ?? []];
  });
}

/** Walks a chart state by state. The paths are found when the first state is asked for. */
export function walkOf<M extends AnyStateMachine>(chart: M, model: Model<M>, oracle: Oracle): Walked {
  const { machine } = prepare(chart);
  const nodes = new Map(leafNodes(machine.root).map((node) => [node.path.join('.'), node]));
  const coverage = coverageOf(machine);
  const reached = new Set<string>();
  let left: Map<string, Path[]> | undefined;
  let paths = 0;
  const find = () => {
    const found = pathsThrough(chart, model);
    paths = found.length;
    return Map.groupBy(found, ({ start, steps, to }) => {
      const before = new Set(leavesOf(valueIn(steps.at(-2)?.to ?? start)));
      for (const leaf of before) reached.add(leaf);
      const leaves = leavesOf(to);
      return leaves.find((leaf) => !before.has(leaf)) ?? leaves[0] ?? '';
    });
  };
  /** Where one of a run is wrong, or two are not alike in what the key leaves out, each goes alone. */
  function goesWell({ input, start, steps }: Path, run: Path[]): boolean {
    const all = [...steps.slice(0, -1), ...run.flatMap((path) => path.steps.slice(-1))];
    try {
      replay(chart, model, { input, start, steps: all }, oracle, coverage, steps.length);
      return true;
    } catch {
      return false;
    }
  }
  function wrongIn(state: string): string[] {
    left ??= find();
    const wrong: string[] = [];
    for (const run of runsOf(left.get(state) ?? [])) {
      const [first] = run;
      for (const leaf of leavesOf(first?.to)) reached.add(leaf);
      if (first && run.length > 1 && goesWell(first, run)) continue;
      for (const path of run) {
        try {
          // Every way to a state that is walked on from is the end of a path itself.
          replay(chart, model, path, oracle, coverage, path.steps.length);
        } catch (error) {
          wrong.push(
            `on the path to ${path.name} (input ${plain(path.input)}): ${error instanceof Error ? error.message : String(error)}`,
          );
        }
      }
    }
    left.set(state, []);
    return wrong.length > MOST_TOLD
      ? [...wrong.slice(0, MOST_TOLD), `and ${wrong.length - MOST_TOLD} more`]
      : wrong;
  }
  return {
    states: [...nodes.keys()],
    wrongIn,
    untaken() {
      left ??= find();
      const wrong = [...left.keys()].flatMap(wrongIn);
      console.info(
        `${machine.id} → ${coverage.states} states, ${transitionsOf(machine).length} transitions, ${coverage.size} covered (${paths} paths)`,
      );
      // A state that leads on by itself is never where a path ends, but it is passed; one that others begin
      // with is come to.
      const unreached = [...nodes].filter(
        ([name, node]) =>
          !reached.has(name) && !coverage.isPassed(node) && !node.parent?.initial?.target?.includes(node),
      );
      return [...wrong, ...unreached.map(([name]) => `${name} is never reached`), ...coverage.missing()];
    },
  };
}
