import { describe, expect, it } from 'vitest';
import { store } from '../../machines/samples.ts';
import { screenAt } from '../screen-at.tsx';

const versionAt = (minVersion?: string) => {
  const known = store();
  const documents = { ...known.documents, ...(minVersion ? { minVersion } : {}) };
  return screenAt(
    'app.version',
    {},
    { who: { who: 'visitor' }, ports: { loadMarketplace: () => ({ ...known, documents }) } },
  );
};

describe('the version screen', () => {
  it('says that nothing is to be done where the store wants no newer one', async () => {
    const { text } = await versionAt();
    expect(text).toContain('Sua loja está em dia');
    expect(text).toContain('Versão 5.1.31');
    expect((await versionAt('5.1.31')).text).toContain('Sua loja está em dia');
  });
  it('says what to do where it does, and holds nobody', async () => {
    const { text, html } = await versionAt('6.0.0');
    expect(text).toContain('Atualize a loja para continuar');
    expect(text).toContain('Sua versão: 5.1.31. A loja pede a 6.0.0.');
    expect(text).toContain('Continuar mesmo assim');
    expect(html).toContain('href="/contact"');
  });
});
