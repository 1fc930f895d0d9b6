import type { Leaving, Measured } from '#contract/measurement.ts';
import { stoodStep } from '#domain/ops/funnel.ts';
import { pathsOf } from '#client/help/chart-steps.ts';
import type { AnyActorRef, AnyMachineSnapshot, InspectionEvent, StateValue } from 'xstate';

type Transition = Extract<Measured, { name: 'checkout' }>;
const CHART: Transition['name'] = 'checkout';

/** The states of a value, each before those inside it, as paths. */
export function statesIn(value: StateValue): string[] {
  const parts = pathsOf(value).map((path) => path.split('.'));
  return [...new Set(parts.flatMap((names) => names.map((_, at) => names.slice(0, at + 1).join('.'))))];
}

/** Of a chart's snapshot what this reads; actors of other kinds have nothing of it. */
type Snapshot = Partial<Pick<AnyMachineSnapshot, 'machine' | 'value' | 'status'>>;
const standsIn = ({ status, value }: Snapshot): string[] =>
  value === undefined || status === 'stopped' || status === 'error' ? [] : statesIn(value);

/**
 * Hears the transitions of the checkout: which states are left and entered, by which event, and how long they were
 * stood in. Nothing is written into the chart or its screens for it, and nothing of what an event carries is read.
 * States that are passed in one step are not stood in. Source: decision 157; PRV-03, PRV-05.
 * @returns ends that
 */
export function hearCheckout(
  app: AnyActorRef,
  tell: (transition: Transition) => void,
  now: () => number = Date.now,
): () => void {
  /** Since when each state is stood in, epoch ms; empty while nobody buys. */
  let standing = new Map<string, number>();
  function step(event: string, states: readonly string[]): void {
    const at = now();
    const left = [...standing].filter(([state]) => !states.includes(state));
    const entered = states.filter((state) => !standing.has(state));
    standing = new Map(states.map((state) => [state, standing.get(state) ?? at]));
    if (left.length + entered.length > 0)
      tell({
        name: CHART,
        event,
        left: left.map(([state, since]) => ({ state, stood: stoodStep(at - since) })),
        entered,
      });
  }
  const leave = (how: Leaving) => step(how, []);

  const hear = ({ type, ...inspected }: InspectionEvent): void => {
    if (type !== '@xstate.snapshot') return;
    const { event, snapshot } = inspected as { event: { type: string }; snapshot: Snapshot }; // of that type
    if (snapshot.machine?.id !== CHART) return;
    const states = standsIn(snapshot);
    if (states.length === 0) return leave('flow.left');
    step(event.type, states);
    // A state in which the chart ends is come to, and not left.
    if (snapshot.status === 'done') standing.clear();
  };
  const running = (app.getSnapshot() as { children: Record<string, AnyActorRef | undefined> }).children[
    CHART
  ];
  if (running) step('xstate.init', standsIn(running.getSnapshot() as Snapshot));
  const { unsubscribe } = app.system.inspect(hear);

  let before: readonly string[] = [];
  const hide = () => {
    before = [...standing.keys()];
    leave('page.left');
  };
  // A page that was kept to come back to goes on where it was.
  const show = ({ persisted }: PageTransitionEvent) => {
    if (persisted) step('xstate.init', before);
  };
  addEventListener('pagehide', hide);
  addEventListener('pageshow', show);
  return () => {
    unsubscribe();
    removeEventListener('pagehide', hide);
    removeEventListener('pageshow', show);
  };
}
