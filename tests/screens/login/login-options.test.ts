import { describe, expect, it } from 'vitest';
import { screenAt } from '../screen-at.tsx';

describe('the ways to sign in', () => {
  it('are a code by SMS and one by e-mail, beside the terms', async () => {
    const { text, html } = await screenAt('login.options', {}, { who: { who: 'visitor' } });
    expect(text).toContain('Entrar na Feira Sem senha');
    expect(html).toMatch(/href="\/login\/phone\/verification"[^>]*>.*?Receber código por SMS/);
    expect(html).toMatch(/href="\/login\/email\/verification"[^>]*>.*?Receber código por e-mail/);
    expect(html).toMatch(/href="\/about"[^>]*>Ler os termos/);
    expect(text).not.toContain('Sem código');
  });
  it('are another account as well where the store has it, in the words and the sign of its provider', async () => {
    const sso = [{ id: 'conta', label: 'Entrar com a Conta', icon: '/media/client/conta.svg' }];
    const { text, html } = await screenAt('login.options', {}, { who: { who: 'visitor' }, tenant: { sso } });
    expect(text).toContain('Entrar com a Conta Sem código, com a conta que você já tem');
    expect(html).toMatch(/<img[^>]*src="\/media\/client\/conta.svg"/);
  });
});
