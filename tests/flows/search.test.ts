import { describe, expect, it } from 'vitest';
import { addressOf, placeAt } from '#flows/address.ts';
import { factsOf } from '#flows/facts.ts';
import { found, screenOf } from '#flows/search.ts';
import { allCharts } from '#tests/tools/charts.ts';

const charts = (await allCharts()).map(factsOf);
const answers = (text: string) => found(charts, text).map(({ chart, state }) => `${chart}#${state.path}`);
const hasState = (chart: string, path: string) =>
  charts.some(({ id, states }) => id === chart && states.some((state) => state.path === path));

describe('the search of the flow book', () => {
  it.each([
    ['pix', 'pix#loading'],
    ['/cart', 'app#cart'],
    ['aberta para você', 'app#catalog'],
    ['ABERTA PÁRA VOCE', 'app#catalog'],
    ['isBlocked', 'app#catalog.checking'],
    ['sem internet pagamento', 'checkout#payment.offline'],
  ])('finds by "%s" %s', (text, answer) => {
    expect(answers(text)).toContain(answer);
  });

  it('finds nothing by nothing, and nothing by what no chart says', () => {
    expect([answers('  '), answers('girafa'), answers('pix girafa')]).toEqual([[], [], []]);
  });

  it('knows the screen of a state', () => {
    expect(screenOf('checkout', 'payment')).toMatchObject({
      id: 'checkout.payment',
      path: '/cart/$cartUuid/payment',
      title: 'Pagamento',
    });
    expect(screenOf('checkout', 'placing')).toBeNull();
  });
});

describe('an address of the flow book', () => {
  it('leads to every state of every chart and back', () => {
    const places = charts.flatMap(({ id, states }) => states.map(({ path }) => ({ chart: id, state: path })));
    expect(places.map((place) => placeAt(addressOf(place), hasState))).toEqual(places);
    expect(places.length).toBeGreaterThan(800);
    expect(addressOf({ chart: null, isCampaign: true })).toBe('/flows/campaign-status');
    expect(addressOf({ chart: null, isCampaign: false })).toBe('/flows/');
  });

  it.each([
    ['/flows', { chart: null }],
    ['/flows/', { chart: null }],
    ['/flows/nothing', { chart: null, missing: 'nothing' }],
    ['/flows/campaign-status', { chart: null, isCampaign: true }],
    ['/flows/campaign-status/#pix', { chart: null, isCampaign: true }],
    ['/flows/%E0%A4', { chart: null }],
    ['/flows/pix#nothing', { chart: 'pix', state: '' }],
    ['/flows/pix/', { chart: 'pix', state: '' }],
  ])('of %s leads to what there is', (address, place) => {
    expect(placeAt(address, hasState)).toEqual(place);
  });
});
