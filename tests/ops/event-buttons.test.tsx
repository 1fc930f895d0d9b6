import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { OpsEvent, OpsOrder } from '#contract/ops/orders.ts';
import { MoveForm } from '../../src/ops/parts/event-buttons.tsx';
import { OrderHistory, newestOf } from '../../src/ops/parts/order-panels.tsx';
import { childOf, movable, opsOrder } from '../machines/ops/ops-samples.ts';

/** The labels of the fields that an event asks for. */
function asked(event: OpsEvent, orders = 1): string[] {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <MoveForm
        event={event}
        targets={Array.from({ length: orders }, (_, n) => movable(n))}
        send={() => undefined}
        onDone={() => undefined}
      />
    </MantineProvider>,
  );
  return [...html.matchAll(/<label[^>]*>([^<]+)/g)].map(([, label = '']) => label);
}

describe('what an event asks for at the desk', () => {
  it('is how to follow the goods when they leave, where they are, their invoice, and a reason of an answer', () => {
    expect(asked('order.shipped')).toEqual([
      'Código de rastreio (opcional)',
      'Onde está (opcional)',
      'Endereço da nota fiscal (NF-e) (opcional)',
    ]);
    expect(asked('pickup.readied')).toEqual(['Endereço da nota fiscal (NF-e) (opcional)']);
    expect(asked('delivery.started')).toEqual(['Onde está (opcional)']);
    expect(asked('delivery.failed')).toEqual(['Motivo: não entregou', 'Onde está (opcional)']);
    expect(asked('return.refused')).toEqual(['Motivo: recusar devolução']);
  });
  it('is of several orders a reason alone', () => {
    expect(asked('order.shipped', 2)).toEqual([]);
    expect(asked('delivery.failed', 2)).toEqual(['Motivo: não entregou']);
  });
});

describe('what was said of the goods', () => {
  const at = opsOrder.createdAt;
  const entry = (sequence: number, more: Partial<OpsOrder['history'][number]>) => ({
    sequence,
    type: 'order.shipped',
    to: 'SHIPPED',
    at,
    actor: 'Rui',
    ...more,
  });
  const order: OpsOrder = {
    ...opsOrder,
    history: [
      entry(2, { trackingCode: 'BR2', place: 'Santos' }),
      entry(1, { trackingCode: 'BR1', invoiceUrl: 'https://nfe.exemplo.com/1' }),
      entry(3, { trackingCode: 'BR3', childIds: [childOf(2)] }),
    ],
  };
  it('stands in the history, with a link to the invoice', () => {
    const html = renderToStaticMarkup(<OrderHistory order={order} />);
    expect(html).toContain('Rastreio BR2 · Em Santos');
    expect(html).toMatch(/Rastreio BR1 · <a href="https:\/\/nfe\.exemplo\.com\/1"[^>]*>Nota fiscal/);
  });
  it('is of each part the newest', () => {
    expect(newestOf(order, childOf(1))).toEqual({
      trackingCode: 'BR2',
      place: 'Santos',
      invoiceUrl: 'https://nfe.exemplo.com/1',
    });
    expect(newestOf(order, childOf(2)).trackingCode).toBe('BR3');
  });
});
