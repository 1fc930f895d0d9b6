import { describe, expect, it } from 'vitest';
import { areasOf } from '#screens/map/area-words.ts';
import { hub } from '../../machines/address/pickup-points.model.ts';
import { NOW, campaign } from '../../machines/samples.ts';
import { screenAt } from '../screen-at.tsx';

const circle = { latitude: -23.5, longitude: -46.6, radiusKm: 3 };

describe('where a campaign delivers, in words', () => {
  it('is what the areas of the hubs that bring it are called, each once', () => {
    const named = hub(1, -23.5, { area: circle, areaNames: ['São Paulo, capital', 'até 3 km de Ponto 1'] });
    const same = hub(2, -23.5, { area: circle, areaNames: ['São Paulo, capital'] });
    const fetched = hub(3, -23.5, { type: 'PICKUP', areaNames: ['Campinas'] });
    expect(areasOf([named, same, fetched])).toEqual(['São Paulo, capital', 'até 3 km de Ponto 1']);
  });
  it('is the whole country where a hub has no area', () => {
    expect(areasOf([hub(1, -23.5, { area: circle, areaNames: ['Centro'] }), hub(2, -23.5)])).toEqual([
      'Todo o Brasil',
    ]);
  });
});

describe('the screen of where a campaign delivers', () => {
  it('asks for the postal code, of the campaign that its address names', async () => {
    const { text } = await screenAt(
      'app.campaignDeliveryArea',
      {},
      { who: { who: 'visitor' } },
      { campaign: 'campanha-1' },
    );
    expect(text).toMatch(/Entregamos aí\? Campanha 1 Até você Frete e prazo/);
    expect(text).toContain('Ver produtos');
  });
  it('is of the only open campaign where the address names none, else lets the person say', async () => {
    const who = { who: 'visitor' } as const;
    expect((await screenAt('app.campaignDeliveryArea', {}, { who })).text).toContain(
      'Entregamos aí? Campanha 1',
    );
    const ports = { loadCampaigns: () => ({ campaigns: [campaign(1), campaign(2)], now: NOW }) };
    const { html, text } = await screenAt('app.campaignDeliveryArea', {}, { who, ports });
    expect(text).toContain('De qual campanha? Campanha 1 Campanha 2');
    expect(html).toContain('href="/deliveryarea?campaign=campanha-2"');
  });
});
