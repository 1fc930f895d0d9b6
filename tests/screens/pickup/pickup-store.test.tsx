import type { QuoteOption } from '#contract/cart.ts';
import {
  type PickupStoreContext,
  chosenPoint,
  pickupStoreMachine,
} from '#machines/address/pickup-store.machine.ts';
import { StorePoints } from '#screens/pickup/store-points.tsx';
import { describe, expect, it } from 'vitest';
import type { StateValueFrom } from 'xstate';
import { hub } from '../../machines/address/pickup-points.model.ts';
import { NOW, campaign } from '../../machines/samples.ts';
import { drawn } from '../drawn.tsx';
import { screenAt } from '../screen-at.tsx';

// NOW is a Saturday, 9h in São Paulo.
const hours = [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, open: '08:00', close: '13:00' }));
const near = hub(1, -23.5, { name: 'Feira Pinheiros', hours, holidays: ['2026-11-30'] });
const far = hub(2, -23.6, { name: 'Feira Cambuí' });
const option: QuoteOption = {
  id: 'fetch',
  name: 'Feira Pinheiros',
  type: 'PICKUP',
  price: 0,
  days: { min: 0, max: 1 },
  hubId: near.id,
  readyAt: new Date(NOW + 3 * 3_600_000).toISOString(),
};
const points = [
  { hub: near, option },
  { hub: far, option: null },
];

function store(value: string, more: Partial<PickupStoreContext> = {}) {
  const state = pickupStoreMachine.resolveState({
    value: value as StateValueFrom<typeof pickupStoreMachine>, // named by the tests below
    context: { campaign: 'c', cart: 'cart', near: null, points, chosen: null, failures: 0, ...more },
  });
  return drawn(
    <StorePoints
      campaign={campaign(1)}
      state={state}
      send={() => undefined}
      chosen={chosenPoint(state.context)}
    />,
    { now: NOW },
  );
}

describe('the screen of where an order is fetched', () => {
  it('says of each point today’s hours, the holidays soon to come and when an order would be ready', () => {
    const { text, html } = store('shown', { near: { latitude: -23.5, longitude: -46.6 } });
    expect(text).toContain('2 pontos de retirada');
    expect(text).toContain(
      'Aberto hoje, 8h às 13h seg. a sáb., 8h às 13h Fechado no feriado: seg., 30 de nov.',
    );
    expect(text).toContain('Pedido de agora: pronto a partir de');
    expect(text).toContain('Fechado nos próximos dias');
    // 11,1195 km on the sphere, times 1.363636.
    expect(text).toContain('15,2 km');
    expect(text).toContain('Aguarde nossa mensagem antes de ir');
    expect(html).not.toContain('checked=""');
    expect(text).toMatch(/Escolha um ponto acima$/);
  });
  it('takes the cart to the point that is chosen, and not to one that has not what is in it', () => {
    expect(store('shown', { chosen: near.id }).text).toMatch(/Retirar em Feira Pinheiros$/);
    expect(store('shown', { chosen: far.id }).text).toMatch(
      /O que está no seu carrinho não pode ser retirado aqui agora\. Ver carrinho$/,
    );
  });
  it('promises nothing to an empty cart', () => {
    expect(store('shown', { cart: null, chosen: near.id }).text).toMatch(
      /O ponto se escolhe com algo no carrinho\. Ver produtos$/,
    );
  });
  it('says why no point is there, and the way on', () => {
    expect(store('none').text).toMatch(/Só com entrega.*Ver onde entregamos/);
    expect(store('loading').html).toContain('Buscando os pontos de retirada');
    expect(store('failed').text).toContain('Não conseguimos mostrar os pontos de retirada');
  });
  it('is of the only open campaign where the address names none, else lets the person say', async () => {
    const who = { who: 'visitor' } as const;
    expect((await screenAt('app.pickupStore', {}, { who })).text).toContain('Buscando os pontos de retirada');
    const ports = { loadCampaigns: () => ({ campaigns: [campaign(1), campaign(2)], now: NOW }) };
    const { html, text } = await screenAt('app.pickupStore', {}, { who, ports });
    expect(text).toContain('De qual campanha? Campanha 1 Campanha 2');
    expect(html).toContain('href="/pickupstore?campaign=campanha-2"');
  });
});
