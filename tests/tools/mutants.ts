/**
 * Do the path tests notice a mistake? Every chart's configuration is changed in one place at a time, and the
 * chart's own paths are taken on it, judged by its
 * oracle and by where the paths should be. `npm run test:mutants [seed] [chart …]`; `most=60` takes a sample
 * per chart, `most=0` all of them.
 * Prints killed of total per chart, how many of them the oracle alone noticed, and the survivors. Fails under
 * 90 % of any chart.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { type Mutant, mutantsOf } from '../support/mutate.ts';
import {
  Diverged,
  type Model,
  type Oracle,
  type Path,
  pathsThrough,
  prepare,
  replay,
} from '../support/walk.ts';

const GOAL = 0.9;
/** Paths through the place of the change that are tried for the oracle alone. */
const NEAR = 150;
const given = process.argv.slice(2);
const seed = Number(given.find((argument) => /^\d+$/.test(argument)) ?? 1);
const most = Number(given.find((argument) => argument.startsWith('most='))?.slice(5) ?? 60);
const named = given.filter((argument) => /^[a-z]/.test(argument) && !argument.startsWith('most='));

/** Numbers that a seed decides (mulberry32). */
function numbers(from: number): (count: number) => number {
  let state = from;
  return (count) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * count);
  };
}

/** For each path, the transitions it takes, as `state|event`; paths near a change come first. */
function placesOf(machine: AnyStateMachine, model: Model<AnyStateMachine>, paths: Path[]): Set<string>[] {
  return paths.map((way) => {
    const places = new Set<string>();
    const note = {
      states: 0,
      size: 0,
      missing: () => [],
      add: (taken: readonly { source: { id: string }; eventType: string }[]) => {
        for (const { source, eventType } of taken) {
          places.add(`${source.id}|${eventType}`);
          places.add(source.id);
        }
      },
    };
    replay(machine, model, way, () => {}, note as never); // only `add` is used here
    return places;
  });
}

/** How a change is noticed on a path: by the oracle, by the place, or not at all. */
function noticed(
  mutant: AnyStateMachine,
  model: Model<AnyStateMachine>,
  way: Path,
  oracle: Oracle,
): 'oracle' | 'place' | null {
  try {
    replay(mutant, model, way, oracle);
    return null;
  } catch (error) {
    return error instanceof Diverged ? 'place' : 'oracle';
  }
}

function judge(
  { state, event, machine }: Mutant,
  model: Model<AnyStateMachine>,
  oracle: Oracle,
  paths: Path[],
  places: Set<string>[],
): 'oracle' | 'place' | null {
  const place = event === null ? state : `${state}|${event}`;
  const near = paths.filter((_, index) => places[index]?.has(place));
  const others = paths.filter((_, index) => !places[index]?.has(place));
  let best: 'place' | null = null;
  for (const [index, way] of [...near, ...others].entries()) {
    const found = noticed(machine, model, way, oracle);
    if (found === 'oracle') return found;
    best = found ?? best;
    if (best && index >= NEAR) break;
  }
  return best;
}

const folder = path.resolve(import.meta.dirname, '../machines');
/** Files of models, by the name of the chart. */
const models = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.model.ts'))
    .map((file) => [path.basename(file, '.model.ts'), path.join(folder, file)]),
);
let isBelow = false;
console.info(`seed ${seed}`);
for (const [chart, file] of models) {
  if (named.length > 0 && !named.includes(chart)) continue;
  const { machine, model, newsModel, oracle } = (await import(file)) as {
    machine: AnyStateMachine;
    model: Model<AnyStateMachine>;
    /** What a chart hears and passes on, where its test walks that by itself. */
    newsModel?: Model<AnyStateMachine>;
    oracle: Oracle;
  };
  const random = numbers(seed);
  const all = mutantsOf(machine, random);
  for (let last = all.length - 1; last > 0; last--) {
    const other = random(last + 1);
    [all[last], all[other]] = [all[other] ?? all[0], all[last] ?? all[0]] as [() => Mutant, () => Mutant];
  }
  const chosen = most > 0 ? all.slice(0, most) : all;
  prepare(machine);
  const walks = [model, ...(newsModel ? [newsModel] : [])].map((one) => {
    const paths = pathsThrough(machine, one);
    return { model: one, paths, places: placesOf(machine, one, paths) };
  });
  const survivors: string[] = [];
  let killed = 0;
  let byOracle = 0;
  for (const make of chosen) {
    let found: 'oracle' | 'place' | null = 'place';
    let name = '';
    try {
      const mutant = make();
      name = `${mutant.kind}: ${mutant.where}`;
      found = null;
      for (const walk of walks)
        if (found !== 'oracle') found = judge(mutant, walk.model, oracle, walk.paths, walk.places) ?? found;
    } catch {
      found = 'place'; // a chart that cannot even be made
    }
    if (found) killed++;
    if (found === 'oracle') byOracle++;
    if (!found) survivors.push(name);
  }
  const share = chosen.length === 0 ? 1 : killed / chosen.length;
  if (share < GOAL) isBelow = true;
  console.info(
    `${chart}: ${killed}/${chosen.length} killed (${Math.floor(share * 100)} %), ${byOracle} of them by the oracle alone; ${all.length} mutants there are`,
  );
  for (const survivor of survivors) console.info(`  survived: ${survivor}`);
}
if (isBelow) {
  console.error(`Some chart is below ${GOAL * 100} %.`);
  process.exitCode = 1;
}
