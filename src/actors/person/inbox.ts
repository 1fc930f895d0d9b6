import type { Client } from '#api/client.ts';
import { type News, listNews, readNews } from '#contract/people/push.ts';
import { fromPromise } from 'xstate';

/** Ports of the chart of messages. */
export const inboxActors = (api: () => Promise<Client>) => ({
  loadMessages: fromPromise<News[], Record<string, never>>(async ({ signal }) =>
    (await api()).call(listNews, { signal }),
  ),
  /** Without the chart's signal: whoever opens a message leaves the page that says so. */
  markRead: fromPromise<News, { id: string }>(async ({ input: { id } }) =>
    (await api()).call(readNews, { params: { id } }),
  ),
});

/** Ports of the chart of messages that nobody opened. */
export const unreadActors = (api: () => Promise<Client>) => ({
  countMessages: fromPromise<number, Record<string, never>>(async ({ signal }) => {
    const messages = await (await api()).call(listNews, { signal });
    return messages.filter(({ readAt }) => readAt === undefined).length;
  }),
});
