import { describe, expect, it } from 'vitest';
import { order, orderCode } from '../../machines/samples.ts';
import { drawn } from './drawn.tsx';

describe('the thanks for an order', () => {
  it('names the buyer, the code and what happens next, and leads to the order', async () => {
    const { text, html } = await drawn('app.orderSuccess', () => order(1));
    expect(text).toContain('Obrigado, Maria!');
    expect(text).toContain('Recebemos o seu pagamento. Guarde o código do pedido: 0000-0000-0000-0001');
    expect(text).toContain('Vamos separar tudo com cuidado e avisar quando sair para entrega.');
    expect(html).toMatch(new RegExp(`href="/order/${orderCode(1)}/details"[^>]*>.*?Acompanhar pedido`));
  });
  it('says that it waits at the pickup point, where it is fetched', async () => {
    const { text } = await drawn('app.orderSuccess', () => {
      const made = order(1);
      return { ...made, type: 'PICKUP', properties: { ...made.properties, shippingName: 'Feira Pinheiros' } };
    });
    expect(text).toContain('avisar quando estiver pronto para retirar');
    expect(text).toContain('Feira Pinheiros');
  });
});
