import type { QuoteOption } from '#contract/cart.ts';
import { quote } from '#tests/support/samples.ts';
import { describe, expect, it } from 'vitest';
import { stepAt } from './step-at.ts';

describe('the delivery step', () => {
  it('shows the address, the ways to receive with their prices, who receives, and what is bought', async () => {
    const { text } = await stepAt('checkout.shipping', 'addressed');
    expect(text).toContain('Como você quer receber? Entrega Retirada Avenida Paulista, 1000');
    expect(text).toContain('Hoje R$ 10,00');
    expect(text).toContain('Maria da Silva recebe');
    expect(text).toMatch(/Seu pedido .*Item 1 2 × un R\$ 20,00/);
    expect(text).toContain('Ir para pagamento');
  });
  it('says that what would be brought or fetched is paused, and until when, beside what is left', async () => {
    const paused = { reason: 'Enchente na rua.', until: '2026-11-21T21:00:00.000Z' };
    const at = (options: QuoteOption[]) =>
      stepAt('checkout.shipping', 'addressed', [], { quote: () => ({ ...quote, options, paused }) });
    const some = await at(quote.options);
    expect(some.text).toContain(
      'Entregas e retiradas pausadas: Enchente na rua. Volta sáb., 21 de nov., 18h.',
    );
    expect(some.text).toContain('Hoje R$ 10,00');
    const none = await at([]);
    expect(none.text).toContain('Nada sai daqui agora');
    expect(none.text).not.toContain('Ainda não chegamos aí');
  });
});
