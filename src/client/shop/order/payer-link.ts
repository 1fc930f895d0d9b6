import { type Hands, payerLinkActors } from '#actors/order/payer-link.ts';
import { type PayerLinkEvent, payerLinkMachine } from '#machines/orders/payer-link.machine.ts';
import { useActor } from '@xstate/react';
import { useEffect, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import { useShell } from '#client/context.ts';
import { useOnline, useTenant } from '#client/hooks.ts';

export interface PayerLinkView {
  state: SnapshotFrom<typeof payerLinkMachine>;
  send: (event: PayerLinkEvent) => void;
  /** The whole address; null until the link is made. */
  url: string | null;
  /** The device has a way of its own to hand a link on. */
  hasSheet: boolean;
}

/** What this device can do with a link; nothing on the server. */
function handsOf(): Hands {
  if (typeof window === 'undefined') return {};
  const { share, clipboard } = navigator as Partial<Navigator>;
  return {
    ...(share ? { share: (data) => share.call(navigator, data) } : {}),
    ...(clipboard ? { copy: (text) => clipboard.writeText(text) } : {}),
  };
}

/** The chart of a link by which somebody else pays an order's Pix. @param amount as it is said with the link */
export function usePayerLink(orderCode: string, amount: string): PayerLinkView {
  const { api, origin } = useShell();
  const { partner } = useTenant();
  const [{ machine, hasSheet }] = useState(() => {
    const hands = handsOf();
    const words = {
      origin,
      title: `Pix de ${amount} – ${partner}`,
      text: `Você paga este Pix de ${amount} por mim?`,
    };
    return {
      machine: payerLinkMachine.provide({ actors: payerLinkActors(api, hands, words) }),
      hasSheet: hands.share !== undefined,
    };
  });
  const [state, send] = useActor(machine, { input: { orderCode } });
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) send({ type: 'network.restored' });
  }, [isOnline, send]);
  const { link } = state.context;
  return { state, send, url: link && origin + link.path, hasSheet };
}
