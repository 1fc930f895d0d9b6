import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Figure, figure } from './figures.ts';
import type { AnyStateMachine } from 'xstate';
import { type Model, pathsThrough } from '../support/walk.ts';

/** How long it takes to generate the paths of every chart. */
export async function measurePaths(): Promise<Figure[]> {
  const folder = join(import.meta.dirname, '../machines');
  const files = readdirSync(folder).filter((name) => name.endsWith('.model.ts'));
  const began = performance.now();
  let [charts, paths] = [0, 0];
  for (const file of files) {
    const { machine, model } = (await import(join(folder, file))) as {
      machine?: AnyStateMachine;
      model?: Model<AnyStateMachine>;
    }; // what a model file exports; one of a part of a chart has neither
    if (!machine || !model) continue;
    charts++;
    paths += pathsThrough(machine, model).length;
  }
  return [
    figure(`paths of ${charts} charts`, paths, 'paths'),
    figure('generating them', (performance.now() - began) / 1_000, 's'),
  ];
}
