import path from 'node:path';
import type { AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import { ApiProblem } from '#contract/problem.ts';
import { statesOf } from '#flows/facts.ts';
import type { Model, Outcome } from '../support/walk.ts';
import { allCharts } from './charts.ts';
import { root, sourceFiles } from './source.ts';

/** What the flow book looks for paths with: all that the models of the charts have, as far as it is JSON. */

export const pathSamplesFile = path.join(root, 'src/flows/paths/generated/path-samples.json');

const isModel = (given: unknown): given is Model<AnyStateMachine> =>
  typeof given === 'object' && given !== null && 'inputs' in given && 'events' in given;

/** `model` beside `machine`, `keyModel` beside `keyMachine`; else the chart that the file is named after. */
function modelsIn(
  file: string,
  exported: Record<string, unknown>,
): (readonly [string, Model<AnyStateMachine>])[] {
  const named = /^[a-z]+/i.exec(path.basename(file))?.[0] ?? '';
  // Modules name what they export in the order that whoever loads them likes.
  const names = Object.keys(exported).sort();
  return names.flatMap((name) => {
    const given = exported[name];
    if (!isModel(given)) return [];
    const own = exported[name.replace(/model$/, 'machine').replace(/Model$/, 'Machine')];
    return [[own ? (own as AnyStateMachine).id : named, given] as const]; // named so in every model
  });
}

/** What a chart inside says of itself as data: what a model answers with functions is asked of it. */
function asData(event: EventObject & { snapshot?: unknown }, machines: ReadonlyMap<string, AnyStateMachine>) {
  const machine = machines.get(/^xstate\.snapshot\.(.+)$/.exec(event.type)?.[1] ?? '');
  if (!machine || !event.snapshot) return event;
  const said = event.snapshot as Partial<Pick<AnyMachineSnapshot, 'hasTag' | 'matches' | 'value'>>; // of a chart
  const nodes = statesOf(machine.root).slice(1);
  const tags = [...new Set(nodes.flatMap((node) => node.tags))];
  const value = said.value ?? nodes.map((node) => node.path.join('.')).find((path) => said.matches?.(path));
  return { ...event, snapshot: { value, tags: tags.filter((tag) => said.hasTag?.(tag)), ...said } };
}

const answersOf = (those: readonly Outcome[]) => those.flatMap((one) => ('ok' in one ? [one.ok] : []));
const faultsOf = (those: readonly Outcome[]) =>
  those.flatMap((one) =>
    'error' in one && one.error instanceof ApiProblem && Object.keys(one.error.problem).length > 0
      ? [{ fault: one.error.code, problem: one.error.problem }]
      : [],
  );
/** By its name, without what has nothing. */
const byPort = <T>(outcomes: Record<string, Outcome[]>, of: (those: readonly Outcome[]) => T[]) =>
  Object.fromEntries(
    Object.entries(outcomes)
      .map(([port, those]) => [port, of(those)] as const)
      .filter(([, found]) => found.length > 0),
  );
const samplesFrom = (
  { inputs, events, outcomes = {} }: Model<AnyStateMachine>,
  machines: ReadonlyMap<string, AnyStateMachine>,
) => ({
  inputs,
  events: (events as EventObject[]).map((event) => asData(event, machines)),
  outputs: byPort(outcomes, answersOf),
  faults: byPort(outcomes, faultsOf),
});

/** Every chart that models stand for, by its id in their order, with all of them. */
export async function allModels(): Promise<
  [chart: string, { machine: AnyStateMachine; models: Model<AnyStateMachine>[] }][]
> {
  const machines = new Map((await allCharts()).map(({ machine }) => [machine.id, machine]));
  const files = await sourceFiles(['tests/machines/**/*.ts']);
  const found = await Promise.all(
    files
      .filter(({ path: file }) => !file.endsWith('.test.ts'))
      .map(async ({ path: file }) =>
        modelsIn(file, (await import(path.join(root, file))) as Record<string, unknown>),
      ),
  ); // any module is one
  const byChart = Map.groupBy(found.flat(), ([id]) => id);
  return [...byChart]
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([id, those]) => {
      const machine = machines.get(id);
      return machine ? [[id, { machine, models: those.map(([, model]) => model) }]] : [];
    });
}

/** The text of the file: one model per line, so that a difference of two revisions is short. */
export async function pathSamplesText(): Promise<string> {
  const all = await allModels();
  const machines = new Map(all.map(([id, { machine }]) => [id, machine]));
  const lines = all.map(([id, { models }]) => {
    const samples = models.map((model) => JSON.stringify(samplesFrom(model, machines)));
    return `${JSON.stringify(id)}:[\n${samples.join(',\n')}]`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}
