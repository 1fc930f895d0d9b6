import { type ChartFacts, type StateFacts, type TransitionFacts, above, holds, keyOf } from './facts.ts';
import { screenOf } from './search.ts';

/** A way from one screen to the next that the charts have of their own; links and tabs lead anywhere besides. */
export interface Lead {
  from: string;
  to: string;
  /** taken by who may not stay, with the reason */
  isRefusal: boolean;
}

interface Step {
  chart: string;
  path: string;
  isRefusal: boolean;
}

/** The screen that a state is, or is a part of. */
function screenAround(chart: string, path: string): string | null {
  for (let at = path; at !== ''; at = above(at)) {
    const screen = screenOf(chart, at);
    if (screen) return screen.id;
  }
  return null;
}

const refuses = ({ refuses: reason, does = [] }: TransitionFacts) =>
  reason !== undefined || does.some((act) => act.startsWith('refuse'));

/** A state that leads to more screens than this takes people back to what they had asked for, whatever that was. */
const CROSSING = 10;

/** Where the screens of the store lead to, over the states between them; what the root of a chart does is left out. */
export function leadsOf(charts: readonly ChartFacts[]): Lead[] {
  const statesIn = (chart: string): readonly StateFacts[] =>
    charts.find(({ id }) => id === chart)?.states ?? [];
  /** Steps out of a state and what is inside it; the end of a flow goes on where the app keeps the flow. */
  const stepsFrom = ({ chart, path, isRefusal }: Step): Step[] => {
    const inside = statesIn(chart).filter((state) => holds(path, state.path));
    const ends = chart !== 'app' && inside.some(({ kind }) => kind === 'final');
    const after = ends ? statesIn('app').filter((state) => holds(chart, state.path)) : [];
    return [
      ...inside.flatMap(({ transitions }) =>
        transitions.flatMap((one) =>
          (one.to ?? []).map((to) => ({ chart, path: to, isRefusal: isRefusal || refuses(one) })),
        ),
      ),
      ...after.flatMap(({ transitions }) =>
        transitions
          .filter(({ on }) => on === `${chart} respondeu`)
          .flatMap((one) =>
            (one.to ?? []).map((to) => ({ chart: 'app', path: to, isRefusal: refuses(one) })),
          ),
      ),
    ];
  };
  /** A flow in the app's chart begins with the first of its screens. */
  const entranceOf = ({ chart, path }: Step): string | null => {
    const flow = keyOf(path);
    if (chart !== 'app') return null;
    return statesIn(flow).flatMap((state) => screenOf(flow, state.path)?.id ?? [])[0] ?? null;
  };
  const leads = new Map<string, Lead>();
  for (const { id: chart, states } of charts)
    for (const { path } of states) {
      const from = screenOf(chart, path)?.id;
      if (!from) continue;
      const seen = new Set<string>();
      const left = stepsFrom({ chart, path, isRefusal: false });
      for (let step = left.pop(); step; step = left.pop()) {
        const key = `${step.chart} ${step.path} ${step.isRefusal}`;
        if (step.path === '' || seen.has(key)) continue;
        seen.add(key);
        const to = screenAround(step.chart, step.path) ?? entranceOf(step);
        if (to === from) continue;
        if (to === null) {
          const next = stepsFrom(step);
          const screens = new Set(next.map((one) => screenAround(one.chart, one.path)));
          if (screens.size <= CROSSING) left.push(...next);
        } else if (!leads.get(`${from} ${to}`) || !step.isRefusal)
          leads.set(`${from} ${to}`, { from, to, isRefusal: step.isRefusal });
      }
    }
  return [...leads.values()];
}
