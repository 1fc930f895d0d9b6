import type { Order, OrderState } from '#contract/order/order.ts';
import type { QuoteOption } from '#contract/cart.ts';
import { OrderState as OrderStates } from '#contract/order/order.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import { type ReschedulingContext, reschedulingMachine } from '#machines/orders/rescheduling.machine.ts';
import { problemText, whyNoChange } from '#screens/orders/change/reschedule-words.ts';
import { Rescheduling } from '#screens/orders/change/rescheduling.tsx';
import { describe, expect, it } from 'vitest';
import type { StateValueFrom } from 'xstate';
import { drawn } from '#tests/screens/drawn.tsx';
import { screenAt } from '#tests/screens/screen-at.tsx';
import { NOW, order } from '#tests/machines/samples.ts';

const at = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();
const paid = (more: Partial<Order['properties']> = {}, state: OrderState = 'PAID'): Order => {
  const one = order(1, 1, state);
  const properties = { ...one.properties, campaignName: 'Feira', window: { start: at(24), end: at(26) } };
  return { ...one, properties: { ...properties, ...more } };
};
const option: QuoteOption = {
  id: 'agendada',
  name: 'Entrega agendada',
  type: 'SCHEDULED',
  price: 7.9,
  days: { min: 1, max: 2 },
  windows: [
    { id: 'w2', start: at(48), end: at(50), left: 1 },
    { id: 'w3', start: at(51), end: at(53), left: 9 },
  ],
};
/** What is read in a state of the chart. */
function shown(value: unknown, more: Partial<ReschedulingContext> = {}) {
  const state = reschedulingMachine.resolveState({
    value: value as StateValueFrom<typeof reschedulingMachine>, // named by the tests below
    context: {
      id: order(1).id,
      windowId: null,
      candidates: [],
      order: paid(),
      option,
      sent: null,
      problem: null,
      failures: 0,
      ...more,
    },
  });
  return drawn(<Rescheduling state={state} send={() => undefined} />, {
    others: { marketplace: { documents: { status: {} } } },
  });
}

describe('the screen on which an order is moved to another window', () => {
  it('is for whoever is signed in, and leads the others there', async () => {
    expect((await screenAt('app.rescheduleOrder', {})).address).toBe('/rescheduleorder');
    expect((await screenAt('app.rescheduleOrder', {}, { who: { who: 'visitor' } })).address).toBe('/login');
    expect((await screenAt('app.rescheduleOrder', {}, { who: { who: 'guest' } })).address).toBe(
      '/rescheduleorder',
    );
  });
  it('says what is agreed, how often it may be changed and which hours have room', () => {
    const { text, html } = shown({ choosing: 'open' });
    expect(text).toContain('Mudar o horário da entrega');
    expect(text).toContain('Combinado: dom., 22 de nov., 9h às 11h');
    expect(text).toContain('Dá para mudar até 2 vezes.');
    expect(text).toMatch(/9h às 11h Resta 1 vaga .*Confirmar novo horário/);
    expect(html).toContain('aria-label="segunda-feira, 23 de novembro"');
    expect(shown({ choosing: 'open' }, { order: paid({ reschedules: 1 }) }).text).toContain(
      'É a última mudança',
    );
    expect(shown({ choosing: 'lacking' }).text).toContain('Escolha um dia e um horário para confirmar.');
  });
  it('offers another try of what failed, by hours or without', () => {
    const failed = { ...paid({}, 'DELIVERY_FAILED'), allowedEvents: ['delivery.rescheduled' as const] };
    expect(shown({ choosing: 'open' }, { order: failed }).text).toMatch(
      /Combinar nova entrega .*Não conseguimos entregar.*Confirmar novo horário/,
    );
    const { windows: _windows, ...express } = option;
    const { text } = shown({ choosing: 'decided' }, { order: failed, option: express });
    expect(text).toContain('a nova entrega chega: em 1 a 2 dias.');
    expect(text).toContain('Pedir nova entrega');
  });
  it('says what became of the last try, and keeps what was chosen', () => {
    const told = (code: 'WINDOW' | 'VERSION' | 'UNAUTHENTICATED' | 'FAILED') =>
      shown({ choosing: 'decided' }, { windowId: 'w2', problem: { code } });
    for (const code of ['WINDOW', 'VERSION', 'UNAUTHENTICATED', 'FAILED'] as const) {
      expect(told(code).text).toContain(problemText({ code }));
      expect(told(code).html).toMatch(/checked=""[^>]*value="w2"|value="w2"[^>]*checked=""/);
    }
    expect(told('UNAUTHENTICATED').html).toContain('href="/login"');
    expect(shown('unheard', { windowId: 'w2' }).text).toContain('a mudança é feita uma vez só');
    expect(shown('loading', { windowId: 'w2' }).html).toContain('aria-busy="true"');
  });
  it('lists the orders that can be moved where none is named, or says that there is none', () => {
    const { text, html } = shown('picking', {
      order: null,
      candidates: [paid(), { ...paid(), id: order(2).id }],
    });
    expect(text).toContain('Qual pedido você quer reagendar?');
    expect(html).toContain(`href="/rescheduleorder?order=${order(2).id}"`);
    expect(shown('none', { order: null }).text).toContain('Nenhum pedido para reagendar');
    expect(shown('unknown', { order: null }).text).toContain('Não encontramos este pedido');
  });
  it('says why an order is not moved any more, and what can be done', () => {
    const spent = paid({ reschedules: 2 });
    for (const [state, of] of [
      ['spent', spent],
      ['full', paid()],
      ['passed', paid({}, 'SHIPPED')],
    ] as const) {
      const { text, html } = shown(state, { order: of, option: null });
      expect(text).toContain(whyNoChange(of));
      expect(html).toContain(`href="/order/${of.code}/details"`);
      expect(html).toContain(`href="/contact?order=${of.code}"`);
    }
    expect(shown('full', { option: null }).text).toContain('Procurar de novo');
    const why = OrderStates.options
      .filter((state) => !hasOrderTag(state, 'reschedulable'))
      .map((state) => whyNoChange(paid({}, state)));
    expect(why.length > 5 && why.every((one) => !one.includes('cheios'))).toBe(true);
  });
  it('waits in its shape, and says where no answer came', () => {
    expect(shown('loading', { order: null, option: null }).html).toContain('Buscando dias e horários');
    expect(shown('offline', { order: null }).text).toContain('Tentar de novo');
    expect(shown('failed', { order: null }).text).toContain('Não conseguimos abrir os horários');
  });
});
