import { describe, expect, it } from 'vitest';
import { screenAt } from '../screen-at.tsx';

describe('the ways to sign in', () => {
  it('are a code by SMS and one by e-mail, beside the terms', async () => {
    const { text, html } = await screenAt('login.options', {}, { who: { who: 'visitor' } });
    expect(text).toContain('Entrar na Feira Sem senha');
    expect(html).toMatch(/href="\/login\/phone\/verification"[^>]*>.*?Receber código por SMS/);
    expect(html).toMatch(/href="\/login\/email\/verification"[^>]*>.*?Receber código por e-mail/);
    expect(html).toMatch(/href="\/about"[^>]*>Ler os termos/);
  });
});
