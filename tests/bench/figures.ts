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

export interface Figure {
  name: string;
  value: string;
  target?: string;
  isMet?: boolean;
}
/** A figure against what was promised. */
export const figure = (
  name: string,
  value: number,
  unit: string,
  target?: { text: string; holds: (value: number) => boolean },
): Figure => ({
  name,
  value: `${Number(value.toPrecision(value < 10 ? 2 : 4)).toLocaleString('en-US')} ${unit}`,
  ...(target ? { target: target.text, isMet: target.holds(value) } : {}),
});
export const atMost = (limit: number, unit: string) => ({
  text: `≤ ${limit} ${unit}`,
  holds: (value: number) => value <= limit,
});
export const atLeast = (limit: number, unit: string) => ({
  text: `≥ ${limit} ${unit}`,
  holds: (value: number) => value >= limit,
});
