import { type FreightPlace, type FreightSubject, freightMachine } from '#machines/address/freight.machine.ts';
import { placedAt } from '#domain/place/point.ts';
import { useActor } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import { useShell } from '#client/context.ts';
import { useOnline, useRoot, useRootState } from '#client/hooks.ts';
import { late } from '#client/late.ts';

/** What it costs to have something brought to where the person is. A place that it finds is theirs from then on. */
export function useFreight(subject: FreightSubject) {
  const { api, app, clock } = useShell();
  const location = useRoot('location');
  const where = useRootState('location', ({ context }) => context.location);
  const place = useMemo((): FreightPlace => where && { point: placedAt(where) }, [where]);
  const [machine] = useState(() =>
    freightMachine.provide({
      actors: late(
        async () =>
          (await import('#actors/place/freight.ts')).freightActors(
            await api(),
            () => clock.now(),
            app.system,
          ),
        ['lookUpPostalCode', 'loadQuote'],
      ),
    }),
  );
  const [state, send, actor] = useActor(machine, { input: { subject, place } });
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) send({ type: 'network.restored' });
  }, [isOnline, send]);
  useEffect(() => {
    send({ type: 'place.changed', place });
  }, [place, send]);
  useEffect(() => {
    const found = actor.on('place.found', ({ location: address }) =>
      location.send({ type: 'location.set', location: address }),
    );
    return () => found.unsubscribe();
  }, [actor, location]);
  return { state, send, told: state.context.told };
}
