import { type SendLast, measuringActors } from '#actors/person/measuring.ts';
import { useShell } from '#client/context.ts';
import { useAppState, useOnline, useTenant } from '#client/hooks.ts';
import { measureWith, measuringMemory, takeSignIn } from '#client/person/measured.ts';
import { measuredOf } from '#client/person/measured-screens.ts';
import { measuringMachine } from '#machines/account/measuring.machine.ts';
import { whereIs } from '#machines/app/selectors.ts';
import type { ScreenId } from '#machines/navigation/screens.ts';
import { useActorRef } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';

/** Counts what a client does, where they allow it. */
export function Measuring(): null {
  const { api, app } = useShell();
  const { client } = useTenant();
  const [parting] = useState<{ send: SendLast | null }>(() => ({ send: null }));
  const [machine] = useState(() =>
    measuringMachine.provide({
      actors: measuringActors(api, measuringMemory(client), (events) => parting.send?.(events) ?? null),
    }),
  );
  const actor = useActorRef(machine);
  const [isAllowed, setAllowed] = useState(false);
  useEffect(() => {
    const look = () => setAllowed(actor.getSnapshot().matches('counting'));
    look();
    return actor.subscribe(look).unsubscribe;
  }, [actor]);
  useEffect(() => {
    if (!isAllowed) return undefined;
    let isOver = false;
    let end: (() => void) | undefined;
    // Most people never allow it: what is done then comes then.
    import('./while-allowed.ts')
      .then(({ whileAllowed }) => {
        if (!isOver) end = whileAllowed({ app, client, measuring: actor, parting });
      })
      .catch(() => undefined);
    return () => {
      isOver = true;
      end?.();
    };
  }, [isAllowed, actor, app, client, parting]);
  useEffect(() => {
    for (const measured of takeSignIn()) actor.send({ type: 'event.measured', measured });
    return measureWith(actor);
  }, [actor]);
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) actor.send({ type: 'network.restored' });
  }, [isOnline, actor]);
  useEffect(() => {
    const hide = () => document.hidden && actor.send({ type: 'page.hidden' });
    document.addEventListener('visibilitychange', hide);
    return () => document.removeEventListener('visibilitychange', hide);
  }, [actor]);
  const screen = useAppState((snapshot) => whereIs(snapshot)?.screen ?? null);
  const last = useRef<ScreenId | null>(null);
  useEffect(() => {
    if (screen === null || screen === last.current) return;
    for (const measured of measuredOf(screen, last.current)) actor.send({ type: 'event.measured', measured });
    last.current = screen;
  }, [screen, actor]);
  return null;
}
