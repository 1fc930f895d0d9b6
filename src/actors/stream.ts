import type { Client } from '#api/client.ts';
import { listen } from '#api/event-stream.ts';
import type { StreamEvent } from '#contract/stream.ts';

const SHORTEST_PAUSE = 1_000;
const LONGEST_PAUSE = 60_000;

export interface Stream {
  /** Listens to these topics from now on; none closes the connection. */
  follow(topics: readonly string[]): void;
  close(): void;
}

/**
 * Keeps one event stream open, from where it stopped (`Last-Event-ID`). What it misses the charts learn by
 * their polling, so it never has to succeed.
 * @param onOpen told at every beginning: what happened since things were loaded, nobody will say again
 * @param random 0 to 1: everybody who was cut off by a restart must not come back at once
 */
export function createStream(
  api: Client,
  onEvent: (event: StreamEvent) => void,
  onOpen: () => void = () => undefined,
  random: () => number = Math.random,
): Stream {
  let wanted = '';
  let lastEventId: string | null = null;
  let connection: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;

  async function connect(): Promise<void> {
    const mine = new AbortController();
    connection = mine;
    await listen(api, {
      topics: wanted,
      lastEventId,
      signal: mine.signal,
      onEvent,
      onOpen: () => {
        failures = 0;
        onOpen();
      },
      onId: (id) => {
        lastEventId = id;
      },
    }).catch(() => {
      failures += 1;
    });
    if (mine.signal.aborted) return;
    timer = setTimeout(
      () => void connect(),
      Math.min(LONGEST_PAUSE, SHORTEST_PAUSE * 2 ** failures) * (0.5 + random()),
    );
  }
  const close = () => {
    clearTimeout(timer);
    connection?.abort();
    connection = null;
  };
  return {
    follow(topics) {
      const asked = [...topics].sort().join(',');
      if (asked === wanted) return;
      wanted = asked;
      close();
      if (asked) void connect();
    },
    close() {
      wanted = '';
      close();
    },
  };
}
