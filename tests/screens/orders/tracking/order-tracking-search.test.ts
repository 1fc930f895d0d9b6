import { describe, expect, it } from 'vitest';
import { OrderCodeAnswer } from '#domain/answers.ts';
import { formatOrderCode } from '#domain/order/order-code.ts';
import * as v from 'valibot';
import { orderCode } from '#tests/machines/samples.ts';
import { screenAt } from '#tests/screens/screen-at.tsx';

describe('the screen that asks for the code of an order', () => {
  it('asks for it in one field, says where it stands, and what whoever has it will see', async () => {
    const { text, html } = await screenAt('app.orderTrackingSearch', {}, { who: { who: 'visitor' } });
    expect(text).toContain('Onde está o pedido?');
    expect(text).toContain('o andamento e os itens, sem endereço e sem valor');
    expect(html).toMatch(/<label[^>]*>Código do pedido/);
    expect(html).toMatch(/<button[^>]*type="submit"[^>]*>.*?Buscar/);
  });
  it('offers the orders on their way to whoever is signed in, who need not type', async () => {
    const { text, html } = await screenAt('app.orderTrackingSearch', {});
    expect(html).toContain(`href="/order/${orderCode(1)}/details"`);
    expect(text).toContain(`Pedido ${formatOrderCode(orderCode(1)).slice(0, 9)} · `);
    expect(html).toMatch(/href="\/account"[^>]*>.*?Seus pedidos/);
  });
  it('takes it in any spelling, or in a link, and says how long it is where it is none', () => {
    for (const typed of [
      '7k3m-9qx2-0abc-defg',
      ' 7K3M9QX2OABCDEFG ',
      'https://feira.example/order/7K3M9QX20ABCDEFG/details',
      'https://feira.example/order/tracking/7K3M-9QX2-0ABC-DEFG/details?x=1',
    ])
      expect([typed, v.safeParse(OrderCodeAnswer, typed).output]).toEqual([typed, '7K3M9QX20ABCDEFG']);
    for (const [typed, said] of [
      ['', 'Digite o código do pedido.'],
      ['7K3M', 'O código tem 16 letras e números, como 7K3M-…'],
      ['https://feira.example/about', 'O código tem 16 letras e números, como 7K3M-…'],
    ] as const)
      expect(v.safeParse(OrderCodeAnswer, typed).issues?.[0].message).toBe(said);
  });
});
