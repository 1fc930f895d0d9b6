import type { UnreadEvent, unreadMachine } from '#machines/account/unread.machine.ts';
import { useSyncExternalStore } from 'react';
import type { ActorRefFrom } from 'xstate';

type Unread = ActorRefFrom<typeof unreadMachine>;

/** One for the page, while somebody is signed in; its code comes for them only. */
let living: Unread | null = null;
const wakes = new Set<() => void>();
const wakeAll = () => {
  for (const wake of wakes) wake();
};

/** What is shown of new messages follows this actor. @returns ends that */
export function showUnread(actor: Unread): () => void {
  living = actor;
  const { unsubscribe } = actor.subscribe(wakeAll);
  wakeAll();
  return () => {
    unsubscribe();
    if (living === actor) living = null;
    wakeAll();
  };
}
/** Tells of messages that came or were opened. */
export const tellUnread = (event: UnreadEvent): void => living?.send(event);

const hear = (wake: () => void) => {
  wakes.add(wake);
  return () => void wakes.delete(wake);
};
/** How many messages of the store nobody opened; 0 while it is not known. */
export const useUnread = (): number =>
  useSyncExternalStore(
    hear,
    () => living?.getSnapshot().context.count ?? 0,
    () => 0,
  );

/** `3 mensagens novas` */
export const unreadWords = (count: number): string =>
  count === 1 ? '1 mensagem nova' : `${count} mensagens novas`;
