import path from 'node:path';
import { type FaultName, faultNames } from '#flows/faults/fault-matrix.ts';
import { type Call, faultMatrixOf } from '../support/fault-matrix.ts';
import { goesOnWithout } from '../machines/declared-faults.ts';
import { allModels } from './charts-path-samples.ts';
import { root } from './source.ts';

/** What the flow book shows of failed calls: where each leads, and what leads back. */

export const faultsFile = path.join(root, 'src/flows/faults/generated/fault-matrix.json');

/** A call as the lists of reasons name it. */
export const nameOf = (chart: string, { state, call }: Pick<Call, 'state' | 'call'>): string =>
  `${chart} ${state === '' ? '·' : state} ${call}`;

/** Every chart that calls something, with its calls. */
export async function wholeMatrix(): Promise<[chart: string, calls: Call[]][]> {
  const all = (await allModels()).map(([id, { machine, models }]): [string, Call[]] => [
    id,
    faultMatrixOf(machine, models),
  ]);
  return all.filter(([, calls]) => calls.length > 0);
}

/** Failures that lead to one place together. */
function landingsOf({ landings }: Call) {
  const grouped = Map.groupBy(faultNames, (name: FaultName) => {
    const { to, back } = landings[name];
    return JSON.stringify({ to, back });
  });
  return [...grouped].map(([landing, faults]) => ({ faults, ...(JSON.parse(landing) as object) }));
}

/** The text of the file: a call per line, so that a difference of two revisions is short. */
export function faultsText(matrix: readonly [string, Call[]][]): string {
  const lines = matrix.map(([chart, calls]) => {
    const rows = calls.map((call) => {
      const without = goesOnWithout[nameOf(chart, call)]?.[0];
      const { state, call: name } = call;
      return JSON.stringify({ state, call: name, landings: landingsOf(call), ...(without && { without }) });
    });
    return `${JSON.stringify(chart)}:[\n${rows.join(',\n')}]`;
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}
