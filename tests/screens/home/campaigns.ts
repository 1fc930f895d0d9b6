import { HOUR, NOW, campaignOf, idOf } from '../window.ts';

/** Campaigns of each status. */
export const at = (ms: number) => new Date(NOW + ms).toISOString();
export const open = campaignOf(1, 'Feira', { expired: { end: at(30 * HOUR) } });
export const later = campaignOf(2, 'Natal', {
  depends: [{ type: 'time', seconds: (NOW + 2 * HOUR) / 1_000 }],
});
export const gated = campaignOf(3, 'Doces', {
  depends: [
    {
      type: 'campaign',
      campaignId: idOf(1),
      reason: 'Abre depois do pedido na Feira.',
      buttonText: 'Ir para a Feira',
    },
    { type: 'invites' },
  ],
  invite: { invites: 3 },
  facts: { orders: [], invites: { used: 2, required: 3 }, accessed: false },
});
export const over = campaignOf(4, 'Morangos', { expired: { end: at(-HOUR) } });
export const bought = campaignOf(5, 'Café', {
  facts: {
    orders: [{ id: idOf(70), state: 'COMPLETED', code: '0123456789ABCDEF' }],
    invites: { used: 0, required: 0 },
    accessed: false,
  },
});
export const campaigns = [over, bought, gated, later, open];
