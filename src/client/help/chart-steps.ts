import type { AnyActorRef, InspectionEvent, StateValue } from 'xstate';
import type { RunningChart } from '#machines/book/telling.ts';

/** The innermost states of a value, as paths. */
export function pathsOf(value: StateValue, above = ''): string[] {
  if (typeof value === 'string') return [above + value];
  return Object.entries(value).flatMap(([key, inner]) =>
    inner === undefined || (typeof inner === 'object' && Object.keys(inner).length === 0)
      ? [above + key]
      : pathsOf(inner, `${above}${key}.`),
  );
}

/** What XState says of an actor of a chart; actors of other kinds have nothing of it. */
interface Snapshot {
  /** the chart, also of one whose code came late */
  machine?: { id: string };
  value?: StateValue;
  children?: Record<string, AnyActorRef | undefined>;
}
const chartIn = ({ machine }: Snapshot): string | null => machine?.id ?? null;
const activeIn = ({ value }: Snapshot): string[] => (value === undefined ? [] : pathsOf(value));

/** A chart and those that it has started. */
export function actorsFrom(actor: AnyActorRef): AnyActorRef[] {
  const { children = {} } = actor.getSnapshot() as Snapshot;
  return [actor, ...Object.values(children).flatMap((child) => (child ? actorsFrom(child) : []))];
}
export const runningFrom = (root: AnyActorRef): RunningChart[] =>
  actorsFrom(root).flatMap((actor) => {
    const snapshot = actor.getSnapshot() as Snapshot;
    const chart = chartIn(snapshot);
    return chart ? [{ id: actor.sessionId, chart, active: activeIn(snapshot) }] : [];
  });

/** A step of a chart as it happens. Of its event whoever listens takes names alone. */
export interface HeardStep {
  /** of the actor */
  id: string;
  chart: string;
  event: { readonly type: string };
  from: string[];
  to: string[];
}
/** Hears each step of a chart and of those that it starts. @returns what ends it */
export function hearSteps(root: AnyActorRef, take: (step: HeardStep) => void): () => void {
  const before = new Map(runningFrom(root).map(({ id, active }) => [id, [...active]]));
  const hear = ({ type, actorRef, ...inspected }: InspectionEvent): void => {
    if (type !== '@xstate.snapshot') return;
    const { event, snapshot } = inspected as { event: { type: string }; snapshot: Snapshot }; // of that type
    const chart = chartIn(snapshot);
    if (chart === null) return;
    const { sessionId: id } = actorRef;
    const to = activeIn(snapshot);
    const from = before.get(id) ?? [];
    before.set(id, to);
    take({ id, chart, event, from, to });
  };
  const { unsubscribe } = root.system.inspect(hear);
  return unsubscribe;
}
