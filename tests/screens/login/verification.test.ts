import { describe, expect, it } from 'vitest';
import { ApiProblem } from '#contract/problem.ts';
import { screenAt } from '../screen-at.tsx';

const visitor = { who: { who: 'visitor' } } as const;

describe('the screen that asks where the code should go', () => {
  it('asks for a mobile phone with a number pad, or leads to e-mail', async () => {
    const { text, html } = await screenAt('login.request', { type: 'login', channel: 'phone' }, visitor);
    expect(text).toContain('Qual é o seu celular? Vamos enviar um código de 6 números por SMS.');
    expect(html).toMatch(/<input(?=[^>]*type="tel"|[^>]*inputMode="(?:tel|numeric)")/i);
    expect(html).toMatch(/href="\/login\/email\/verification"[^>]*>.*?Receber por e-mail/);
  });
  it('takes a number of another country, and says the way by e-mail where no code reaches it', async () => {
    const at = { type: 'login', channel: 'phone' } as const;
    expect((await screenAt('login.request', at, visitor)).html).toMatch(
      /<button[^>]*aria-expanded="false"[^>]*aria-label="País do celular: BR \+55"/,
    );
    const { text, html } = await screenAt('login.request', at, {
      ...visitor,
      ports: { sendCode: () => Promise.reject(new ApiProblem('COUNTRY')) },
      taps: [
        ['login', { type: 'contact.changed', channel: 'phone', value: '+351912345678' }],
        ['login', { type: 'code.requested' }],
      ],
    });
    expect(text).toContain('Por enquanto enviamos códigos só para celulares do Brasil. Entrar com e-mail');
    expect(html).toMatch(/<input(?=[^>]*name="contact")(?=[^>]*value="\+351912345678")/);
    expect(html).toMatch(/href="\/login\/email\/verification"[^>]*>Entrar com e-mail/);
  });
  it('asks for an e-mail, or leads to SMS', async () => {
    const { text, html } = await screenAt('login.request', { type: 'login', channel: 'email' }, visitor);
    expect(text).toContain('Qual é o seu e-mail? Vamos enviar um código de 6 números para o seu e-mail.');
    expect(html).toMatch(/<input(?=[^>]*type="email")/);
    expect(html).toMatch(/href="\/login\/phone\/verification"[^>]*>.*?Receber por SMS/);
  });
});
