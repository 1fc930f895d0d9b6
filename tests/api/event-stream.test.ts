import { createClient } from '#api/client.ts';
import { listen } from '#api/event-stream.ts';
import type { StreamEvent } from '#contract/stream.ts';
import { describe, expect, it } from 'vitest';

const at = '2026-11-21T10:00:00.000Z';
async function heard(parts: string[], status = 200) {
  const events: StreamEvent[] = [];
  const ids: string[] = [];
  const sent: Request[] = [];
  const body = new ReadableStream({
    start: (controller) => {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });
  const api = createClient({
    base: 'http://shop.test',
    app: 'client',
    fetch: (request) => (sent.push(request), Promise.resolve(new Response(body, { status }))),
  });
  await listen(api, {
    topics: 'campaigns,order:X',
    lastEventId: '7',
    signal: new AbortController().signal,
    onOpen: () => undefined,
    onEvent: (event) => void events.push(event),
    onId: (id) => void ids.push(id),
  });
  return { events, ids, sent };
}

describe('the event stream', () => {
  it('reads events however they are cut', async () => {
    const text = `id: 8\nevent: campaign.changed\ndata: {"id":"c"}\n\n: ping\n\nid: 9\nevent: clock.changed\ndata: {"now":"${at}"}\n\n`;
    for (const size of [1, 7, 1_000]) {
      const parts = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      const { events, ids } = await heard(parts);
      expect(events).toEqual([{ type: 'campaign.changed' }, { type: 'clock.changed', now: at }]);
      expect(ids).toEqual(['8', '9']);
    }
  });
  it('says where it stopped', async () => {
    const { sent } = await heard([]);
    expect(sent[0]?.headers.get('Last-Event-ID')).toBe('7');
    expect(sent[0]?.url).toBe('http://shop.test/api/operation/events?topics=campaigns%2Corder%3AX');
  });
  it('passes over what it does not know', async () => {
    const { events } = await heard([
      'event: order.exploded\ndata: {}\n\n',
      'event: campaign.changed\ndata: {not json\n\n',
      'event: cart.changed\ndata: {"uuid":1}\n\n',
      'event: campaign.changed\ndata: {}\n\n',
    ]);
    expect(events).toEqual([{ type: 'campaign.changed' }]);
  });
  it('ends with the refusal when it is not let in', async () => {
    await expect(heard([], 503)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
