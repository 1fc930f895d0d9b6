import { describe, expect, it } from 'vitest';
import { tenantOf } from '#tests/app/stub-shop.ts';
import { screenAt } from '../screen-at.tsx';
import { windowAt } from '../window.ts';

describe('the contact screen', () => {
  it('has every way of speaking with the store and when it answers', async () => {
    const help = { ...tenantOf().help, message: 'Olá!', phone: '+5511987654321', hours: 'Das 8h às 18h' };
    const { text, links } = await windowAt('/contact', { tenant: { ...tenantOf(), help } });
    expect(text).toContain('Fale com a Feira');
    expect(text).toContain('Das 8h às 18h');
    expect(links.map(({ href }) => href)).toEqual(
      expect.arrayContaining([
        `https://wa.me/5511987654321?text=${encodeURIComponent('Olá!')}`,
        `tel:${tenantOf().legal.phone}`,
        `mailto:${tenantOf().legal.email}`,
      ]),
    );
    // The server knows of nobody's last problem.
    expect(text).not.toContain('Algo deu errado?');
  });
  it('says of which order it is about, and puts its code into the message', async () => {
    const { text, html } = await screenAt(
      'app.contact',
      {},
      { who: { who: 'visitor' } },
      { order: '0123456789ABCDEF' },
    );
    expect(text).toContain('Sobre o pedido 0123-4567-89AB-CDEF');
    expect(html).toContain(encodeURIComponent('Pedido 0123-4567-89AB-CDEF.'));
  });
  it('is not for who stands at the door of a company’s store, where it opens over the page', async () => {
    const visitor = { who: { who: 'visitor', intranet: true } } as const;
    expect((await screenAt('app.contact', {}, visitor)).address).toBe('/intranet/login');
    expect((await screenAt('app.intranetLogin', {}, visitor)).text).toContain('Falar com a loja');
  });
});
