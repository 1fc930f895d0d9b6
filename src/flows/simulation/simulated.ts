import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ChartSamples, Run } from '#machines/book/run.ts';
import { shippedChart } from '../charts.ts';
import type { SimulationActor } from '../history.ts';
import { withHolders } from '../live-states.ts';
import { type Frame, type Played, innermost, lastOf, play } from './play.ts';

export interface Simulated {
  run: Run;
  samples: ChartSamples;
  played: Played;
  /** the chart where the run is; null where it did not begin */
  last: Frame | null;
  /** where a run that was handed on ended when it was */
  expected: readonly string[] | null;
  active: ReadonlySet<string>;
  passed: ReadonlySet<string>;
}

/** The run of a chart that is simulated; null while another is, or none. */
export function useSimulated(simulation: SimulationActor, chart: string): Simulated | null {
  const context = useSelector(simulation, (snapshot) => snapshot.context);
  const isOn = useSelector(simulation, (snapshot) => snapshot.hasTag('on'));
  return useMemo(() => {
    if (!isOn || context.chart !== chart) return null;
    const played = play(shippedChart(chart).machine, context.run);
    const last = lastOf(played);
    const frames = [played.start, ...played.taken.map(({ frame }) => frame)].filter((one) => one !== null);
    return {
      run: context.run,
      samples: context.samples,
      played,
      last,
      expected: context.end,
      active: new Set(withHolders(last ? innermost(last) : [])),
      passed: new Set(withHolders(frames.flatMap(innermost))),
    };
  }, [context, isOn, chart]);
}
