import { describe, expect, it } from 'vitest';
import { screenAt } from '../screen-at.tsx';

const sentTo = (channel: 'phone' | 'email', value: string) =>
  screenAt(
    'login.request',
    { type: 'login', channel },
    {
      who: { who: 'visitor' },
      taps: [
        ['login', { type: 'contact.changed', channel, value }],
        ['login', { type: 'code.requested' }],
      ],
    },
  );

describe('the screen that takes the code', () => {
  it('names the phone that it went to, and takes it in one field', async () => {
    const { text, html, address } = await sentTo('phone', '+5511987654321');
    expect(address).toBe('/login/phone/activation');
    expect(text).toContain('Digite o código que enviamos');
    expect(text).toContain('(11) 98765-4321');
    expect(html).toMatch(/<input(?=[^>]*autoComplete="one-time-code")/i);
  });
  it('names the e-mail that it went to', async () => {
    const { text, address } = await sentTo('email', 'maria@exemplo.com.br');
    expect(address).toBe('/login/email/activation');
    expect(text).toMatch(/E-mail para maria ?@exemplo\.com\.br/);
  });
});
