import { fromPromise } from 'xstate';
import type { OpenedRun, RunQuestion } from '#machines/book/run.ts';
import { unpacked } from './link.ts';
import { samplesOf } from './samples.ts';

/** A new run of a chart with its sample of an input, or the run of a link. */
export const openRun = fromPromise<OpenedRun, RunQuestion>(async ({ input: { chart, text } }) => {
  const samples = await samplesOf(chart);
  if (text === null) return { run: { input: samples.input, steps: [] }, end: null, samples };
  const linked = await unpacked(text);
  if (!linked) throw new Error('no run');
  return { ...linked, samples };
});
