import type { Pickup } from '#contract/order/after-purchase.ts';
import type { Hub } from '#contract/place.ts';
import { type PickupContext, pickupMachine } from '#machines/orders/pickup.machine.ts';
import { PickedUp } from '#screens/orders/picked-up.tsx';
import { describe, expect, it } from 'vitest';
import type { StateValueFrom } from 'xstate';
import { NOW } from '../../machines/samples.ts';
import { uuid } from '../../support/samples.ts';
import { drawn } from '../drawn.tsx';

// NOW is a Saturday, 9h in São Paulo.
const point: Hub = {
  id: uuid(9),
  name: 'Feira Pinheiros',
  type: 'PICKUP',
  address: 'Rua dos Pinheiros, 1037',
  latitude: -23.5,
  longitude: -46.6,
  hours: [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, open: '08:00', close: '13:00' })),
  leadTimeMin: 60,
  cutoff: '12:00',
  holidays: ['2026-11-30'],
  pickup: { enabled: true, instructions: 'Entre pela Rua Guaicuí.', holdDays: 3 },
  shippingMethodIds: [],
};
const ready: Pickup = {
  id: uuid(1),
  orderCode: '7K3M9QX20ABCDEFG',
  state: 'READY_FOR_PICKUP',
  who: 'Caio Reis',
  items: [{ name: 'Queijo', quantity: 2, unit: '400 g' }],
  code: 'K7M2QX',
  until: new Date(NOW + 3 * 86_400_000).toISOString(),
  point,
};
const { code: _code, until: _until, ...waiting } = { ...ready, state: 'PREPARING' as const };

function fetched(value: string, more: Partial<PickupContext> = {}, now = NOW) {
  const state = pickupMachine.resolveState({
    value: value as StateValueFrom<typeof pickupMachine>, // named by the tests below
    context: { id: uuid(1), kept: [], pickup: null, choices: [], failures: 0, ...more },
  });
  return drawn(<PickedUp state={state} send={() => undefined} />, {
    now,
    others: { marketplace: { documents: { status: {} } } },
  });
}

describe('the screen of an order that is fetched', () => {
  it('asks to wait for the message, and shows no code before', () => {
    const { text, html } = fetched('shown', { pickup: waiting });
    expect(text).toContain('Aguarde nossa mensagem antes de ir');
    expect(html).not.toContain('Código de retirada em QR');
    expect(text).not.toContain('Retire até');
  });
  it('shows the code as picture and words, the point with its hours and holidays, who comes and until when', () => {
    const { text, html } = fetched('shown', { pickup: ready });
    expect(text).toContain('Pode vir buscar');
    expect(html).toContain('aria-label="Código de retirada em QR"');
    expect(text).toContain('K7M 2QX');
    expect(text).toContain('Feira Pinheiros Rua dos Pinheiros, 1037 Hoje aberto · 8h às 13h');
    expect(text).toContain('seg. a sáb., 8h às 13h');
    expect(text).toContain('Fechado no feriado: seg., 30 de nov.');
    expect(text).toContain('Entre pela Rua Guaicuí.');
    expect(text).toContain('Retire até ter., 24 de nov., 9h');
    expect(html).toContain('href="geo:-23.5,-46.6?q=-23.5,-46.6(Feira%20Pinheiros)"');
    expect(text).toContain('Caio Reis retira');
    expect(text).toContain('2 × Queijo, 400 g');
  });
  it('says when it opens again, and that the days are over', () => {
    expect(fetched('shown', { pickup: ready }, NOW + 6 * 3_600_000).text).toContain(
      'fechado agora, abre seg., 23 de nov., 8h',
    );
    const late = fetched('shown', { pickup: ready }, NOW + 9 * 86_400_000);
    expect(late.text).toContain('fechado, é feriado, abre ter., 1 de dez., 8h');
    expect(late.text).toContain('O prazo de retirada passou. Fale com a loja antes de ir.');
  });
  it('keeps what was seen without a network, and says that it is old', () => {
    for (const state of ['offline', 'failed', 'looking'])
      expect([state, fetched(state, { pickup: ready }).text]).toEqual([
        state,
        expect.stringContaining('K7M 2QX'),
      ]);
    expect(fetched('offline', { pickup: ready }).text).toContain(
      'O que aparece aqui é o que sabíamos por último',
    );
  });
  it('says of other states what they mean to who comes', () => {
    for (const [state, said] of [
      ['PENDING_PAYMENT', 'Falta o pagamento'],
      ['COMPLETED', 'Este pedido já foi retirado'],
      ['CANCELLATION_REQUESTED', 'Há um pedido de cancelamento'],
      ['CANCELED', 'Este pedido não espera mais por você'],
    ] as const)
      expect(fetched('shown', { pickup: { ...waiting, state } }).text).toContain(said);
  });
  it('lists the orders to fetch, and says why there is none', () => {
    const choices = [1, 2].map((n) => ({
      id: uuid(n),
      orderCode: '7K3M9QX20ABCDEFG',
      state: 'PAID' as const,
    }));
    const list = fetched('choosing', { choices });
    expect(list.text).toContain('Qual pedido você vai retirar?');
    expect(list.html).toContain(`href="/c&amp;c?order=${uuid(2)}"`);
    expect(fetched('empty').text).toContain('Nenhum pedido para retirar');
    expect(fetched('gone').text).toContain('Não há retirada para este pedido');
    expect(fetched('looking').html).toContain('Buscando a retirada');
    expect(fetched('unlisted').text).toMatch(/A loja não respondeu|Não conseguimos mostrar/);
  });
});
