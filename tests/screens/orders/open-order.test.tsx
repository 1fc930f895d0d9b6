import { describe, expect, it } from 'vitest';
import { OrderLost } from '#screens/orders/open-order.tsx';
import { drawn } from '../drawn.tsx';

const over = { others: { orders: { orders: [] } } };

describe('an order that no answer came about', () => {
  it('says that the Pix code needs a network, when it comes, and what a copied one is worth', () => {
    const { text } = drawn(<OrderLost what="pix" />, {
      ...over,
      tags: { orders: ['details.offline'] },
      states: { network: 'offline' },
    });
    expect(text).toMatch(
      /^Você está sem internet O seu pedido está guardado na loja\. O código Pix precisa de internet: ele aparece aqui assim que a conexão voltar\. Se você já o copiou, .* Tentar de novo$/,
    );
  });
  it('does not speak of the network where there is one', () => {
    for (const tag of ['details.offline', 'details.failed']) {
      const { text } = drawn(<OrderLost what="pix" />, { ...over, tags: { orders: [tag] } });
      expect(text).toContain('O código Pix aparece aqui assim que a loja responder.');
      expect(text).not.toContain('internet');
    }
  });
  it('speaks of no code where none was asked for', () => {
    expect(drawn(<OrderLost />, { ...over, tags: { orders: ['details.failed'] } }).text).toBe(
      'Não conseguimos abrir o pedido O seu pedido está guardado na loja. Tente de novo em instantes. Tentar de novo',
    );
  });
});
