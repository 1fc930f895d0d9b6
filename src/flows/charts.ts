import { type AnyStateMachine, StateMachine } from 'xstate';
import { type ChartFacts, factsOf } from './facts.ts';

const modules = import.meta.glob<Record<string, unknown>>('../../machines/**/*.machine.ts', { eager: true });

/** A chart itself, with the name that its file gives it. */
export interface ShippedChart {
  machine: AnyStateMachine;
  file: string;
  exported: string;
}
const shipped: readonly ShippedChart[] = Object.entries(modules).flatMap(([path, names]) =>
  Object.entries(names)
    .filter((one): one is [string, AnyStateMachine] => one[1] instanceof StateMachine)
    .map(([exported, machine]) => ({ machine, file: path.replace('../../', ''), exported })),
);

/** Every chart of the shop and of its desk, as it is shipped, by id. */
export const charts: readonly ChartFacts[] = shipped.map(factsOf).sort((a, b) => a.id.localeCompare(b.id));

/** @throws Error for a chart that is none of the shop's */
export function shippedChart(id: string): ShippedChart {
  const found = shipped.find(({ machine }) => machine.id === id);
  if (!found) throw new Error(`no chart ${id}`);
  return found;
}
