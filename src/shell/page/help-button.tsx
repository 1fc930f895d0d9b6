import { useFrame, useIsOutside } from '#client/frame-parts.ts';
import { helpLink } from '#client/help/help-link.ts';
import { useHelp } from '#client/help/help.ts';
import { isHelpDismissed, keepHelpDismissed } from '#client/help/kept.ts';
import { useTenant } from '#client/hooks.ts';
import { usePlace } from '#client/links.ts';
import { HelpOffer } from '#components/feedback/help-offer.tsx';
import { useState } from 'react';

/**
 * The store's help over the page; never where something is filled in, confirmed or paid, nor where the whole screen
 * is about help. No script of anybody else's. Source: specification §9; D89.
 * @param delay until it is offered, ms
 */
export function HelpButton({ delay }: { delay: number }) {
  const { client, help } = useTenant();
  const [isDismissed] = useState(() => isHelpDismissed(client));
  const { state, send } = useHelp({ delay, isDismissed });
  const place = usePlace();
  const { bottom } = useFrame(place?.screen ?? null);
  const isOutside = useIsOutside();
  const isBrowsing = (bottom === 'tabs' || bottom === 'cart') && !isOutside;
  if (!state.hasTag('offered') || !place || !isBrowsing || place.screen === 'app.contact') return null;
  const { chat } = state.context;
  return (
    <HelpOffer
      label={help.label}
      href={chat ?? helpLink(help).href}
      isChat={chat !== null}
      onDismiss={() => {
        keepHelpDismissed(client);
        send({ type: 'help.dismissed' });
      }}
    />
  );
}
