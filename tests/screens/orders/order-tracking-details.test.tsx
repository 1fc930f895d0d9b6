import type { PublicOrder } from '#contract/order.ts';
import { type TrackingContext, trackingMachine } from '#machines/orders/tracking.machine.ts';
import { TrackedOrder } from '#screens/orders/tracked-order.tsx';
import { describe, expect, it } from 'vitest';
import type { StateValueFrom } from 'xstate';
import { drawn } from '../drawn.tsx';
import { NOW } from '../../machines/samples.ts';

const code = '7K3M9QX20ABCDEFG';
const at = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();
const order: PublicOrder = {
  code,
  state: 'SHIPPED',
  type: 'SHIPPING',
  creationDate: at(90),
  name: 'M… P…',
  city: 'São Paulo',
  items: [{ name: 'Queijo Canastra', quantity: 2 }],
  events: [
    { state: 'PAID', at: at(80) },
    { state: 'SHIPPED', at: at(10) },
  ],
};
const labels = {
  PAID: { delivered: 'Pagamento confirmado', error: '', tone: 'info', icon: 'clock', step: 1 },
  SHIPPED: { delivered: 'Saiu para entrega', error: '', tone: 'info', icon: 'clock', step: 2 },
};

/** What is read in a state of the chart. */
function tracked(value: string, more: Partial<TrackingContext> = {}) {
  const state = trackingMachine.resolveState({
    value: value as StateValueFrom<typeof trackingMachine>, // named by the tests below
    context: { code, order: null, problem: null, failures: 0, ...more },
  });
  return drawn(<TrackedOrder code={code} state={state} send={() => undefined} />, {
    others: { marketplace: { documents: { status: labels } } },
  });
}

describe('the screen of an order that is followed by its code', () => {
  it('says where it is, what happened when, what comes, and what is in it, masked', () => {
    const { text, html } = tracked('shown', { order });
    expect(text).toContain('Pedido 7K3M-9QX2-0ABC-DEFG');
    expect(text).toContain('Pedido de M… P…, para São Paulo');
    expect(text).toMatch(/Pagamento confirmado , feito há 1 hora Saiu para entrega , agora há 10 minutos/);
    expect(text).toContain('2 × Queijo Canastra');
    expect(html).toContain(`href="/order/${code}/details"`);
  });
  it('keeps what was known while it is asked for again, and says where it is old', () => {
    expect(tracked('looking', { order }).text).toContain('Saiu para entrega');
    for (const state of ['offline', 'failed', 'slowed'])
      expect([state, tracked(state, { order }).text]).toEqual([
        state,
        expect.stringMatching(/O que aparece aqui é o que sabíamos por último\..*Saiu para entrega/),
      ]);
  });
  it('says why there is nothing, and what to do', () => {
    expect(tracked('looking').html).toContain('Buscando o andamento');
    const unknown = tracked('unknown');
    expect(unknown.text).toContain('Não encontramos este pedido');
    expect(unknown.html).toContain('href="/order/tracking"');
    const problem = { code: 'TOO_MANY_REQUESTS' as const, title: '', retryAfter: 600 };
    expect(tracked('slowed', { problem }).text).toContain('busca este código de novo em 10 minutos, sozinha');
    expect(tracked('failed').text).toContain('Não conseguimos abrir o andamento');
    expect(tracked('offline').text).toContain('Tentar de novo');
  });
});
