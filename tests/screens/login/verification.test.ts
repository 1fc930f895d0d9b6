import { describe, expect, it } from 'vitest';
import { screenAt } from '../screen-at.tsx';

const visitor = { who: { who: 'visitor' } } as const;

describe('the screen that asks where the code should go', () => {
  it('asks for a mobile phone with a number pad, or leads to e-mail', async () => {
    const { text, html } = await screenAt('login.request', { type: 'login', channel: 'phone' }, visitor);
    expect(text).toContain('Qual é o seu celular? Vamos enviar um código de 6 números por SMS.');
    expect(html).toMatch(/<input(?=[^>]*type="tel"|[^>]*inputMode="(?:tel|numeric)")/i);
    expect(html).toMatch(/href="\/login\/email\/verification"[^>]*>.*?Receber por e-mail/);
  });
  it('asks for an e-mail, or leads to SMS', async () => {
    const { text, html } = await screenAt('login.request', { type: 'login', channel: 'email' }, visitor);
    expect(text).toContain('Qual é o seu e-mail? Vamos enviar um código de 6 números para o seu e-mail.');
    expect(html).toMatch(/<input(?=[^>]*type="email")/);
    expect(html).toMatch(/href="\/login\/phone\/verification"[^>]*>.*?Receber por SMS/);
  });
});
