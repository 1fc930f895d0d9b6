import { describe, expect, it } from 'vitest';
import { screenAt } from '../screen-at.tsx';

describe('the screen that asks for another contact', () => {
  it('says what one signs in with today, what is asked, and what comes of it', async () => {
    const { text, html } = await screenAt('app.updateVerification', { channel: 'phone' });
    expect(html).toContain('aria-busy="true"');
    expect(text).toContain('Hoje você entra com (11) 98765-4321 .');
    expect(text).toContain('os seus outros aparelhos saem da conta');
    expect(html).toMatch(/<input[^>]*name="contact"/);
    expect((await screenAt('app.updateVerification', { channel: 'email' })).text).toContain(
      'Com que e-mail você quer entrar?',
    );
  });
  it('is for whoever has an account', async () => {
    const { address } = await screenAt(
      'app.updateVerification',
      { channel: 'phone' },
      { who: { who: 'visitor' } },
    );
    expect(address).toBe('/login');
  });
});
