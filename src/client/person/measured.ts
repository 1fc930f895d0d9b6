import type { Measured } from '#contract/measurement.ts';
import type { measuringMachine } from '#machines/account/measuring.machine.ts';
import { createStore } from '#client/store.ts';
import type { ActorRefFrom } from 'xstate';

type Measuring = ActorRefFrom<typeof measuringMachine>;
type Method = Extract<Measured, { name: 'signIn' }>['method'];

/** What a person said of it, as it was heard here last: signing out forgets it with everything else of theirs. */
export const measuringMemory = (client: string) => {
  const store = createStore(() => globalThis.localStorage, `vitrine:${client}:`);
  return {
    read: (): boolean | null => {
      const kept = store.get('measuring');
      return typeof kept === 'boolean' ? kept : null;
    },
    write: (isGranted: boolean): void => store.set('measuring', isGranted),
  };
};

/** One for the page, while a client is signed in; its code comes for them only. */
let living: Measuring | null = null;
/** @returns ends that */
export function measureWith(actor: Measuring): () => void {
  living = actor;
  return () => {
    if (living === actor) living = null;
  };
}
/** What the server said that the person allows. */
export function keepMeasuring(client: string, granted: boolean): void {
  measuringMemory(client).write(granted);
  living?.send({ type: 'consent.changed', granted });
}

/** How somebody began to sign in, and when a code was sent to them; not kept beyond the page. Epoch ms. */
let begun: { method: Method; sentAt: number; provedAt: number } | null = null;
/** @param sentAt of the code; 0 where there is none */
export function noteSignIn(method: Method, sentAt = 0): void {
  begun = { method, sentAt, provedAt: 0 };
}
/** The sign-in began to be theirs. */
export function noteProof(now: number): void {
  if (begun) begun.provedAt = now;
}

const LONGEST_TIMER = 3_600;
/** A sign-in of this page that was not counted yet, once. Source: D61. */
export function takeSignIn(): Measured[] {
  const taken = begun;
  begun = null;
  if (!taken?.provedAt) return [];
  const { method, sentAt, provedAt } = taken;
  const seconds = (provedAt - sentAt) / 1_000;
  const isTimed = method === 'SMS' && sentAt > 0 && seconds >= 0 && seconds <= LONGEST_TIMER;
  return [
    { name: 'signIn', method },
    ...(isTimed ? [{ name: 'sms_verification_timer' as const, seconds }] : []),
  ];
}
