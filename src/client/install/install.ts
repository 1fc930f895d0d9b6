import type { InstallPrompt } from '#actors/person/install.ts';
import { type Way, installMachine } from '#machines/install/install.machine.ts';
import { useActor } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { EventFrom, SnapshotFrom } from 'xstate';
import { useShell } from '#client/context.ts';
import { useTenant } from '#client/hooks.ts';
import { late } from '#client/late.ts';
import { isDesktop } from '#components/layout/window-width.ts';
import { keepSilence } from './kept.ts';
import { wayOf } from './way.ts';

/** Where the page's first script keeps the browser's question, which may come before this code. */
const here = globalThis as { installPrompt?: InstallPrompt };
const take = (): InstallPrompt | null => {
  const question = here.installPrompt ?? null;
  delete here.installPrompt;
  return question;
};
const isApp = () =>
  matchMedia('(display-mode: standalone)').matches || Reflect.get(navigator, 'standalone') === true;

/** The chart of the offer to install the store, on small screens (specification §2). */
export function useInstall(): {
  state: SnapshotFrom<typeof installMachine>;
  send: (event: EventFrom<typeof installMachine>) => void;
} {
  const { api, clock } = useShell();
  const { client } = useTenant();
  const [machine] = useState(() => {
    const load = async () => (await import('#actors/person/install.ts')).installActors(await api(), take);
    return installMachine.provide({ actors: late(load, ['readInstallWords', 'promptInstall']) });
  });
  const [input] = useState(() => {
    const browser = { userAgent: navigator.userAgent, touchPoints: navigator.maxTouchPoints };
    const way: Way | null = here.installPrompt ? 'prompt' : wayOf(browser);
    return { way: isDesktop() ? null : way, isInstalled: isApp() };
  });
  const [state, send, actor] = useActor(machine, { input });
  useEffect(() => {
    const offer = () => !isDesktop() && send({ type: 'prompt.offered' });
    const installed = () => send({ type: 'app.installed' });
    const remembered = actor.on('silenced', () => keepSilence(client, clock.now()));
    addEventListener('beforeinstallprompt', offer);
    addEventListener('appinstalled', installed);
    // It may have come since the chart began.
    if (here.installPrompt) offer();
    return () => {
      remembered.unsubscribe();
      removeEventListener('beforeinstallprompt', offer);
      removeEventListener('appinstalled', installed);
    };
  }, [actor, client, clock, send]);
  return { state, send };
}
