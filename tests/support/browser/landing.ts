import type { BrowserContext, Page } from 'playwright-core';
import { LOOKED_AT, type FromStore, type RunningChart, TELLING } from '#machines/book/telling.ts';

/**
 * Runs in each page: its charts tell how they stand, as they do to the flow book. Nothing is known of the page before.
 */
function listen({ channel, lookedAt }: { channel: string; lookedAt: string }): void {
  sessionStorage.clear();
  localStorage.setItem(lookedAt, String(Date.now()));
  new BroadcastChannel(channel).onmessage = ({ data }: MessageEvent<FromStore>) => {
    if (data.type === 'store.told') Reflect.set(globalThis, 'running', data.running);
    if (data.type === 'store.stepped') Reflect.set(globalThis, 'running', data.step.running);
  };
}
export const listenToCharts = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(listen, { channel: TELLING, lookedAt: LOOKED_AT });

/** States in which it is not known yet who is here. */
const UNKNOWN = ['restoring', 'waiting', 'client.entering', 'client.loadingAccount'];

/**
 * The screen whose state the charts are in, as the table names it, or `notFound`; null while it is not known who
 * is here, or the app is on its way to a screen.
 */
export async function landingOf(page: Page): Promise<string | null> {
  const [running, title] = await page.evaluate(() => [
    Reflect.get(globalThis, 'running') as readonly RunningChart[] | undefined,
    document.querySelector('h1')?.textContent,
  ]);
  const stateOf = (name: string) => running?.find(({ chart }) => chart === name)?.active[0];
  const [session, app] = [stateOf('session'), stateOf('app')];
  if (!session || !app || UNKNOWN.includes(session) || /^(?:booting|returning)/.test(app)) return null;
  // Of what only the server knows to be missing, the state of its screen says so.
  if (app === 'notFound' || title === 'Não encontramos esta página') return 'notFound';
  const flow = ['login', 'signup', 'address', 'checkout'].find((name) => app.startsWith(name));
  return flow ? `${flow}.${stateOf(flow)?.split('.')[0] ?? ''}` : `app.${app.split('.')[0] ?? ''}`;
}
