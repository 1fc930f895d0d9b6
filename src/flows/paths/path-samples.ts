/** What may be told and answered to a chart that paths are looked for in: all that one model of its tests has. */
export interface PathSamples {
  inputs: readonly unknown[];
  events: readonly ({ readonly type: string } & Readonly<Record<string, unknown>>)[];
  /** by the name of the port */
  outputs: Readonly<Record<string, readonly unknown[]>>;
  /** refusals that say more than their code, by the name of the port */
  faults: Readonly<Record<string, readonly { fault: string; problem: Readonly<Record<string, unknown>> }[]>>;
}

/** Written by `npm run charts` from the models of the charts' tests. */
const written = import.meta.glob<Record<string, PathSamples[]>>('./generated/path-samples.json', {
  import: 'default',
});

/** What a chart can be begun with, told and answered, by each of its models; nothing for a chart that no model has. */
export async function pathSamplesOf(chart: string): Promise<readonly PathSamples[]> {
  const [load] = Object.values(written);
  return (await load?.())?.[chart] ?? [{ inputs: [undefined], events: [], outputs: {}, faults: {} }];
}
