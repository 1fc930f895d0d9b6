import path from 'node:path';
import type { AnyStateMachine } from 'xstate';
import type { Model } from '../support/walk.ts';
import { root, sourceFiles } from './source.ts';

/** What the flow book offers a chart with, from the models that the charts are walked by. */

export const samplesFile = path.join(root, 'src/flows/simulation/generated/samples.json');

type Found = [machine: AnyStateMachine, model: Model<AnyStateMachine>];
/** `machine` and `model`, or `keyMachine` and `keyModel`. */
const pairsIn = (exported: Record<string, unknown>): Found[] =>
  Object.keys(exported).flatMap((name): Found[] => {
    const model = exported[name.replace(/machine$/, 'model').replace(/Machine$/, 'Model')];
    // Named so in every model
    return /machine$/i.test(name) && model
      ? [[exported[name] as AnyStateMachine, model as Model<AnyStateMachine>]]
      : [];
  });

/** The first of each event, and the first answer of each port that is no failure. */
function samplesFrom({ inputs, events, outcomes = {} }: Model<AnyStateMachine>) {
  const byName = new Map((events as { type: string }[]).toReversed().map((event) => [event.type, event]));
  const outputs = Object.entries(outcomes).flatMap(([name, those]) =>
    those
      .filter((one) => 'ok' in one)
      .slice(0, 1)
      .map(({ ok }) => [name, ok] as const),
  );
  return {
    input: inputs[0] as unknown,
    events: Object.fromEntries([...byName].sort(([a], [b]) => a.localeCompare(b))),
    outputs: Object.fromEntries(outputs),
  };
}

/** The text of the file: one chart per line, so that a difference of two revisions is short. */
export async function samplesText(): Promise<string> {
  const files = await sourceFiles(['tests/machines/**/*.model.ts']);
  const found = await Promise.all(
    files.map(async ({ path: file }) =>
      pairsIn((await import(path.join(root, file))) as Record<string, unknown>),
    ),
  ); // any module is one
  const lines = found
    .flat()
    .map(([machine, model]) => [machine.id, JSON.stringify(samplesFrom(model))] as const)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([id, text]) => `${JSON.stringify(id)}:${text}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}
