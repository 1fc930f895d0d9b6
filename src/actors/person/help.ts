import type { Client } from '#api/client.ts';
import { getDocument } from '#contract/document.ts';
import type { HelpWords } from '#machines/help/help.machine.ts';
import { fromPromise } from 'xstate';

const textIn = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
/** Only what opens by a secure address leads out of the shop. */
const chatIn = (value: unknown): string | null => {
  const text = textIn(value);
  return text !== null && URL.parse(text)?.protocol === 'https:' ? text : null;
};

/** Ports of the chart of help. */
export const helpActors = (api: Client) => ({
  readHelp: fromPromise<HelpWords, Record<string, never>>(async ({ signal }) => {
    const { data } = await api.call(getDocument, {
      params: { collection: 'defaults', id: 'others' },
      signal,
    });
    return { text: textIn(data['helpText']), chat: chatIn(data['helpChat']) };
  }),
});
