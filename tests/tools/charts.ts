import path from 'node:path';
import { type AnyStateMachine, StateMachine } from 'xstate';
import type { Chart } from '#flows/facts.ts';
import { root, sourceFiles } from './source.ts';

/** Every chart of the shop:/** Every chart of the shop: what the files named *.machine.ts export, by id. */
export async function allCharts(): Promise<Chart[]> {
  const files = await sourceFiles(['machines/**/*.machine.ts']);
  const found = await Promise.all(
    files.map(async ({ path: file }) => {
      const exported = (await import(path.join(root, file))) as Record<string, unknown>; // any module is one
      return Object.values(exported)
        .filter((one): one is AnyStateMachine => one instanceof StateMachine)
        .map((machine) => ({ machine, file }));
    }),
  );
  return found.flat().sort((a, b) => a.machine.id.localeCompare(b.machine.id));
}
