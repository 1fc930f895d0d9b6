import type { EventFrom } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import type { Who } from '#machines/catalog/campaign-statuses.ts';
import type { OrderState } from '#contract/order/order.ts';
import { campaignId, cartUuid, itemId, order, orderCode } from '../samples.ts';

/** What the app hears of its long-lived actors. */

type AppEvent = EventFrom<typeof appMachine>;
const statuses = (['OK', 'SCHEDULED', 'BLOCKED', 'EXPIRED', 'COMPLETED'] as const).map((status, n) => ({
  id: campaignId(n + 1),
  slug: `campanha-${n + 1}`,
  status,
  reasons: [],
}));
/** A snapshot of a root actor, as far as the app looks at it. */
export const heard = (id: string, snapshot: object) =>
  ({ type: `xstate.snapshot.${id}`, snapshot }) as unknown as AppEvent;
export const cart = (count: number, lead: string | null = null, ordered: string | null = null) =>
  heard('cart', {
    context: {
      uuid: cartUuid,
      lines: count ? [{ id: itemId(1), campaignId: campaignId(1), quantity: count }] : [],
      leadId: lead,
      draft: {},
      ordered,
    },
    hasTag: () => true,
  });
export const campaigns = (count: number, who: Who = { kind: 'visitor' }) =>
  heard('campaigns', {
    context: { isKnown: true, who, campaigns: Array(count), met: [], statuses: count ? statuses : [] },
    hasTag: () => false,
  });
/** The same campaigns, each of them open: to this person, or because its time has come. */
export const allOpen = heard('campaigns', {
  context: {
    isKnown: true,
    who: { kind: 'visitor' },
    campaigns: statuses,
    met: [],
    statuses: statuses.map((one) => ({ ...one, status: 'OK' })),
  },
  hasTag: () => false,
});
export const missing = (ref: string | null) =>
  heard('catalog', { context: { ref }, matches: () => ref !== null });
const plan = { n: 1, first: 10, value: 10, total: 10, rate: 0 };
/** What the server said of the order that is open, and how it is paid. */
export const orders = (state: OrderState | 'gone', type = 'PIX') =>
  heard('orders', {
    context: {
      code: orderCode(1),
      order:
        state === 'gone'
          ? null
          : { ...order(1, 1, state), paymentMethod: type === 'PIX' ? { type } : { type, plan } },
    },
    hasTag: (tag: string) => tag === (state === 'gone' ? 'details.gone' : 'details.answered'),
  });
