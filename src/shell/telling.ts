import type { AnyActorRef, InspectionEvent, StateValue } from 'xstate';
import {
  type FromBook,
  type FromStore,
  type RunningChart,
  type SentEvent,
  TELLING,
  TELLING_FOR,
} from '#machines/book/telling.ts';

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
function actorsFrom(actor: AnyActorRef): AnyActorRef[] {
  const { children = {} } = actor.getSnapshot() as Snapshot;
  return [actor, ...Object.values(children).flatMap((child) => (child ? actorsFrom(child) : []))];
}
const runningFrom = (root: AnyActorRef): RunningChart[] =>
  actorsFrom(root).flatMap((actor) => {
    const snapshot = actor.getSnapshot() as Snapshot;
    const chart = chartIn(snapshot);
    return chart ? [{ id: actor.sessionId, chart, active: activeIn(snapshot) }] : [];
  });

/** Tells each step of the charts, names alone. @returns what ends it */
function tellSteps(root: AnyActorRef, say: (what: FromStore) => void, tab: string): () => void {
  const before = new Map(runningFrom(root).map(({ id, active }) => [id, active]));
  const hear = ({ type, actorRef, ...inspected }: InspectionEvent): void => {
    if (type !== '@xstate.snapshot') return;
    const { event, snapshot } = inspected as { event: { type: string }; snapshot: Snapshot }; // of that type
    const chart = chartIn(snapshot);
    if (chart === null) return;
    const { sessionId: id } = actorRef;
    const to = activeIn(snapshot);
    const step = {
      at: Date.now(),
      id,
      chart,
      event: event.type,
      fields: Object.keys(event).filter((name) => name !== 'type'),
      from: before.get(id) ?? [],
      to,
      // The chart itself has not moved on yet
      running: runningFrom(root).map((one) => (one.id === id ? { ...one, active: to } : one)),
    };
    before.set(id, to);
    say({ type: 'store.stepped', tab, step });
  };
  const { unsubscribe } = root.system.inspect(hear);
  return unsubscribe;
}

function send(root: AnyActorRef, { id, event }: SentEvent): void {
  actorsFrom(root)
    .find(({ sessionId }) => sessionId === id)
    ?.send(event);
}

/**
 * Tells the flow book what the charts of this page do, while one looks: in a sandbox only.
 */
export function tellFlows(root: AnyActorRef): void {
  const tab = crypto.randomUUID();
  let channel: BroadcastChannel | null = null;
  let stop: (() => void) | null = null;
  let looked = 0;
  const quiet = () => {
    stop?.();
    stop = null;
  };
  const say = (what: FromStore) => {
    if (Date.now() - looked > TELLING_FOR) quiet();
    else channel?.postMessage(what);
  };
  const begin = () => {
    looked = Date.now();
    stop ??= tellSteps(root, say, tab);
    say({ type: 'store.told', tab, running: runningFrom(root) });
  };
  const hear = ({ data }: MessageEvent<FromBook>) => {
    if (data.type === 'book.looks') begin();
    else if (data.tab === tab) send(root, data.sent);
  };
  const open = () => {
    channel ??= new BroadcastChannel(TELLING);
    channel.onmessage = hear;
  };
  open();
  begin();
  // A page with an open channel would not be kept to come back to.
  addEventListener('pagehide', () => {
    say({ type: 'store.left', tab });
    quiet();
    channel?.close();
    channel = null;
  });
  addEventListener('pageshow', open);
}
