import { StreamEvent, stream } from '#contract/stream.ts';
import * as v from 'valibot';
import { refusalOf } from './answer.ts';
import type { Client } from './client.ts';

/** One block of a text/event-stream. Comments (pings) have neither. Source: WHATWG HTML §9.2. */
interface Block {
  id?: string;
  type?: string;
  data?: string;
}

function blockOf(text: string): Block {
  const block: Block = {};
  for (const line of text.split(/\r\n|\n|\r/)) {
    const at = line.indexOf(':');
    const [name, value] = at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1).replace(/^ /, '')];
    if (name === 'id') block.id = value;
    if (name === 'event') block.type = value;
    if (name === 'data') block.data = block.data === undefined ? value : `${block.data}\n${value}`;
  }
  return block;
}

const eventOf = ({ type, data }: Block): StreamEvent | null => {
  if (!type || data === undefined) return null;
  try {
    // Checked by the schema in the same breath
    const parsed = v.safeParse(StreamEvent, { ...(JSON.parse(data) as object), type });
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
};

export interface Listening {
  topics: string;
  /** Where an earlier connection stopped. */
  lastEventId: string | null;
  signal: AbortSignal;
  onOpen(): void;
  onEvent(event: StreamEvent): void;
  onId(id: string): void;
}

/**
 * Listens until the server closes the stream or the signal ends it. Read with fetch, because an EventSource
 * cannot carry a bearer.
 * Unknown or malformed events are passed over. @throws ApiProblem, NetworkFault. Source: definitions.md,
 * Stream.
 */
export async function listen(
  client: Client,
  { topics, lastEventId, signal, onOpen, onEvent, onId }: Listening,
): Promise<void> {
  const response = await client.open(stream, {
    query: { topics },
    signal,
    headers: { Accept: 'text/event-stream', ...(lastEventId ? { 'Last-Event-ID': lastEventId } : {}) },
  });
  if (!response.ok || !response.body) throw await refusalOf(response);
  onOpen();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    rest += part.value;
    const blocks = rest.split(/\r\n\r\n|\n\n|\r\r/);
    rest = blocks.pop() ?? '';
    for (const text of blocks) {
      const block = blockOf(text);
      if (block.id !== undefined) onId(block.id);
      const event = eventOf(block);
      if (event) onEvent(event);
    }
  }
}
