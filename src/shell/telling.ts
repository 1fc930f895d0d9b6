import type { AnyActorRef } from 'xstate';
import { actorsFrom, hearSteps, runningFrom } from '#client/help/chart-steps.ts';
import {
  type FromBook,
  type FromStore,
  type SentEvent,
  TELLING,
  TELLING_FOR,
} from '#machines/book/telling.ts';

/** Tells each step of the charts, names alone. @returns what ends it */
const tellSteps = (root: AnyActorRef, say: (what: FromStore) => void, tab: string): (() => void) =>
  hearSteps(root, ({ id, chart, event, from, to }) => {
    const step = {
      at: Date.now(),
      id,
      chart,
      event: event.type,
      fields: Object.keys(event).filter((name) => name !== 'type'),
      from,
      to,
      // The chart itself has not moved on yet
      running: runningFrom(root).map((one) => (one.id === id ? { ...one, active: to } : one)),
    };
    say({ type: 'store.stepped', tab, step });
  });

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
