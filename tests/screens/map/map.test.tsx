import {
  type AroundContext,
  aroundMachine,
  pointsAround,
  storesAround,
} from '#machines/address/around.machine.ts';
import { AroundList } from '#screens/map/around-list.tsx';
import { describe, expect, it } from 'vitest';
import type { StateValueFrom } from 'xstate';
import { input, told } from '../../machines/address/around.model.ts';
import { NOW } from '../../machines/samples.ts';
import { drawn } from '../drawn.tsx';
import { screenAt } from '../screen-at.tsx';

function around(value: string, more: Partial<AroundContext> = {}, chosen: string | null = null) {
  const state = aroundMachine.resolveState({
    value: value as StateValueFrom<typeof aroundMachine>, // named by the tests below
    context: { ...input, told, failures: 0, ...more },
  });
  return drawn(
    <AroundList
      state={state}
      send={() => undefined}
      chosen={chosen}
      choose={() => undefined}
      points={pointsAround(state.context, chosen)}
      stores={storesAround(state.context)}
    />,
    { now: NOW },
  );
}

describe('the screen of what is around', () => {
  it('lists points and stores by nearness, each point with its campaigns and its distance', () => {
    const { text, html } = around('shown');
    expect(text).toMatch(/Ponto 2 .*a 0,0 km.*Campanha 1, Campanha 2.*Ponto 1 .*a 60,7 km.*Campanha 1/);
    expect(text).toMatch(
      /Lojas Perto Feira a 0,0 km · Escolher loja Longe Feira a 60,7 km · Escolher loja Sem mapa Feira Escolher loja$/,
    );
    // The shared point asks of which campaign; the other leads straight there.
    expect(html).toContain('href="/pickupstore"');
    expect(html).toContain('href="/pickupstore?campaign=campanha-1"');
  });
  it('names the chosen store and the points of its campaigns alone', () => {
    const { text, html } = around('shown', {}, 'far');
    expect(text).toContain('Longe Feira a 60,7 km · Loja escolhida');
    expect(text).not.toContain('Campanha 1');
    expect(html.match(/aria-current="true"/g)).toHaveLength(1);
    expect(around('shown', {}, 'lost').text).toContain('Nenhum ponto de retirada desta loja agora.');
  });
  it('leads to the campaigns, with nothing to choose where there is one store', () => {
    const [, , near] = told.stores;
    const { text } = around('shown', { told: { ...told, stores: near ? [near] : [] } });
    expect(text).toContain('A loja Perto Feira a 0,0 km');
    expect(text).not.toContain('Escolher loja');
  });
  it('says no distance from a place that nobody told', () => {
    const { text } = around('shown', { near: null });
    expect(text).not.toContain(' km');
    expect(text).toContain('Informe seu CEP');
  });
  it('says why nothing is there, and the way on', () => {
    expect(around('none').text).toMatch(/Nada por perto.*Ver as campanhas/);
    expect(around('failed').text).toContain('Não conseguimos mostrar o que há perto de você');
    expect(around('loading').html).toContain('Buscando o que há perto de você');
  });
  it('is open to everybody', async () => {
    const { address } = await screenAt('app.map', {}, { who: { who: 'visitor' } });
    expect(address).toBe('/map');
  });
});
