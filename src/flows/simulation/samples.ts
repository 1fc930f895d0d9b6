import type { ChartSamples } from '#machines/book/run.ts';

/** Written by `npm run charts` from the models of the charts' tests. */
const written = import.meta.glob<Record<string, ChartSamples>>('./generated/samples.json', {
  import: 'default',
});

/** What a chart can be begun with, told and answered; nothing for a chart that no model has. */
export async function samplesOf(chart: string): Promise<ChartSamples> {
  const [load] = Object.values(written);
  return (await load?.())?.[chart] ?? { events: {}, outputs: {} };
}
