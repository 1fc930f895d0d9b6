import '#client/shop/campaign/chosen.tsx';
import { bringParts } from '#components/layout/later.tsx';
import '#screens/home/campaigns-problem.tsx';
import { beforeAll, describe, expect, it } from 'vitest';
import { NOW, campaign, marketplace, store } from '../../machines/samples.ts';
import { screenAt } from '../screen-at.tsx';

const [first, second] = [marketplace(), { ...marketplace(), id: campaign(90).id, name: 'Empório' }];
const third = { ...marketplace(), id: campaign(91).id, name: 'Vazia' };
const ports = {
  loadMarketplace: () => ({ ...store(), marketplaces: [first, second, third] }),
  loadCampaigns: () => ({ campaigns: [campaign(1), campaign(2, { marketplaceId: second.id })], now: NOW }),
};
const at = (screen: 'app.home' | 'app.newHome', id?: string) =>
  screenAt(
    screen,
    {},
    { ports, taps: id === undefined ? [] : [['chosen', { type: 'marketplace.chosen', id }]] },
  );

// What comes late is there, as it is in a browser that has drawn it once.
beforeAll(() => bringParts());

describe.each(['app.home', 'app.newHome'] as const)('a chosen store at %s', (screen) => {
  it('is none at first: the campaigns of all are there', async () => {
    const { text } = await at(screen);
    expect(text).toMatch(/Campanha 1.*Campanha 2/);
    expect(text).not.toContain('Todas as lojas');
  });
  it('is named with the way back to all, and its campaigns are the only ones', async () => {
    const { text } = await at(screen, second.id);
    expect(text).toMatch(/Loja: Empório Todas as lojas.*Campanha 2/);
    expect(text).not.toContain('Campanha 1');
  });
  it('says that it has none, and leads to all', async () => {
    const { text } = await at(screen, third.id);
    expect(text).toMatch(/Nenhuma campanha aberta na loja Vazia.*Ver todas as lojas/);
    expect(text).not.toContain('Trocar o lugar');
  });
  it('is none where it is not there any more', async () => {
    const { text } = await at(screen, campaign(92).id);
    expect(text).toMatch(/Campanha 1.*Campanha 2/);
    expect(text).not.toContain('Loja:');
  });
});
