import { scanActors } from '#actors/scan/camera.ts';
import { useShell } from '#client/context.ts';
import { useGo, usePlaceLink } from '#client/links.ts';
import { trustedScript } from '#client/trusted-script.ts';
import type { LinkTarget } from '#components/form/link.ts';
import { scannedIn } from '#domain/order/scanned.ts';
import { type ScanEvent, scanMachine } from '#machines/access/scan.machine.ts';
import { toAsked } from '#machines/navigation/place.ts';
import type { Place } from '#machines/navigation/screens.ts';
import { useActor } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import { hrefOfLink, placeOfLink } from './deep-link.ts';

export interface ScanView {
  state: SnapshotFrom<typeof scanMachine>;
  send: (event: ScanEvent) => void;
}

/** The chart that reads codes; its camera is let go of while the page is out of sight. */
export function useScan(): ScanView {
  const { addresses } = useShell();
  const [machine] = useState(() => scanMachine.provide({ actors: scanActors(trustedScript) }));
  const [input] = useState(() => ({
    read: (text: string) =>
      scannedIn(text, globalThis.location.host, (link) => {
        const place = placeOfLink(addresses, link);
        // This page is where one is.
        return place !== null && place.screen !== 'app.qrCode';
      }),
  }));
  const [state, send] = useActor(machine, { input });
  useEffect(() => {
    const look = () => send({ type: document.hidden ? 'page.hidden' : 'page.shown' });
    const leave = () => send({ type: 'page.hidden' });
    document.addEventListener('visibilitychange', look);
    addEventListener('pagehide', leave);
    addEventListener('pageshow', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', look);
    };
  }, [send]);
  return { state, send };
}

/** Goes to the page that a link of this store means; a coupon that it brings is taken as by any visit. */
export function useFollow(link: string): LinkTarget {
  const { addresses, attend } = useShell();
  const linkOf = usePlaceLink();
  const href = hrefOfLink(addresses, link);
  const hasCoupon = new URL(href, globalThis.location.href).searchParams.has('cupom');
  const place = placeOfLink(addresses, link) as Place; // the chart has found it
  const follow = useEffectEvent(() => {
    // Only an address of the table, written by the router, with the coupon alone beside it.
    if (hasCoupon) globalThis.location.assign(href);
    else void attend(toAsked(place));
  });
  // Once: where it leads is not asked again by what the shell draws anew.
  useEffect(() => follow(), []);
  return hasCoupon ? { href, onClick: () => undefined } : linkOf(place);
}

/** Goes to an order's way, for whoever holds what the counter reads. */
export function useFollowOrder(code: string): void {
  const go = useGo();
  useEffect(() => go('app.orderTrackingDetails', { code }), [go, code]);
}
