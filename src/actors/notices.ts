import type { Client } from '#api/client.ts';
import { getDocument } from '#contract/document.ts';
import { fromPromise } from 'xstate';

/** Ports of the notices chart. */
export const noticesActors = (api: Client) => ({
  loadMessages: fromPromise<Record<string, string>, Record<string, never>>(async ({ signal }) => {
    const { data } = await api.call(getDocument, {
      params: { collection: 'defaults', id: 'snackMessages' },
      signal,
    });
    return Object.fromEntries(
      Object.entries(data).flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])),
    );
  }),
});
