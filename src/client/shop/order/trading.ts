import { tradeActors } from '#actors/order/trade.ts';
import { useShell } from '#client/context.ts';
import { openDraft } from '#client/forms/draft.ts';
import { useAppState, useOnline } from '#client/hooks.ts';
import { useGo } from '#client/links.ts';
import { TRADE_REASONS } from '#domain/order/trade.ts';
import { tradeMachine } from '#machines/orders/trade.machine.ts';
import { type TradeDraft, type TradeLack, lackOf, noDraft } from '#machines/orders/trade-draft.ts';
import type { TradeEvent } from '#machines/orders/trade-setup.ts';
import { useActor } from '@xstate/react';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import type { SnapshotFrom } from 'xstate';

export interface TradeView {
  state: SnapshotFrom<typeof tradeMachine>;
  /** what is still missing before one can go on */
  lack: TradeLack | null;
  send: (event: TradeEvent) => void;
}

const Kept = v.object({
  reason: v.nullable(v.picklist(TRADE_REASONS)),
  lines: v.array(v.object({ line: v.number(), quantity: v.number() })),
  text: v.string(),
  photos: v.array(v.string()),
  wish: v.picklist(['REFUND', 'EXCHANGE']),
  wanted: v.nullable(v.string()),
});
const draftOf = (client: string, id: string) => openDraft<{ trade: object }>(client, `trade:${id}`);
function recalled(client: string, id: string): TradeDraft {
  const { success, output } = v.safeParse(Kept, draftOf(client, id).read({ trade: {} }).trade);
  return success ? output : noDraft;
}

/** The chart of giving goods back. @param id of the order; null: whichever there is */
export function useTrade(id: string | null): TradeView {
  const { api, tenant, clock } = useShell();
  const isClient = useAppState((s) => s.context.session === 'client');
  const [machine] = useState(() =>
    tradeMachine.provide({
      actors: tradeActors(api, { now: clock.now, recall: (order) => recalled(tenant.client, order) }),
    }),
  );
  const [state, send] = useActor(machine, { input: { id, isClient } });
  const { draft, known } = state.context;
  const isSent = state.hasTag('sent');
  const isKept = state.hasTag('describing') || state.hasTag('deciding');
  const order = known?.order;
  const go = useGo();
  useEffect(() => {
    if (isKept && order) draftOf(tenant.client, order.id).keep({ trade: draft });
  }, [tenant.client, isKept, order, draft]);
  useEffect(() => {
    if (!isSent || !order) return;
    draftOf(tenant.client, order.id).drop();
    go('app.ordersDetails', { orderCode: order.code });
  }, [tenant.client, isSent, order, go]);
  const isOnline = useOnline();
  useEffect(() => {
    if (isOnline) send({ type: 'network.restored' });
  }, [isOnline, send]);
  useEffect(() => {
    const look = () => {
      if (!document.hidden) send({ type: 'page.shown' });
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [send]);
  return { state, lack: known && lackOf(known, draft, state.context.isPending), send };
}
