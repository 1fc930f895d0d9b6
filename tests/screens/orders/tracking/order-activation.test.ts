import { describe, expect, it } from 'vitest';
import { screenAt } from '#tests/screens/screen-at.tsx';

describe('the screen where the code of an order’s contact is typed', () => {
  it('looks first whether one is on its way, and is shown to whoever is signed in or not', async () => {
    for (const who of ['visitor', 'client'] as const) {
      const { html } = await screenAt(
        'app.orderActivation',
        { channel: 'email' },
        { who: { who } },
        { order: '7K3M9QX20ABCDEFG' },
      );
      expect(html).toContain('Um instante');
      expect(html).toContain('Digite o código que enviamos');
    }
  });
  it('asks which order it is about where the address does not say', async () => {
    const { text, html } = await screenAt('app.orderActivation', { channel: 'phone' }, {}, {});
    expect(text).toContain('De qual pedido?');
    expect(html).toContain('href="/order/tracking"');
  });
});
