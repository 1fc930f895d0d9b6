import { describe, expect, it } from 'vitest';
import { tenantOf } from '#tests/app/stub-shop.ts';
import { windowAt } from '../window.ts';

const policyOf = (version: string, ...sections: { title: string; text: string }[]) => {
  const tenant = tenantOf();
  return { ...tenant, legal: { ...tenant.legal, privacy: { version, sections } } };
};

describe('the privacy screen', () => {
  it('has the store’s own policy, since when it holds, its version, and whom to ask', async () => {
    const kept = { title: 'O que guardamos', text: 'Nome e contato.' };
    const { text, links } = await windowAt('/privacy', { tenant: policyOf('2026-11', kept) });
    expect(text).toContain('Seus dados na Feira');
    expect(text).toContain('Vale desde novembro de 2026 · versão 2026-11');
    expect(text).toContain('O que guardamos Nome e contato.');
    expect(links.map(({ href }) => href)).toEqual(expect.arrayContaining(['mailto:a@b.com', '/about']));
  });
  it('says the day where the version has one, and no date where it is none', async () => {
    const day = await windowAt('/privacy', { tenant: policyOf('2026-03-05') });
    expect(day.text).toContain('Vale desde 5 de março de 2026 · versão 2026-03-05');
    const bare = await windowAt('/privacy', { tenant: policyOf('3.1') });
    expect(bare.text).toContain('versão 3.1');
    expect(bare.text).not.toContain('Vale desde');
  });
  it('says so where nothing was published, and still whom to ask', async () => {
    const { text } = await windowAt('/privacy', { broken: true });
    expect(text).toContain('A política ainda não foi publicada');
    expect(text).toContain('Escreva para a loja');
  });
});
