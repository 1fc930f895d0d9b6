import { readFileSync } from 'node:fs';

/** The value that `share` of the measurements stay below. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Memory of a process in MB, as Linux counts it (shared pages split among those who share them). */
export function memoryOf(pid: number): number {
  const line = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
  return Number(line?.[1] ?? 0) / 1_024;
}

/** Processor seconds that a process has used, user and system. */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** The least or the most that this machine can do of something, measured in the same run. */
export interface Limit {
  name: string;
  value: number;
}
export interface Figure {
  name: string;
  value: string;
  limit?: string;
  ratio?: string;
  target?: string;
  isMet?: boolean;
}
/** A promise: of a ratio to the limit, where there is one, because bare figures differ threefold between machines. */
export interface Promised {
  text: string;
  holds: (value: number) => boolean;
}
const short = (value: number) =>
  Number(value.toPrecision(value < 10 ? 2 : 4)).toLocaleString('en-US', { maximumFractionDigits: 6 });

/** A figure, beside its limit and what was promised of it. */
export function figure(
  name: string,
  value: number,
  unit: string,
  { limit, promised }: { limit?: Limit; promised?: Promised } = {},
): Figure {
  // Of nothing there is no multiple.
  const ratio = limit?.value ? value / limit.value : undefined;
  return {
    name,
    value: `${short(value)} ${unit}`,
    ...(limit ? { limit: `${short(limit.value)} ${unit} (${limit.name})` } : {}),
    ...(ratio === undefined ? {} : { ratio: `${short(ratio)} ×` }),
    ...(promised ? { target: promised.text, isMet: promised.holds(ratio ?? value) } : {}),
  };
}
export const atMost = (limit: number, unit: string): Promised => ({
  text: `≤ ${limit} ${unit}`,
  holds: (value) => value <= limit,
});
export const atLeast = (limit: number, unit: string): Promised => ({
  text: `≥ ${limit} ${unit}`,
  holds: (value) => value >= limit,
});
