import { describe, expect, it } from 'vitest';
import { screenAt } from '../screen-at.tsx';

describe('where a company’s people wait who have no campaign', () => {
  it('asks whoever is not in yet who they are, and names no store', async () => {
    const { text, html } = await screenAt(
      'app.intranetMarketplaceAccess',
      {},
      { who: { who: 'visitor', intranet: true } },
    );
    expect(text).toContain('Diga primeiro quem você é');
    expect(html).toContain('href="/intranet/login"');
    expect(text).not.toContain('Convite ou chave');
  });
  it('takes a key, names the stores, and lets one sign out', async () => {
    const { text, address } = await screenAt(
      'app.intranetMarketplaceAccess',
      {},
      { who: { intranet: true, campaignless: true } },
    );
    expect(address).toBe('/intranet/marketplace/access');
    expect(text).toContain('Nenhuma campanha aberta');
    expect(text).toContain('Convite ou chave');
    expect(text).toContain('Sair desta conta');
  });
});
