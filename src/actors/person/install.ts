import type { Client } from '#api/client.ts';
import { getDocument } from '#contract/document.ts';
import { Dialog } from '#contract/place.ts';
import type { PromptAnswer, Way } from '#machines/install/install.machine.ts';
import * as v from 'valibot';
import { fromPromise } from 'xstate';

/** The browser's own question, kept when it was offered. */
export interface InstallPrompt {
  prompt: () => Promise<unknown>;
  userChoice: Promise<{ outcome: PromptAnswer }>;
}

const NAMES = { prompt: 'installAndroid', share: 'installIos' } as const;
/** The events that a button of these dialogs may name (D16); others are ignored (D90). */
const EVENTS: readonly string[] = ['install.accepted', 'install.dismissed'];
/** Longer, it would hide the page that it lies over. */
const LONGEST = { title: 80, text: 240 };

/** A dialog of the store that can be shown: short enough, and with a button by which it is sent away. */
function shown(dialog: Dialog, way: Way): Dialog | null {
  const buttons = dialog.buttons.filter(({ event }) => EVENTS.includes(event));
  const names = buttons.map(({ event }) => event);
  const isWhole =
    names.includes('install.dismissed') && (way !== 'prompt' || names.includes('install.accepted'));
  const isShort = dialog.title.length <= LONGEST.title && dialog.text.length <= LONGEST.text;
  return isWhole && isShort && dialog.title.trim() && dialog.text.trim() ? { ...dialog, buttons } : null;
}

/**
 * Ports of the chart of the installation.
 * @param take the browser's question, which answers once
 */
export const installActors = (api: Client, take: () => InstallPrompt | null) => ({
  readInstallWords: fromPromise<Dialog | null, { way: Way }>(async ({ input: { way }, signal }) => {
    // Of a browser inside another app no document speaks.
    if (way === 'outside') return null;
    const { data } = await api.call(getDocument, {
      params: { collection: 'defaults', id: 'dialogs' },
      signal,
    });
    const dialog = v.safeParse(Dialog, data[NAMES[way]]);
    return dialog.success ? shown(dialog.output, way) : null;
  }),
  promptInstall: fromPromise<PromptAnswer, Record<string, never>>(async () => {
    const question = take();
    if (!question) throw new Error('the browser’s question was answered before');
    await question.prompt();
    return (await question.userChoice).outcome;
  }),
});
