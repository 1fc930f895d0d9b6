import { describe, expect, it } from 'vitest';
import { screenAt } from '#tests/screens/screen-at.tsx';

const order = '7K3M9QX20ABCDEFG';

describe('the screen that asks for a code at the contact of an order', () => {
  it('says where it goes without telling the contact, and leads to the other one of the same order', async () => {
    const who = { who: { who: 'visitor' } } as const;
    const { text, html } = await screenAt('app.orderVerification', { channel: 'phone' }, who, { order });
    expect(text).toContain('por SMS para o celular que está no pedido 7K3M-9QX2…');
    expect(html).toMatch(/<button[^>]*>.*?Enviar código/);
    expect(html).toContain(`href="/order/email/verification?order=${order}"`);
    const mail = await screenAt('app.orderVerification', { channel: 'email' }, who, {
      order: ' 7k3m-9qx2-0abc-defg',
    });
    expect(mail.text).toContain('para o e-mail que está no pedido 7K3M-9QX2…');
    expect(mail.html).toContain(`href="/order/phone/verification?order=${order}"`);
  });
  it('asks which order it is about where the address does not say', async () => {
    for (const search of [{}, { order: 'nada' }]) {
      const { text, html } = await screenAt('app.orderVerification', { channel: 'phone' }, {}, search);
      expect(text).toContain('De qual pedido?');
      expect(html).toMatch(/href="\/order\/tracking"[^>]*>.*?Digitar o código do pedido/);
    }
  });
});
