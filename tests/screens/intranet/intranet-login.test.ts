import { describe, expect, it } from 'vitest';
import { screenAt } from '../screen-at.tsx';

describe('the door of a company’s store', () => {
  it('says whose store it is and that it is closed, with help and with nothing that is sold', async () => {
    const { text, html } = await screenAt(
      'app.intranetLogin',
      {},
      { who: { who: 'visitor', intranet: true } },
    );
    expect(text).toContain('A loja de quem trabalha na Feira');
    expect(text).toContain('Acesso com a sua matrícula');
    expect(html).toContain('href="https://wa.me/5511987654321');
    expect(html).not.toContain('href="/store/');
  });
});
