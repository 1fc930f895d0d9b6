import { opsStream } from '#contract/ops/stream.ts';
import type { NewsEvent } from '#machines/ops/shift.machine.ts';
import { type EventObject, fromCallback } from 'xstate';
import type { Session } from './session.ts';

const SHORTEST_PAUSE = 1_000;
const LONGEST_PAUSE = 60_000;

/** Reads one connection to its end. Read with fetch, because an EventSource cannot carry a bearer. */
async function listen({ api }: Session, signal: AbortSignal, onNews: () => void): Promise<void> {
  const response = await api.open(opsStream, {
    query: { topics: 'orders' },
    headers: { Accept: 'text/event-stream' },
    signal,
  });
  if (!response.ok || !response.body) throw new Error(`no news: ${response.status}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    rest += part.value;
    const blocks = rest.split(/\r\n\r\n|\n\n|\r\r/);
    rest = blocks.pop() ?? '';
    if (blocks.some((block) => /^event: ?orders\.changed$/m.test(block))) onNews();
  }
}

/**
 * Says that orders changed somewhere. What it misses the shift learns by looking again, so it never has to succeed.
 */
export const hearNews = (session: Session) =>
  fromCallback<EventObject, unknown, NewsEvent>(({ sendBack }) => {
    const gone = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    const connect = async (): Promise<void> => {
      await listen(session, gone.signal, () => {
        failures = 0;
        sendBack({ type: 'news.arrived' });
      }).catch(() => undefined);
      if (gone.signal.aborted) return;
      failures += 1;
      const pause = Math.min(LONGEST_PAUSE, SHORTEST_PAUSE * 2 ** failures);
      timer = setTimeout(() => void connect(), pause * (0.5 + Math.random()));
    };
    void connect();
    return () => {
      gone.abort();
      clearTimeout(timer);
    };
  });
