import type { Client } from '#api/client.ts';
import type { Dialog } from '#contract/place.ts';
import type { PromptAnswer, Way } from '#machines/install/install.machine.ts';
import { fromPromise } from 'xstate';
import { dialogOf } from './dialogs.ts';

/** The browser's own question, kept when it was offered. */
export interface InstallPrompt {
  prompt: () => Promise<unknown>;
  userChoice: Promise<{ outcome: PromptAnswer }>;
}

const NAMES = { prompt: 'installAndroid', share: 'installIos' } as const;

/**
 * Ports of the chart of the installation.
 * @param take the browser's question, which answers once
 */
export const installActors = (api: Client, take: () => InstallPrompt | null) => ({
  readInstallWords: fromPromise<Dialog | null, { way: Way }>(async ({ input: { way } }) =>
    // Of a browser inside another app no document speaks.
    way === 'outside' ? null : dialogOf(api, NAMES[way]),
  ),
  promptInstall: fromPromise<PromptAnswer, Record<string, never>>(async () => {
    const question = take();
    if (!question) throw new Error('the browser’s question was answered before');
    await question.prompt();
    return (await question.userChoice).outcome;
  }),
});
