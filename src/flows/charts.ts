import { type AnyStateMachine, StateMachine } from 'xstate';
import { type ChartFacts, factsOf } from './facts.ts';

const modules = import.meta.glob<Record<string, unknown>>('../../machines/**/*.machine.ts', { eager: true });

/** Every chart of the shop and of its desk, as it is shipped, by id. */
export const charts: readonly ChartFacts[] = Object.entries(modules)
  .flatMap(([file, exported]) =>
    Object.values(exported)
      .filter((one): one is AnyStateMachine => one instanceof StateMachine)
      .map((machine) => factsOf({ machine, file: file.replace('../../', '') })),
  )
  .sort((a, b) => a.id.localeCompare(b.id));
