import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { OpsOrder } from '#contract/ops/orders.ts';
import { OrderMoney } from '../../src/ops/parts/order-panels.tsx';
import { opsOrder } from '../machines/ops/ops-samples.ts';

const SETTLED = '2026-11-21T12:00:00.000Z';
const charge = (state: string, settledAt?: string): OpsOrder['charges'][number] => ({
  id: '018f0000-0000-7000-8000-000000000001',
  type: 'PIX',
  state,
  amount: 45.4,
  refunded: 0,
  provider: 'pix',
  txid: 'T1',
  createdAt: '2026-11-21T11:00:00.000Z',
  ...(settledAt ? { settledAt } : {}),
});
/** What a person reads of the money of an order with this one charge. */
const read = (one: OpsOrder['charges'][number]): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <OrderMoney order={{ ...opsOrder, charges: [one], refunds: [], disputes: [] }} />
    </MantineProvider>,
  )
    .replaceAll(/<style.*?<\/style>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');

describe('the money of an order at the desk', () => {
  it.each([
    ['pending', undefined, 'Pix, não pago'],
    ['confirmed', SETTLED, 'Pix, pago sáb., 21 de nov., 9h'],
    ['refunded', SETTLED, 'Pix, pago sáb., 21 de nov., 9h'],
    // Their end is written down as well, and no money came.
    ['expired', SETTLED, 'Pix, venceu sem pagamento'],
    ['declined', SETTLED, 'Pix, recusado'],
  ])('says of a charge that is %s what became of it', (state, settledAt, text) => {
    expect(read(charge(state, settledAt))).toContain(text);
  });
});
