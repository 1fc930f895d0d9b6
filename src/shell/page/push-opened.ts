import { useShell } from '#client/context.ts';
import { placeOfLink } from '#client/outside/deep-link.ts';
import { tellUnread } from '#client/person/unread.ts';
import { placeOf, toAsked } from '#machines/navigation/place.ts';
import { useEffect } from 'react';

/**
 * What the service worker says of notifications: that one came, and where one that was pressed leads. A screen is asked
 * for as by a link, so that a step of a flow may refuse it; what is no screen of the store is read in Messages.
 */
export function PushOpened(): null {
  const { addresses, attend } = useShell();
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined;
    const { serviceWorker } = navigator;
    const hear = ({ data, ports }: MessageEvent) => {
      // Whatever the worker of this or of a later version sends
      const { type, target } = (data ?? {}) as { type?: string; target?: string };
      if (type === 'PUSH_CAME') tellUnread({ type: 'messages.stale' });
      if (type !== 'PUSH_PRESSED') return;
      ports[0]?.postMessage('taken');
      void attend(toAsked(placeOfLink(addresses, target ?? '') ?? placeOf('app.messages', {})));
    };
    serviceWorker.addEventListener('message', hear);
    return () => serviceWorker.removeEventListener('message', hear);
  }, [addresses, attend]);
  return null;
}
