import { type PushBrowser, pushActors } from '#actors/person/push.ts';
import { useShell } from '#client/context.ts';
import { useOnline, useTenant } from '#client/hooks.ts';
import { createStore } from '#client/store.ts';
import { type PushEvent, pushMachine } from '#machines/account/push.machine.ts';
import { useActor } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { SnapshotFrom } from 'xstate';

/** The offer that was sent away does not come back for so long, ms. */
const SILENCE = 90 * 86_400_000;

/** Of the device and not of the person: it says nothing about them and stays when they sign out. */
const storeOf = (client: string) => createStore(() => globalThis.localStorage, `vitrine-push:${client}:`);
/** @param now epoch ms */
export const isPushSilent = (client: string, now: number): boolean => {
  const at = storeOf(client).get('silencedAt');
  return typeof at === 'number' && Math.abs(now - at) < SILENCE;
};
/** @param now epoch ms */
export const keepPushSilence = (client: string, now: number): void => storeOf(client).set('silencedAt', now);

const manager = async () => (await navigator.serviceWorker.ready).pushManager;
const browser: PushBrowser = {
  permission: () =>
    'PushManager' in globalThis && 'Notification' in globalThis && 'serviceWorker' in navigator
      ? Notification.permission
      : null,
  askPermission: () => Notification.requestPermission(),
  subscription: async () => (await manager()).getSubscription(),
  subscribe: async (key) => (await manager()).subscribe({ userVisibleOnly: true, applicationServerKey: key }),
};

export interface PushView {
  state: SnapshotFrom<typeof pushMachine>;
  send: (event: PushEvent) => void;
}

/** The chart of notifications in this browser. */
export function usePush(): PushView {
  const { api, clock } = useShell();
  const { client, legal } = useTenant();
  const [machine] = useState(() => pushMachine.provide({ actors: pushActors(api, browser) }));
  const [state, send, actor] = useActor(machine, { input: { version: legal.privacy.version } });
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) send({ type: 'network.restored' });
  }, [isOnline, send]);
  useEffect(() => {
    const { unsubscribe } = actor.on('silenced', () => keepPushSilence(client, clock.now()));
    return unsubscribe;
  }, [actor, client, clock]);
  // Whoever allows it in the browser's settings comes back to a page that knows.
  useEffect(() => {
    const changed = () => send({ type: 'permission.changed' });
    let permission: PermissionStatus | undefined;
    let isGone = false;
    // Older iPhones have no such question at all.
    const { permissions } = navigator as Partial<Navigator>;
    permissions?.query({ name: 'notifications' }).then(
      (found) => {
        if (isGone) return;
        permission = found;
        found.addEventListener('change', changed);
      },
      // A browser without the question has the button.
      () => undefined,
    );
    return () => {
      isGone = true;
      permission?.removeEventListener('change', changed);
    };
  }, [send]);
  return { state, send };
}
