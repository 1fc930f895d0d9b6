import { describe, expect, it } from 'vitest';
import { screenAt } from '../screen-at.tsx';

describe('the screen that reads codes', () => {
  it('says why before the camera is asked for, and takes what is typed as well', async () => {
    const { text, html, address } = await screenAt('app.qrCode', {}, { who: { who: 'visitor' } });
    expect(address).toBe('/qrcode');
    expect(text).toContain('a imagem não sai deste aparelho');
    expect(text).toContain('Usar a câmera');
    expect(text).toContain('Código ou link');
    expect(html).not.toContain('<video');
    expect(text).not.toContain('Mostrar meu código de retirada');
  });
  it('leads whoever is signed in to the code that the counter reads', async () => {
    const { text, html } = await screenAt('app.qrCode', {});
    expect(text).toContain('Mostrar meu código de retirada');
    expect(html).toContain('href="/c&amp;c"');
  });
});
