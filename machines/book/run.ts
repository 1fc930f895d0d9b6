/**
 * A run of a chart without a store: how the chart begins and what happens to it, as plain data. Nobody's: what
 * stands in it was made up or typed.
 */
export type RunStep =
  | { do: 'send'; event: { readonly type: string } & Readonly<Record<string, unknown>> }
  /** a call answers */
  | { do: 'answer'; call: string; output?: unknown }
  /** a call fails. `fault`: NETWORK, BUG, or the code of a refusal, of which `problem` says more */
  | { do: 'fail'; call: string; fault: string; problem?: Readonly<Record<string, unknown>> }
  /** the clock is pushed, and what falls due in that time happens */
  | { do: 'wait'; ms: number };
export interface Run {
  input: unknown;
  steps: readonly RunStep[];
}

/** Made-up things that a chart can be begun with, told and answered. */
export interface ChartSamples {
  input?: unknown;
  /** by the event's name */
  events: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** by the name of the port */
  outputs: Readonly<Record<string, unknown>>;
}
/** @param end the innermost states in which a run that was handed on ended, null for a new one */
export interface OpenedRun {
  run: Run;
  end: readonly string[] | null;
  samples: ChartSamples;
}
/** @param text the run as a link has it, null for a new one */
export interface RunQuestion {
  chart: string;
  text: string | null;
}
