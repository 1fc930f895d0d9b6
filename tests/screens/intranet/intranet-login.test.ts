import { describe, expect, it } from 'vitest';
import { screenAt } from '../screen-at.tsx';

const visitor = { who: 'visitor', intranet: true } as const;

describe('the door of a company’s store', () => {
  it('asks who one is, with the privacy text and the contact beside it and nothing that is sold', async () => {
    const { text, html } = await screenAt('app.intranetLogin', {}, { who: visitor });
    expect(text).toContain('A loja de quem trabalha na Feira');
    expect(text).toContain('Matrícula ou CPF');
    expect(text).toContain('Continuar');
    expect(text).toContain('Aviso de privacidade');
    expect(text).toContain('Falar com a loja');
    expect(html).not.toMatch(/href="\/(?:store|privacy|about|contact)/);
  });
  it('offers the company’s own sign-in where there is one', async () => {
    const sso = [{ id: 'conta', label: 'Entrar com a conta da empresa' }];
    const { text } = await screenAt('app.intranetLogin', {}, { who: visitor, tenant: { sso } });
    expect(text).toContain('Entrar com a conta da empresa');
  });
});
