import { describe, expect, it } from 'vitest';
import { screenAt } from '../screen-at.tsx';

describe('the window that a provider sends back', () => {
  it('says what happens, to whoever it is, and takes nobody anywhere by itself', async () => {
    for (const who of ['visitor', 'client'] as const) {
      const { text, html, address } = await screenAt('app.ssoCallback', {}, { who: { who } });
      expect(address).toBe('/sso/callback');
      expect(text).toContain('Entrando Levamos a resposta à página da loja.');
      expect(html).toMatch(/<main[^>]*aria-busy="true"/);
    }
  });
});
