import { measuringActors } from '#actors/person/measuring.ts';
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
  const { api } = useShell();
  const { client } = useTenant();
  const [machine] = useState(() =>
    measuringMachine.provide({ actors: measuringActors(api, measuringMemory(client)) }),
  );
  const actor = useActorRef(machine);
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
