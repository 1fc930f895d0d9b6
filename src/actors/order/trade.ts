import type { Client } from '#api/client.ts';
import { getReturnable } from '#contract/order/after-purchase.ts';
import { type Item, listChildren } from '#contract/catalog.ts';
import { getOrder, pageOrders, sendOrderEvent } from '#contract/order/order-calls.ts';
import type { Order } from '#contract/order/order.ts';
import { statesTagged } from '#domain/order/order-states.ts';
import type { TradeReason } from '#domain/order/trade.ts';
import type { TradeDraft } from '#machines/orders/trade-draft.ts';
import type { TradeChoice, TradeLoaded, TradeRequest } from '#machines/orders/trade-setup.ts';
import { fromPromise } from 'xstate';

/** As the shop reads it. */
const reasons: Record<TradeReason, string> = {
  REGRET: 'Desistência',
  DEFECT: 'Veio com defeito',
  WRONG: 'Veio outro produto',
  MISSING: 'Faltou',
};
const LONGEST_REASON = 200;

interface Here {
  /** the shop's clock, epoch ms */
  now: () => number;
  /** what was chosen on this device */
  recall: (id: string) => TradeDraft;
}

/** Ports of the trade's chart. */
export const tradeActors = (api: () => Promise<Client>, { now, recall }: Here) => ({
  loadCandidates: fromPromise<TradeChoice[], Record<string, never>>(async ({ signal }) => {
    const { content } = await (await api()).call(pageOrders, {
      query: { status: statesTagged('final') },
      signal,
    });
    return content.filter(({ allowedEvents }) => allowedEvents.includes('return.requested'));
  }),
  loadTrade: fromPromise<TradeLoaded, { id: string }>(async ({ input: { id }, signal }) => {
    const client = await api();
    const [order, facts] = await Promise.all([
      client.call(getOrder, { params: { id }, signal }),
      client.call(getReturnable, { params: { id }, signal }),
    ]);
    return { order, facts, now: now(), draft: recall(id) };
  }),
  /** What the campaigns still have; one that is closed offers nothing. */
  loadAlternatives: fromPromise<Item[], { items: { campaignId: string; itemId: string }[] }>(
    async ({ input: { items }, signal }) => {
      const client = await api();
      const answers = await Promise.allSettled(
        items.map(({ campaignId: id, itemId }) =>
          client.call(listChildren, { params: { id, itemId }, signal }),
        ),
      );
      return answers
        .flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
        .filter(({ quantity }) => quantity > 0);
    },
  ),
  sendTrade: fromPromise<Order, TradeRequest>(
    async ({ input: { id, kind, reason, text, items, photos, wish, wanted }, signal }) =>
      (await api()).call(sendOrderEvent, {
        params: { id },
        body: {
          type: 'return.requested',
          kind,
          reason: [reasons[reason], text.trim()].filter(Boolean).join(': ').slice(0, LONGEST_REASON),
          items,
          wish,
          ...(photos.length > 0 ? { photos } : {}),
          ...(wanted.length > 0 ? { wanted } : {}),
        },
        signal,
      }),
  ),
});
