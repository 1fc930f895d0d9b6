import { describe, expect, it } from 'vitest';
import { addressOf, placeAt } from '#flows/address.ts';
import { factsOf } from '#flows/facts.ts';
import { questions } from '#flows/questions.ts';
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

describe('a question of the flow book', () => {
  it.each([
    ['O que acontece se o Pix vencer?', /pode pedir outro, e um pagamento atrasado ainda vale/],
    ['E se o cartão for recusado?', /nada foi cobrado; o pedido espera outro cartão ou um Pix/],
    ['Quem pode ver o carrinho?', /intranet\.closed/],
    ['E se a internet cair na hora de finalizar?', /enviado de novo, sem risco de sair em dobro/],
    ['E se a sessão acabar no meio do pedido?', /a pessoa entra de novo e volta a esta etapa/],
    ['O que acontece quando a reserva dos produtos acaba?', /a pessoa pode reservar de novo/],
    ['Outra pessoa pode pagar por mim?', /outra pessoa pague o mesmo Pix, sem ver de quem é o pedido/],
    ['Ao remarcar a entrega, quando o horário de antes é solto?', /só é solto quando o novo é reservado/],
    ['No balcão dá para desfazer um toque?', /por cinco segundos a pessoa pode desfazer/],
    ['E se dois do balcão mexerem no mesmo pedido?', /o que outra pessoa fez antes aparece aqui/],
  ])('is answered where it leads: %s', (asks, answer) => {
    const { chart, state } = questions.find((one) => one.asks === asks) ?? {};
    const found = charts.find(({ id }) => id === chart)?.states.find(({ path }) => path === state);
    expect(JSON.stringify(found)).toMatch(answer);
  });
});

describe('an address of the flow book', () => {
  it('leads to every state of every chart and back', () => {
    const places = charts.flatMap(({ id, states }) => states.map(({ path }) => ({ chart: id, state: path })));
    expect(places.map((place) => placeAt(addressOf(place), hasState))).toEqual(places);
    expect(places.length).toBeGreaterThan(800);
    expect(addressOf({ chart: null, page: 'campaign' })).toBe('/flows/campaign-status');
    expect(addressOf({ chart: null })).toBe('/flows/');
    const counted = { chart: 'checkout', state: 'payment.ready', funnel: 90 } as const;
    expect(placeAt(addressOf(counted), hasState)).toEqual(counted);
    const paths = { chart: 'pix', state: 'waiting', event: 'não & #' };
    const place = { chart: null, page: 'paths', paths } as const;
    expect(placeAt(addressOf(place), hasState)).toEqual(place);
    const faults = {
      chart: null,
      page: 'faults',
      paths: { chart: 'pix', state: '', event: 'offline' },
    } as const;
    expect(addressOf(faults)).toBe('/flows/when-it-fails#chart=pix&event=offline');
    expect(placeAt(addressOf(faults), hasState)).toEqual(faults);
  });

  it.each([
    ['/flows', { chart: null }],
    ['/flows/', { chart: null }],
    ['/flows/nothing', { chart: null, missing: 'nothing' }],
    ['/flows/campaign-status', { chart: null, page: 'campaign' }],
    ['/flows/campaign-status/#pix', { chart: null, page: 'campaign' }],
    ['/flows/what-changed', { chart: null, page: 'changes' }],
    [
      '/flows/walked-paths#chart=pix&state=waiting&event=load+falhou',
      { chart: null, page: 'paths', paths: { chart: 'pix', state: 'waiting', event: 'load falhou' } },
    ],
    [
      '/flows/walked-paths#chart=pix&state=gone',
      { chart: null, page: 'paths', paths: { chart: 'pix', state: '', event: '' } },
    ],
    [
      '/flows/walked-paths#chart=gone&event=load',
      { chart: null, page: 'paths', paths: { chart: '', state: '', event: '' } },
    ],
    ['/flows/%E0%A4', { chart: null }],
    ['/flows/checkout?funnel=30#payment', { chart: 'checkout', state: 'payment', funnel: 30 }],
    ['/flows/checkout?funnel=31', { chart: 'checkout', state: '' }],
    ['/flows/pix?funnel=30', { chart: 'pix', state: '' }],
    ['/flows/pix#nothing', { chart: 'pix', state: '' }],
    ['/flows/pix/', { chart: 'pix', state: '' }],
  ])('of %s leads to what there is', (address, place) => {
    expect(placeAt(address, hasState)).toEqual(place);
  });
});
