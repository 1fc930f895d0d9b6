import { describe, expect, it } from 'vitest';
import { orderCode } from '../../machines/samples.ts';
import { screenAt } from '../screen-at.tsx';

describe('the account screen', () => {
  it('greets its owner by name and contact, lists the orders, and leads to what can be done', async () => {
    const { text, html } = await screenAt('app.accountDashboard', {});
    expect(text).toContain('Olá, Maria (11) 98765-4321');
    expect(text).toContain('Meus pedidos');
    expect(html).toContain(`href="/order/${orderCode(1)}/details"`);
    for (const name of ['Onde entregar', 'Precisa de ajuda?', 'Sobre a loja', 'Privacidade', 'Sair'])
      expect(text).toContain(name);
    expect(html).toContain('href="/privacy"');
  });
  it('says what is missing of a sign-up that was not finished, and leads there', async () => {
    const { text, html } = await screenAt('app.accountDashboard', {}, { who: { who: 'newcomer' } });
    expect(text).toContain('Falta terminar o seu cadastro');
    expect(html).toMatch(/href="\/signup"[^>]*>.*?Completar cadastro/);
  });
  it('lets its orders be looked for by words, state, day and campaign, as its address says', async () => {
    const all = await screenAt('app.accountDashboard', {});
    for (const name of ['Situação', 'Período']) expect(all.text).toContain(`${name} dos pedidos`);
    // There is nothing to choose from among one campaign's orders.
    expect(all.text).not.toContain('Campanha dos pedidos');
    expect(all.html).toContain('aria-label="Buscar nos meus pedidos por código ou produto"');
    const some = await screenAt(
      'app.accountDashboard',
      {},
      {},
      { status: 'over', days: '30', q: 'pão', campaign: 'c' },
    );
    expect(some.html).toMatch(/<option value="over" selected="">Cancelados e devolvidos/);
    expect(some.html).toMatch(/<option value="30" selected="">/);
    expect(some.html).toMatch(/name="q"[^>]*value="pão"/);
    expect(some.text).toContain('Campanha dos pedidos Todas Outra campanha');
    expect(some.text).toContain('Procurando…');
    // What it does not know is no filter.
    const strange = await screenAt('app.accountDashboard', {}, {}, { status: 'constructor' });
    expect(strange.text).not.toContain('Procurando…');
  });
});
